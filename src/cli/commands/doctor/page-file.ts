import { pageConfiguration } from '../../../core/diagnosis/page-configuration.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { textOfFile } from '../support/text-file.ts';
import type { Line } from './lines/line.ts';

const IS_PATH = /^\.{0,2}\/(?!\/)/;

/** Reads an app-config.json as the page does, and says what is wrong with it and what the page would leave out or replace. */
export async function pageFileLines(file: string, { environment }: Pick<Context, 'environment'>): Promise<Line[]> {
  const text = await textOfFile(file, environment);
  const line = { check: 'configuration', subject: file } as const;
  try {
    const { values, warnings } = pageConfiguration(text, (apiBase) => {
      // A path is below the page's own address, which is not known here.
      if (!IS_PATH.test(apiBase)) environment.safeAddress(apiBase);
      return apiBase;
    });
    return [
      ...warnings.map((detail): Line => ({ ...line, result: 'warning', detail })),
      { ...line, result: 'good', detail: `apiBase ${values.apiBase}` },
    ];
  } catch (thrown) {
    const { message } = Problem.expected(thrown);
    return [{ ...line, result: 'bad', advice: message }];
  }
}
