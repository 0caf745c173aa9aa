import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { layOut, terminalWidth, lineText, wrapByWidth } from '../../src/cli/commands/doctor/lines/layout.ts';
import type { Line } from '../../src/cli/commands/doctor/lines/line.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'Z', '设', '备', ' ', '，', '-', '9'), maxLength: 200 });
const line: fc.Arbitrary<Line> = fc.record(
  {
    check: fc.constantFrom('call', 'field', 'write', 'channel', 'tls'),
    subject: fc.constantFrom('device.listDevices', 'login', 'order.listLeaseOrders records[].payMoney'),
    method: fc.constant('POST'),
    path: fc.constantFrom('/user/x', '/product/service/mode/x'),
    result: fc.constantFrom('good', 'bad', 'warning', 'skipped', 'note'),
    ms: fc.integer({ min: 0, max: 99_999 }),
    detail: text,
    advice: text,
  },
  { requiredKeys: ['check', 'result', 'method'] },
);
const width = fc.integer({ min: 40, max: 220 });

describe('the layout of doctor', () => {
  test('A wrapped text is as wide as its lines may be at most, and loses no letter', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 2, max: 120 }), async (given, limit) => {
        const lines = await wrapByWidth(given, limit);
        for (const one of lines) expect(stringWidth(one)).toBeLessThanOrEqual(limit);
        expect(lines.join('').replaceAll(' ', '')).toBe(given.replaceAll(' ', ''));
      }),
    );
  });

  test('What was found and what to do never exceed the width of the terminal', async () => {
    await fc.assert(
      fc.asyncProperty(line, width, async (given, limit) => {
        const [, ...more] = await layOut(given, limit);
        for (const words of more) expect(stringWidth(words.join('  '))).toBeLessThanOrEqual(limit);
        for (const one of await lineText(given, limit)) expect(stringWidth(one)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test('A line that fits stays one line, and a long one continues below, indented', async () => {
    const call: Line = { check: 'call', subject: 'order.x', method: 'POST', path: '/x', result: 'bad', ms: 12 };
    expect(await layOut({ ...call, advice: 'fix it' }, 200)).toEqual([
      ['BAD', 'order.x', 'POST /x', '12 ms', '→ fix it'],
    ]);
    expect(await layOut({ ...call, advice: '系统繁忙'.repeat(12) }, 80)).toEqual([
      ['BAD', 'order.x', 'POST /x', '12 ms'],
      [`      → ${'系统繁忙'.repeat(9)}`],
      [`      ${'系统繁忙'.repeat(3)}`],
    ]);
  });

  test('A terminal that does not know its width counts as 80 columns wide, and a pipe has no width', () => {
    const widths = [{ isTTY: true, columns: 120 }, { isTTY: true, columns: 0 }, { isTTY: true }, { columns: 120 }];
    expect(widths.map(terminalWidth)).toEqual([120, 80, 80, Number.POSITIVE_INFINITY]);
  });
});
