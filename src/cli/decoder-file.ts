import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DECODER = 'zxing_reader.wasm';

/** The image decoder, beside the built program or in its package. */
export function decoderFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = [here, dirname(here)].map((directory) => join(directory, DECODER)).find((path) => existsSync(path));
  return built ?? createRequire(import.meta.url).resolve(`zxing-wasm/reader/${DECODER}`);
}
