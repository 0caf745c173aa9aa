import { readFileSync, statSync, type Stats } from 'node:fs';
import { jsonFault } from '../../core/basics/json-fault.ts';
import { Problem } from '../../core/problem.ts';
import { readFailure } from '../input/stdin.ts';
import { shellWord } from '../words/text.ts';

/** A key by which a file could set values invisibly. */
const PROTOTYPE_KEY = '__proto__';

/** Maximum size of a configuration file, bytes. */
const MAX_BYTES = 1_048_576;

const ROOT = 0;
const OTHERS_WRITE = 0o022;

/** The parsed file, or undefined if there is none. Throws the Problem `configuration` with its path. `isOwn` refuses a file that another user could have written. */
export function readJsonFile(path: string, { isOwn = false } = {}): Record<string, unknown> | undefined {
  const cure = isOwn ? '. HOME must be that of the user who runs physio: with sudo, use sudo -H' : '';
  const stats = readable(path, cure, () => statSync(path, { throwIfNoEntry: false }));
  if (!stats) return undefined;
  if (isOwn) requireOwnFile(path, stats);
  requirePlainFile(path, stats);
  const text = readable(path, cure, () => readFileSync(path, 'utf8')).replace(/^\ufeff/, ''); // some editors of Windows write a byte order mark
  let json: unknown;
  try {
    json = JSON.parse(text, (key, value: unknown) => (key === PROTOTYPE_KEY ? undefined : value));
  } catch (cause) {
    const message = `${path} is not valid JSON, ${jsonFault(text, cause)}; fix or delete it`;
    throw new Problem('configuration', { message, cause });
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new Problem('configuration', { message: `${path} must contain a JSON object; fix or delete it` });
}

/** A file that cannot be read is neither missing nor damaged. */
function readable<Result>(path: string, cure: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new Problem('configuration', { message: `Could not read ${path}: ${readFailure(cause)}${cure}`, cause });
  }
}

/** Reading a pipe could block forever; reading a huge file could exhaust the memory. */
function requirePlainFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new Problem('configuration', { message: `${path} is not a file; fix or delete it` });
  if (stats.size > MAX_BYTES)
    throw new Problem('configuration', { message: `${path} is too large for a configuration file; fix or delete it` });
}

/** Throws the Problem `configuration` for a file that another user could have written: it decides whom to trust and where customers pay. Windows is not checked. */
function requireOwnFile(path: string, { uid, mode }: Stats): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  if (uid !== self && uid !== ROOT)
    throw new Problem('configuration', { message: `${path} belongs to another user; fix or delete it` });
  if (mode & OTHERS_WRITE)
    throw new Problem('configuration', {
      message: `${path} is writable by other users; run: chmod 600 ${shellWord(path)}`,
    });
}
