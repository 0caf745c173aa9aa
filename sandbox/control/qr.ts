import { encode, renderSVG } from 'uqr';
import { png } from '../png.ts';

const PIXELS = 8;
const BORDER = 4;

/** The content of the code on a device's sticker. */
export function deviceLink(sno: string): string {
  return `https://example.org/device?sno=${encodeURIComponent(sno)}`;
}

export function qrSvg(text: string): string {
  return renderSVG(text, { border: 2 });
}

/** The QR code as a black and white PNG. */
export function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { border: BORDER });
  return png(size * PIXELS, (x, y) => [data[Math.floor(y / PIXELS)]?.[Math.floor(x / PIXELS)] ? 0 : 255]);
}
