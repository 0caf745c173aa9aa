import type { ReaderOptions } from 'zxing-wasm/reader';

/** The source of the decoder's WebAssembly: a URL or the bytes. */
export type DecoderSource = { url: string } | { bytes: () => Promise<Uint8Array> };

/** Device labels carry QR codes or common barcodes. */
const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'MicroQRCode', 'DataMatrix', 'Code128', 'Code39', 'Code93', 'EANUPC', 'ITF', 'Codabar'],
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
};

/** Reads one code from a picture. Resolves to undefined if the picture contains no code. */
export type BarcodeReader = (picture: ImageData | Uint8Array) => Promise<string | undefined>;

/** Loads the decoder on demand, because it is large. A failed load can be retried. */
export async function loadBarcodeReader(source: DecoderSource): Promise<BarcodeReader> {
  const { prepareZXingModule, purgeZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const overrides =
    'url' in source ? { locateFile: () => source.url } : { wasmBinary: toArrayBuffer(await source.bytes()) };
  try {
    await prepareZXingModule({ overrides, equalityFn: () => true, fireImmediately: true });
  } catch (thrown) {
    purgeZXingModule();
    throw thrown;
  }
  return async (picture) => (await readBarcodes(picture, OPTIONS))[0]?.text;
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
