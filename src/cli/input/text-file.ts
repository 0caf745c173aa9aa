import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { Problem } from '../../core/problem.ts';
import type { CliEnvironment } from '../environment.ts';
import { withHome } from './home-path.ts';
import { readFailure } from './stdin.ts';
import { looksLikeSecret } from '../words/secret-text.ts';
import { shellWord } from '../words/text.ts';

/** A report has fewer than 2,000 characters. */
const MAX_BYTES = 1_048_576;
export const STDIN = '-';

/**
 * The text of a file, or of stdin: UTF-8, UTF-16 with a byte order mark, or the encoding of Chinese Windows. Throws the Problem `invalid-input`
 * if it cannot be read, is too large or is no text.
 */
export async function textOfFile(file: string, environment: CliEnvironment): Promise<string> {
  const text = decoded(await bytesOfFile(file, environment));
  if (text === undefined) throw notText(nameOf(file));
  return text;
}

/** The content of a file, or of stdin. Throws the Problem `invalid-input` if it cannot be read or is too large. */
export function bytesOfFile(file: string, environment: CliEnvironment): Promise<Buffer> {
  const { stdin, directory } = environment;
  return bytesOf(
    file === STDIN ? stdin : createReadStream(resolve(directory, withHome(file, environment))),
    nameOf(file),
  );
}

export function notText(name: string): Problem {
  return new Problem('invalid-input', { message: `${name} is not a text file: save the feedback as plain text` });
}

/** A file name for a message. A name that looks like a secret is not repeated. */
export function nameOf(file: string): string {
  if (file === STDIN) return 'stdin';
  return looksLikeSecret(file) ? 'the file' : shellWord(file);
}

async function bytesOf(source: AsyncIterable<unknown>, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of source) {
      const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
      parts.push(bytes);
      length += bytes.length;
      if (length > MAX_BYTES) break;
    }
  } catch (cause) {
    throw new Problem('invalid-input', { message: `Could not read ${name}: ${readFailure(cause)}`, cause });
  }
  if (length > MAX_BYTES)
    throw new Problem('invalid-input', { message: `${name} is larger than 1 MB: give the text alone` });
  return Buffer.concat(parts);
}

function decoded(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return decodedAs(marked, bytes) ?? decodedAs('gb18030', bytes);
}

function decodedAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
