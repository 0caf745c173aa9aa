import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const DECODER = 'zxing_reader.wasm';
const COMPRESSED = `${DECODER}.br`;

/** The image decoder as WebAssembly: in the executable, beside the built program, or in its package. */
export async function readImageDecoder(): Promise<Uint8Array> {
  if (isSea()) return brotliDecompressSync(new Uint8Array(getAsset(COMPRESSED)));
  const here = dirname(fileURLToPath(import.meta.url));
  const built = [here, dirname(here)].map((directory) => join(directory, COMPRESSED)).find((path) => existsSync(path));
  if (built !== undefined) return brotliDecompressSync(await readFile(built));
  return readFile(createRequire(import.meta.url).resolve(`zxing-wasm/reader/${DECODER}`));
}
