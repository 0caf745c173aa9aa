import { crc32, deflateSync } from 'node:zlib';
import { encode, renderSVG } from 'uqr';

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
  const width = size * PIXELS;
  const rows = Array.from({ length: width }, (_, y) => {
    const row = Buffer.alloc(width + 1);
    for (let x = 0; x < width; x += 1) row[x + 1] = data[Math.floor(y / PIXELS)]?.[Math.floor(x / PIXELS)] ? 0 : 255;
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
