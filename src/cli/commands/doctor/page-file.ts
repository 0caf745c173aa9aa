import path from 'node:path';
import { isOwnPath } from '../../../core/basics/web-address.ts';
import { pageConfiguration } from '../../../core/diagnosis/page-configuration.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { withHome } from '../../input/home-path.ts';
import { bytesOfFile, STDIN } from '../../input/text-file.ts';
import type { Line } from './lines/line.ts';
import { brandWarnings, deploymentWarnings, missingFiles } from './page-file-warnings.ts';

/** Reads an app-config.json as the page does, and says what is wrong with it and what the page would leave out or replace. */
export async function pageFileLines(
  file: string,
  { environment, hint }: Pick<Context, 'environment' | 'hint'>,
): Promise<Line[]> {
  if (/^https?:/i.test(file))
    throw new Problem('invalid-input', {
      message: `--config takes a file; for the one that a server sends: curl -s URL | ${hint`doctor --config -`}`,
    });
  const text = new TextDecoder().decode(await bytesOfFile(file, environment));
  const line = { check: 'configuration', subject: file } as const;
  try {
    // A path is below the page's own address, which is not known here.
    const requireSafe = (address: string) => environment.safeAddress(address);
    const { values, warnings } = pageConfiguration(text, (apiBase) => {
      if (!isOwnPath(apiBase)) requireSafe(apiBase);
      return apiBase;
    });
    return [
      ...[
        ...warnings,
        ...deploymentWarnings(values, requireSafe),
        ...(file === STDIN ? [] : missingFiles(values, directoryOf(file, environment))),
        ...brandWarnings(JSON.parse(text) as Parameters<typeof brandWarnings>[0]),
      ].map((detail): Line => ({
        ...line,
        result: 'warning',
        detail,
      })),
      { ...line, result: 'good', detail: `apiBase ${values.apiBase}` },
    ];
  } catch (thrown) {
    const { message, faults = [message] } = Problem.expected(thrown);
    return faults.map((advice): Line => ({ ...line, result: 'bad', advice }));
  }
}

function directoryOf(file: string, environment: Context['environment']): string {
  return path.dirname(path.resolve(environment.directory, withHome(file, environment)));
}
