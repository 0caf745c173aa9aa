import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDeviceList } from '../../src/cli/commands/device/check/given/device-list.ts';
import { DeviceNumbers } from '../../src/cli/commands/device/check/given/numbers.ts';

const list = (text: string, bytes?: number) => ({ stream: Readable.from([text]), bytes });

async function all(numbers: DeviceNumbers): Promise<[string, number | undefined][]> {
  const seen: [string, number | undefined][] = [];
  for await (const { code } of numbers) seen.push([code, numbers.share]);
  return seen;
}

/** The codes of a list that arrives in parts of `size` bytes. */
async function codesIn(content: string | Uint8Array, size = 7): Promise<string[]> {
  const bytes = Buffer.from(content as string);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const codes: string[] = [];
  for await (const { code, line } of readDeviceList(Readable.from(parts), () => {})) codes.push(`${line} ${code}`);
  return codes;
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('the devices of a command line', () => {
  test('A list takes the place of its argument', async () => {
    const seen = await all(new DeviceNumbers(['DEV-A1', list('DEV-B1\n\n  DEV-B2 \r\n'), 'DEV-A2']));
    expect(seen.map(([code]) => code)).toEqual(['DEV-A1', 'DEV-B1', 'DEV-B2', 'DEV-A2']);
  });

  test('A device that occurs twice is checked once, also if it is given as a link or in other letters', async () => {
    const seen = await all(
      new DeviceNumbers(['DEV-A1', list('DEV-B1\nhttps://x.example/?sno=DEV-A1\nDEV-B1\n!\n!\n'), 'dev-b1']),
    );
    expect(seen.map(([code]) => code)).toEqual(['DEV-A1', 'DEV-B1', '!']);
  });

  test('The progress is known for arguments and files but not for pipes', async () => {
    expect(await all(new DeviceNumbers(['DEV-A1', 'DEV-A2']))).toEqual([
      ['DEV-A1', 0.5],
      ['DEV-A2', 1],
    ]);
    expect(await all(new DeviceNumbers([list('DEV-B1\nDEV-B2\n', 14)]))).toEqual([
      ['DEV-B1', 0.5],
      ['DEV-B2', 1],
    ]);
    expect(await all(new DeviceNumbers([list('DEV-B1\n')]))).toEqual([['DEV-B1', undefined]]);
  });

  test('A hundred thousand lines are read as they are consumed, not all at once', async () => {
    let given = 0;
    function* lines() {
      for (; given < 100_000; given += 1) yield `DEV${given}\n`;
    }
    for await (const _ of new DeviceNumbers([{ stream: Readable.from(lines()) }])) break;
    expect(given).toBeLessThan(5_000);
  });
});

describe('a list of devices', () => {
  test('Comments and blank lines are skipped, and each code keeps the number of its line', async () => {
    expect(await codesIn('# the shop\n\nPL10001\n  # upstairs\nPL10002 # by the door\n \t \nPL10003')).toEqual([
      '3 PL10001',
      '5 PL10002',
      '7 PL10003',
    ]);
  });

  test.each([
    ['commas', 'PL10001,家用理疗仪,一楼\nPL10002,,\n'],
    ['semicolons', 'PL10001;家用理疗仪\nPL10002;\n'],
    ['tabs', 'PL10001\t家用理疗仪\nPL10002\t\n'],
    ['quotes', '"PL10001","a ""big"" one, upstairs"\n "PL10002" ,x\n'],
    ['an empty last row', 'PL10001,a\nPL10002,b\n,,\n'],
  ])('The first column of a CSV with %s is read', async (_, text) => {
    expect(await codesIn(text)).toEqual(['1 PL10001', '2 PL10002']);
  });

  test.each([
    '设备编号,名称',
    '"设备编号","名称"',
    '设备编号',
    'sno',
    'SNO,name',
    'Device Number',
    'device_id;area',
    'Serial number,Model',
    'device',
    '#,name\nsno,name',
  ])('The header %j is skipped', async (header) => {
    expect((await codesIn(`${header}\nPL10001,x\n`)).map((code) => code.split(' ')[1])).toEqual(['PL10001']);
  });

  test.each(['!', 'PL1,x', '设备 10001', 'hello world', 'KIOSK'])(
    'A first line %j is no header: it is reported if it is no number',
    async (first) => {
      expect(await codesIn(`${first}\nPL10001\n`)).toHaveLength(2);
    },
  );

  test('The apostrophe that marks a number as text for a spreadsheet is no part of the number', async () => {
    expect(await codesIn(`'0012345,A\n"'0012346",B\n'0012347\n`)).toEqual(['1 0012345', '2 0012346', '3 0012347']);
  });

  test('A header is skipped in the first row only', async () => {
    expect(await codesIn('PL10001\nsno\nPL10002\n')).toEqual(['1 PL10001', '2 sno', '3 PL10002']);
  });

  test('A row without a number in its first column is reported with its whole text', async () => {
    expect(await codesIn('PL10001,x\n,PL10002\n')).toEqual(['1 PL10001', '2 ,PL10002']);
  });

  test('A link and a scanned barcode stay whole, although they contain a separator', async () => {
    const link = 'https://x.example/go?a=1,2&sno=PL10001#/a;b';
    expect(await codesIn(`${link}\nCODE_128,PL10002\n`)).toEqual([`1 ${link}`, '2 CODE_128,PL10002']);
  });

  test('A list may be UTF-8 or UTF-16 with a byte order mark, in any parts and with any line ends', async () => {
    const rows = fc.array(fc.constantFrom('PL10001', 'PL10002,高光波理疗仪', '# 一楼', '', '"PL10003","x"', '!'), {
      maxLength: 8,
    });
    const encodings = fc.constantFrom<(text: string) => Buffer>(
      (text) => Buffer.from(text),
      (text) => Buffer.from(`\ufeff${text}`),
      utf16,
      (text) => utf16(text).swap16(),
    );
    await fc.assert(
      fc.asyncProperty(
        rows,
        encodings,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (lines, encode, end, ends, size) => {
          const plain = await codesIn(Buffer.from(lines.join('\n')), 1_000);
          expect(await codesIn(encode(lines.join(end) + (ends ? end : '')), size)).toEqual(plain);
        },
      ),
    );
  });

  test('A stream without line ends is not stored as a whole', async () => {
    const endless = Readable.from(Array.from({ length: 100 }, () => 'x'.repeat(10_000)));
    const codes: string[] = [];
    for await (const { code } of readDeviceList(endless, () => {})) codes.push(code);
    expect(codes.map((code) => code.length)).toEqual([80]);
  });
});
