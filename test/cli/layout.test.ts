import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest } from '../../src/cli/output/closest.ts';
import { HARD_SPACE, sectionLines, wrap } from '../../src/cli/help/layout.ts';
import stringWidth from 'string-width';
import { layOut, terminalWidth, lineText, wrapByWidth } from '../../src/cli/commands/doctor/lines/layout.ts';
import type { Line } from '../../src/cli/commands/doctor/lines/line.ts';

const word = fc.stringMatching(/^[a-z]{1,12}$/);

describe('wrap', () => {
  test('The lines have all words in their order, and none is too wide unless it is a single word', () => {
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 1, max: 60 }), (words, width) => {
        const lines = wrap(words.join(' '), width);
        expect(lines.flatMap((line) => line.split(' '))).toEqual(words);
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });

  test('No line breaks at a hard space', () => {
    expect(wrap(`All codes: physio${HARD_SPACE}help`, 14)).toEqual(['All codes:', 'physio help']);
  });
});

describe('a list of terms', () => {
  const terms = [
    { term: '--a', about: 'short words' },
    { term: '--an-option-that-is-long <value>', about: 'more words' },
  ];

  test('A long term stands above its description, which starts in the column of the others', () => {
    expect(sectionLines({ title: 'Options', blocks: [{ terms }] }, 80)).toEqual([
      'Options:',
      '  --a  short words',
      '  --an-option-that-is-long <value>',
      '       more words',
    ]);
  });

  test('On a narrow terminal, every description stands below its term', () => {
    expect(sectionLines({ title: 'Options', blocks: [{ terms }] }, 30)).toEqual([
      'Options:',
      '  --a',
      '      short words',
      '  --an-option-that-is-long <value>',
      '      more words',
    ]);
  });
});

describe('closest', () => {
  test('A word with one letter changed, lost, added or two swapped is recognized', () => {
    for (const typed of ['chack', 'chek', 'checkk', 'hceck'])
      expect(closest(typed, ['list', 'check', 'show'])).toBe(' (Did you mean check?)');
  });

  test('A word that is not close gets no suggestion', () => {
    for (const typed of ['nonsense', 'x', '', 'ls']) expect(closest(typed, ['list', 'check', 'show'])).toBe('');
  });

  test('A known word is the closest to itself', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1 }), ([known = '', ...others]) => {
        fc.pre(known.length > 1);
        expect(closest(known, [...others, known])).toBe(` (Did you mean ${known}?)`);
      }),
    );
  });
});

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
