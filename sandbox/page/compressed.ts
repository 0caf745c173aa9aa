import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const WORTHWHILE = 512;
const MOST = 500;

/** The best encoding that the browser accepts, or undefined. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const taken = new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : undefined;
}

export function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Compresses each content once and keeps the result in memory. */
export class Compressor {
  private readonly kept = new Map<string, Promise<Buffer>>();

  /** The content in this encoding, or undefined if it is too small to benefit. */
  compress(content: Buffer, digest: string, encoding: Encoding): Promise<Buffer> | undefined {
    if (content.length < WORTHWHILE) return undefined;
    const key = `${encoding} ${digest}`;
    const kept = this.kept.get(key);
    if (kept) return kept;
    if (this.kept.size >= MOST) this.kept.clear();
    const made =
      encoding === 'br' ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : zip(content);
    this.kept.set(key, made);
    return made;
  }
}
