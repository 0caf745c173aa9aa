import { assert, pre, property, stringMatching } from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { SPELLINGS } from '../../contract/spellings.ts';

const looseDays = /-(29|30|31)(?!\d)/;
const forms = Object.entries(SPELLINGS).flatMap(([name, { decoder, texts = [] }]) =>
  texts.map((form) => ({ name, decoder, ...form })),
);

describe('the documents’ descriptions of texts', () => {
  test.each(forms)(
    'The app reads every text that matches the description of $name: $description',
    ({ decoder, pattern, example }) => {
      expect([v.is(decoder, example), pattern.test(example)]).toEqual([true, true]);
      assert(
        property(stringMatching(pattern), (text) => {
          pre(!looseDays.test(text));
          expect(v.is(decoder, text)).toBe(true);
        }),
      );
    },
  );

  test.each([
    ['Yuan', ['', 'free', '1.234', '1,5', '¥3'], ['0', '19.90', '-3.5']],
    [
      'Time',
      ['soon', '01/04/2026', '2026-13-01', '2026-01-01 24:00'],
      ['1772413200000', '2026-03-02', '2026-03-02 09:00:00'],
    ],
    ['Number', ['', 'many', '1,5'], ['3', '-1', '0.5']],
  ])('The description of %s is narrower than every text', (name, not, yes) => {
    const { texts = [] } = SPELLINGS[name] ?? {};
    expect([...not, ...yes].filter((text) => texts.some(({ pattern }) => pattern.test(text)))).toEqual(yes);
  });
});
