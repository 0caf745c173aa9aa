import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest } from '../../src/cli/output/closest.ts';
import { HARD_SPACE, sectionLines, wrap } from '../../src/cli/help/layout.ts';

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
