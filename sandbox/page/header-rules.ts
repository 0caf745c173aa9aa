import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Response headers by path pattern: an exact path, or one that ends in `*`. */
export type HeaderRules = Record<string, Record<string, string>>;

export interface Origins {
  api: string;
  ws: string;
}

/** The header rules of the build; none if the build has no headers.json. */
export async function readHeaderRules(directory: string): Promise<HeaderRules> {
  try {
    return JSON.parse(await readFile(path.join(directory, 'headers.json'), 'utf8')) as HeaderRules;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw thrown;
  }
}

/** The headers of one path. If two rules set the same header, the longer pattern wins; of equally long ones, the later wins. */
export function headersFor(rules: HeaderRules, pathname: string, { api, ws }: Origins): Record<string, string> {
  const matching = Object.entries(rules).filter(([pattern]) => matches(pattern, pathname));
  const bySpecificity = matching.toSorted(([one], [other]) => one.length - other.length);
  const headers: Record<string, string> = {};
  for (const [, values] of bySpecificity) {
    for (const [name, value] of Object.entries(values))
      headers[name.toLowerCase()] = value.replaceAll('{api}', api).replaceAll('{ws}', ws);
  }
  return headers;
}

function matches(pattern: string, pathname: string): boolean {
  return pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pathname === pattern;
}
