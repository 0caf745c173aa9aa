import type { Input } from '../environment.ts';

/** The text from stdin, read to its end or just past `limit` characters. */
export async function textOf(stdin: Input, limit: number): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) {
    text += String(part);
    if (text.length > limit) break;
  }
  return text;
}
