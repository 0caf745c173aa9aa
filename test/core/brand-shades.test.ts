import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brandShades,
  pairsOf,
  SCHEMES,
  shadesFor,
  type SchemeName,
  type Shades,
} from '../../src/core/basics/brand-shades.ts';
import { contrast, mix, parseColour } from '../../src/core/basics/colour.ts';

const schemes = ['light', 'dark'] as const;
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const lackingContrast = (shades: Shades, name: SchemeName) =>
  pairsOf(shades, SCHEMES[name]).filter(([one, other, needed]) => contrast(one, other) < needed);

/** The values of the design tokens of one scheme. */
function tokensOf(name: SchemeName): Map<string, string> {
  const [light = '', dark = ''] = readFileSync('src/ui/tokens.css', 'utf8').split('prefers-color-scheme: dark');
  return new Map(
    Array.from((name === 'light' ? light : dark).matchAll(/--([\w-]+): (#\w{6});/g), ([, token = '', value = '']) => [
      token,
      value,
    ]),
  );
}

test('Contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'));
  expect(contrast('#0b6a5c', '#0b6a5c')).toBe(1);
});

test('A mixture lies between its two colours', () => {
  expect([0, 0.5, 1].map((share) => mix('#00ff10', '#ff0020', share))).toEqual(['#00ff10', '#808018', '#ff0020']);
});

test('A colour is written with three or six hexadecimal digits', () => {
  expect(['#7B3FA0', '#a3F'].map(parseColour)).toEqual(['#7b3fa0', '#aa33ff']);
  for (const text of ['purple', '7b3fa0', '#7b3f', '#7b3fa0ff', '#ggg', ' #fff', 'rgb(1, 2, 3)', ''])
    expect(parseColour(text)).toBeUndefined();
});

describe.each(schemes)('In the %s scheme', (name) => {
  test('the shades know the grounds and inks of the design tokens', () => {
    const tokens = tokensOf(name);
    expect(SCHEMES[name].grounds).toEqual(['paper', 'surface', 'surface-sunk'].map((token) => tokens.get(token)));
    expect(SCHEMES[name].inks).toEqual(['ink', 'ink-soft'].map((token) => tokens.get(token)));
  });

  test('the tokens of the app itself have enough contrast', () => {
    const tokens = tokensOf(name);
    const own = Object.fromEntries(
      Object.keys(shadesFor('#0b6a5c', name)).map((token) => [token, tokens.get(token) ?? '']),
    ) as Shades;
    expect(Object.values(own)).not.toContain('');
    expect(lackingContrast(own, name)).toEqual([]);
  });

  test('every accent leads to shades with enough contrast', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        expect(lackingContrast(shadesFor(accent, name), name)).toEqual([]);
      }),
    );
  });

  test('an accent with enough contrast stays as it is', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const shades = shadesFor(accent, name);
        expect(shadesFor(shades.accent, name)).toEqual(shades);
        if (lackingContrast(SCHEMES[name].shadesOf(accent), name).length === 0) expect(shades.accent).toBe(accent);
      }),
    );
  });

  test('black and white lead to shades with enough contrast', () => {
    for (const accent of ['#000000', '#ffffff']) expect(lackingContrast(shadesFor(accent, name), name)).toEqual([]);
  });
});

test('Any two colours lead to readable shades, and each adjusted one is named with the colour in its place', () => {
  fc.assert(
    fc.property(colour, colour, (accent, accentDark) => {
      const { light, dark, adjusted } = brandShades({ accent, accentDark });
      if (!light || !dark) throw new Error('a scheme has no shades');
      expect([...lackingContrast(light, 'light'), ...lackingContrast(dark, 'dark')]).toEqual([]);
      expect(adjusted).toEqual([
        ...(light.accent === accent ? [] : [{ field: 'accent', used: light.accent }]),
        ...(dark.accent === accentDark ? [] : [{ field: 'accentDark', used: dark.accent }]),
      ]);
    }),
  );
});

test('A missing dark accent is a comfortable one of the light accent, which nobody has to be told', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const { dark, adjusted } = brandShades({ accent });
      if (!dark) throw new Error('the dark scheme has no shades');
      expect(Math.min(...SCHEMES.dark.grounds.map((ground) => contrast(dark.accent, ground)))).toBeGreaterThanOrEqual(
        7,
      );
      expect(lackingContrast(dark, 'dark')).toEqual([]);
      expect(adjusted.filter(({ field }) => field === 'accentDark')).toEqual([]);
    }),
  );
});

test('What is no colour keeps the tokens of the app', () => {
  expect(brandShades({ accent: 'purple', accentDark: '#12' })).toEqual({ adjusted: [] });
  expect(brandShades({ accentDark: '#cfaaf0' })).toMatchObject({ dark: { accent: '#cfaaf0' } });
  expect(brandShades({ accentDark: '#cfaaf0' }).light).toBeUndefined();
  expect(brandShades({})).toEqual({ adjusted: [] });
});
