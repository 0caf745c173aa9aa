import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatQuery, parseQuery } from '../../src/core/basics/query-string.ts';

const texts = fc.string({ unit: 'grapheme' });

test('Parameters keep their values and order after formatting and parsing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.tuple(
          texts.filter((name) => name !== ''),
          texts,
        ),
        { selector: ([name]) => name },
      ),
      (pairs) => {
        expect([...parseQuery(formatQuery(pairs))]).toEqual(pairs);
      },
    ),
  );
});

test('Any text can be read as a query', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseQuery(text)));
});

test('A broken escape is left as it is written', () => {
  expect(parseQuery('?a=%E4%BD&b=%&c=1+1').get('a')).toBe('%E4%BD');
  expect(parseQuery('b=%&c=1+1').get('c')).toBe('1 1');
});

test('The first value of a repeated name counts, and values may contain an equals sign', () => {
  expect([...parseQuery('?a=1&a=2&&b&c==x=')]).toEqual([
    ['a', '1'],
    ['b', ''],
    ['c', '=x='],
  ]);
  expect([...parseQuery('#a=b?c#d')]).toEqual([['a', 'b?c#d']]);
});

test('A parameter may have a name that every JavaScript object inherits', () => {
  const parameters = parseQuery('__proto__=1&constructor=2&toString=3');
  expect([...parameters.keys()]).toEqual(['__proto__', 'constructor', 'toString']);
  expect(parseQuery('').get('toString')).toBeUndefined();
});

test('A query without parameters has no question mark', () => {
  expect(formatQuery([])).toBe('');
  expect(formatQuery([['a b', '&=']])).toBe('?a%20b=%26%3D');
});
