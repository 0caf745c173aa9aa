import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import { isOwnPath } from '../../../core/basics/web-address.ts';
import { pageConfiguration } from '../../../core/diagnosis/page-configuration.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { bytesOfFile } from '../support/text-file.ts';
import type { Line } from './lines/line.ts';

/** Reads an app-config.json as the page does, and says what is wrong with it and what the page would leave out or replace. */
export async function pageFileLines(file: string, { environment }: Pick<Context, 'environment'>): Promise<Line[]> {
  const text = new TextDecoder().decode(await bytesOfFile(file, environment));
  const line = { check: 'configuration', subject: file } as const;
  try {
    // A path is below the page's own address, which is not known here.
    const requireSafe = (address: string) => isOwnPath(address) || environment.safeAddress(address);
    const { values, warnings } = pageConfiguration(text, (apiBase) => {
      requireSafe(apiBase);
      return apiBase;
    });
    return [
      ...[
        ...warnings,
        ...linkWarnings(values),
        ...receiverWarnings(values.report, requireSafe),
        ...nameWarnings(text),
      ].map((detail): Line => ({
        ...line,
        result: 'warning',
        detail,
      })),
      { ...line, result: 'good', detail: `apiBase ${values.apiBase}` },
    ];
  } catch (thrown) {
    const { message } = Problem.expected(thrown);
    return [{ ...line, result: 'bad', advice: message }];
  }
}

/** A shop that names no brand has a page of the product's name. */
function nameWarnings(text: string): string[] {
  const { brand } = JSON.parse(text) as { brand?: { name?: unknown } };
  return brand?.name === undefined ? ['brand.name is missing: customers read the name of the product'] : [];
}

/** A server of one page answers such a path with the page, as the nginx sample does. */
function linkWarnings({ links }: ConfigurationValues): string[] {
  return Object.entries(links).flatMap(([name, address]) =>
    address !== undefined && isOwnPath(address) && !/\.\w+$/.test(address)
      ? [`links.${name} ${address} has no file ending: the nginx sample answers it with the app`]
      : [],
  );
}

/** The page names an address of the receiver that it cannot use when it connects to it. */
function receiverWarnings({ url }: ConfigurationValues['report'], requireSafe: (address: string) => void): string[] {
  if (url === undefined) return [];
  try {
    requireSafe(url);
    return [];
  } catch (thrown) {
    return [`ignored report.url ${url}: ${Problem.expected(thrown).message}`];
  }
}
