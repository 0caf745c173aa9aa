import { readFileSync, statSync } from 'node:fs';
import { Problem } from '../core/problem.ts';
import { shellWord } from './text.ts';

/** A key by which a file could put values under all others, with nobody seeing where they come from. */
const PROTOTYPE = '__proto__';

/** No configuration is larger; bytes. */
const LARGEST = 1_048_576;

const ROOT = 0;
const OTHERS_WRITE = 0o022;

/** The parsed file. Throws the Problem `configuration` that names it. */
export function readJsonFile(path: string): Record<string, unknown> {
  requirePlainFile(path);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => (key === PROTOTYPE ? undefined : value));
  } catch (cause) {
    throw new Problem('configuration', { message: `${path} cannot be read as JSON; mend it or remove it`, cause });
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new Problem('configuration', { message: `${path} must hold a JSON object; mend it or remove it` });
}

/** A pipe would be waited for without end, and a huge file fill the memory. */
function requirePlainFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new Problem('configuration', { message: `${path} is not a file; fix or delete it` });
  if (stats.size > LARGEST) throw new Problem('configuration', { message: `${path} is too large for a configuration; fix or delete it` });
}

/** Throws the Problem `configuration` for a file that somebody else could have written: it says whom to trust and where customers pay. Windows has no such owner. */
export function requireOwnFile(path: string): void {
  const { uid, mode } = statSync(path);
  const self = process.getuid?.();
  if (self === undefined) return;
  if (uid !== self && uid !== ROOT) throw new Problem('configuration', { message: `${path} belongs to somebody else; fix or delete it` });
  if (mode & OTHERS_WRITE) throw new Problem('configuration', { message: `${path} can be changed by others; run: chmod 600 ${shellWord(path)}` });
}
