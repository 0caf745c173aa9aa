import { assert, pre, property, stringMatching } from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { SPELLINGS } from '../../contract/spellings.ts';

const looseDays = /-(29|30|31)(?!\d)/;

describe('a text that looks as the documents say is read by the app', () => {
  it.each(Object.entries(SPELLINGS).flatMap(([name, { decoder, pattern }]) => (pattern ? [{ name, decoder, pattern }] : [])))('$name', ({ decoder, pattern }) => {
    assert(
      property(stringMatching(pattern), (text) => {
        pre(!looseDays.test(text));
        expect(v.is(decoder, text)).toBe(true);
      }),
    );
  });

  it.each([
    ['Yuan', ['', 'free', '1.234', '1,5', '¥3'], ['0', '19.90', '-3.5']],
    ['Time', ['soon', '01/04/2026', '2026-13-01', '2026-01-01 24:00'], ['1772413200000', '2026-03-02', '2026-03-02 09:00:00']],
    ['Number', ['', 'many', '1,5'], ['3', '-1', '0.5']],
  ])('%s is not everything that is a text', (name, not, yes) => {
    const pattern = SPELLINGS[name]?.pattern ?? /./;
    expect([...not, ...yes].filter((text) => pattern.test(text))).toEqual(yes);
  });
});
