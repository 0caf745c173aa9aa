import { readFile, stat } from 'node:fs/promises';
import { Problem } from '../../core/problem.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';
import { loadBarcodeReader } from '../barcode-reader.ts';

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** Reads a code from a PNG or JPEG file. */
export class ImageFileScanner implements Scanner {
  /** `readDecoder` returns the decoder's WebAssembly. */
  constructor(
    private readonly path: string,
    private readonly readDecoder: () => Promise<Uint8Array>,
  ) {}

  async scan(signal?: AbortSignalLike): Promise<ScanOutcome> {
    if (signal?.aborted) return { kind: 'cancelled' };
    const picture = await this.picture();
    const read = await loadBarcodeReader({ bytes: this.readDecoder });
    const text = await read(picture).catch((cause: unknown) => {
      throw this.unusable('is not a readable image', cause);
    });
    if (signal?.aborted) return { kind: 'cancelled' };
    if (!text) throw new Problem('scanner', { message: `No readable code in ${this.path}` });
    return { kind: 'scanned', text };
  }

  private async picture(): Promise<Uint8Array> {
    const picture = await this.file();
    const known = SIGNATURES.some((signature) => signature.every((byte, index) => picture[index] === byte));
    if (!known) throw this.unusable('is not a PNG or JPEG image');
    return picture;
  }

  private async file(): Promise<Uint8Array> {
    try {
      const { size } = await stat(this.path);
      if (size <= MAX_FILE_BYTES) return await readFile(this.path);
    } catch (cause) {
      throw this.unusable('cannot be opened', cause);
    }
    throw this.unusable('is too large for an image of a code');
  }

  private unusable(why: string, cause?: unknown): Problem {
    return new Problem('invalid-input', { message: `${this.path} ${why}`, cause });
  }
}
