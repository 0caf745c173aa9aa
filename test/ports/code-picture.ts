import { readFile } from 'node:fs/promises';
import { prepareZXingModule, writeBarcode, type WriteInputBarcodeFormat } from 'zxing-wasm/writer';

const wasm = (kind: 'reader' | 'writer') =>
  new URL(`../../node_modules/zxing-wasm/dist/${kind}/zxing_${kind}.wasm`, import.meta.url);

/** Reads the decoder's WebAssembly. */
export const readDecoder = (): Promise<Uint8Array> => readFile(wasm('reader'));

/** Renders a code as a PNG. */
export async function codePicture(text: string, format: WriteInputBarcodeFormat = 'QRCode'): Promise<Uint8Array> {
  const bytes = await readFile(wasm('writer'));
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(bytes).buffer },
    equalityFn: () => true,
    fireImmediately: true,
  });
  const { image, error } = await writeBarcode(text, { format, scale: 4 });
  if (!image) throw new Error(`no picture could be made: ${error}`);
  return new Uint8Array(await image.arrayBuffer());
}
