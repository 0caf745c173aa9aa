import type { Input } from './surroundings.ts';

/** What comes in on stdin, to its end or a little past `limit` characters. */
export async function textOf(stdin: Input, limit: number): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) {
    text += String(part);
    if (text.length > limit) break;
  }
  return text;
}
