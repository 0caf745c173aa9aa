import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImageFileScanner } from '../../src/adapters/node/image-file-scanner.ts';
import { codePicture, readDecoder } from './code-picture.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'physiolease-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const scan = (content: Uint8Array | string) => {
  const path = join(directory, 'picture');
  writeFileSync(path, content);
  return new ImageFileScanner(path, readDecoder).scan();
};

describe('ImageFileScanner', () => {
  test.each(['https://shop.example/?sno=SN-1&x=a,b', 'SN_0001', '设备'])(
    'ImageFileScanner reads the QR code %j from a picture',
    async (text) => {
      expect(await scan(await codePicture(text))).toEqual({ kind: 'scanned', text });
    },
  );

  test.each(['Code128', 'Code39'] as const)('ImageFileScanner reads a %s barcode from a picture', async (format) => {
    expect(await scan(await codePicture('SN-0001', format))).toEqual({ kind: 'scanned', text: 'SN-0001' });
  });

  test('ImageFileScanner reads a code from a photograph that is a JPEG, turned and blurred', async () => {
    const photograph = readFileSync(new URL('fixtures/photograph.jpg', import.meta.url));
    expect(await scan(photograph)).toEqual({ kind: 'scanned', text: 'https://shop.example/?sno=SN-JPEG' });
  });

  test('ImageFileScanner rejects with scanner if the picture contains no code', async () => {
    await expect(scan(blankPng())).rejects.toMatchObject({ code: 'scanner' });
  });

  test.each([
    ['text', 'no picture'],
    ['nothing', ''],
    ['half a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
  ])('ImageFileScanner refuses a file that holds %s', async (_, content) => {
    await expect(scan(content)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('ImageFileScanner names a missing file', async () => {
    const path = join(directory, 'missing.png');
    await expect(new ImageFileScanner(path, readDecoder).scan()).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('missing.png'),
    });
  });

  test('ImageFileScanner reads nothing when the scan was cancelled before', async () => {
    const scanner = new ImageFileScanner(join(directory, 'missing.png'), readDecoder);
    expect(await scanner.scan(AbortSignal.abort())).toEqual({ kind: 'cancelled' });
  });
});

function blankPng(): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(64, 0);
  header.writeUInt32BE(64, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(64 * 65, 255);
  for (let row = 0; row < 64; row += 1) rows[row * 65] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
