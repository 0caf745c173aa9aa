import { readFileSync } from 'node:fs';
import { Problem } from '../core/problem.ts';

/** A key by which a file could put values under all others, with nobody seeing where they come from. */
const PROTOTYPE = '__proto__';

/** The parsed file. Throws the Problem `configuration` that names it. */
export function readJsonFile(path: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => (key === PROTOTYPE ? undefined : value));
  } catch (cause) {
    throw new Problem('configuration', { message: `${path} cannot be read as JSON; mend it or remove it`, cause });
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw new Problem('configuration', { message: `${path} must hold a JSON object; mend it or remove it` });
}
