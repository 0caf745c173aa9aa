import { describe, expect, test } from 'vitest';
import { OLD_NAMES, oldNamesIn, searchedTexts } from './old-names.ts';

describe('the names that terms of the field have replaced', () => {
  test('No text of the project uses a name that was replaced', () => {
    const texts = searchedTexts();
    expect(texts.size).toBeGreaterThan(500);
    expect(oldNamesIn(texts)).toEqual([]);
  });

  test.each(OLD_NAMES)('The old name %s is found where it is planted', (name) => {
    expect(oldNamesIn(new Map([['planted.ts', `const other = 1; // ${name}, as before`]]))).toEqual([
      `planted.ts: ${name}`,
    ]);
  });

  test('A longer name that contains an old one is not taken for it', () => {
    expect(oldNamesIn(new Map([['other.ts', 'const returnTo = remarkOff(WebTurnstile);']]))).toEqual([]);
  });
});
