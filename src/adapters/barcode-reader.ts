import type { ReaderOptions } from 'zxing-wasm/reader';

/** Where the decoder's WebAssembly comes from: an address, or its bytes. */
export type DecoderSource = { url: string } | { bytes: () => Promise<Uint8Array> };

/** What can be on a device: QR codes and the common barcodes. */
const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'MicroQRCode', 'DataMatrix', 'Code128', 'Code39', 'Code93', 'EANUPC', 'ITF', 'Codabar'],
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
};

/** Reads one code from a picture. */
export type BarcodeReader = (picture: ImageData | Uint8Array) => Promise<string | undefined>;

/** Loads the decoder, which is large, and hands back what reads with it; undefined means no code in the picture. */
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
