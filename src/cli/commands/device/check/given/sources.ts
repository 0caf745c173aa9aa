import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Problem } from '../../../../../core/problem.ts';
import type { CliEnvironment } from '../../../../environment.ts';
import { withHome } from '../../../../input/home-path.ts';
import { readFailure } from '../../../../input/stdin.ts';
import type { DeviceList } from './numbers.ts';

/** The arguments and the files, with stdin in place of the first `-`. Throws the Problem `invalid-input` if a file cannot be read. */
export async function sourcesOf(
  codes: readonly string[],
  files: readonly string[],
  environment: CliEnvironment,
): Promise<(string | DeviceList)[]> {
  const paths = files.filter((file) => file !== '-');
  const given = paths.length === files.length ? codes : [...codes, '-'];
  const first = given.indexOf('-');
  const sources = given.flatMap((code, at): (string | DeviceList)[] => {
    if (code !== '-') return [code];
    return at === first ? [{ stream: environment.stdin, bytes: environment.stdinBytes }] : [];
  });
  for (const path of paths) sources.push(await listIn(path, environment));
  return sources;
}

async function listIn(file: string, environment: CliEnvironment): Promise<DeviceList> {
  const path = resolve(environment.directory, withHome(file, environment));
  try {
    const opened = await open(path);
    const stats = await opened.stat();
    if (!stats.isDirectory())
      return { stream: opened.createReadStream(), bytes: stats.isFile() ? stats.size : undefined };
    await opened.close();
  } catch (cause) {
    throw unreadable(file, readFailure(cause));
  }
  throw unreadable(file, 'it is a directory');
}

function unreadable(file: string, why: string): Problem {
  return new Problem('invalid-input', { message: `could not read --file ${file}: ${why}` });
}
