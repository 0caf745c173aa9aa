import type { Rules } from './obstacles.ts';

/** The settings of a phone or of the app that change the appearance. */
export interface Appearance {
  name: 'plain' | 'dark' | 'large';
  colorScheme: 'light' | 'dark';
  isLarge: boolean;
  /** The axe rules to check besides sizes. */
  rules: Rules;
}

/** The demo brand that differs from the app in everything that an operator can configure. */
export const OTHER_BRAND = 'demo2';

export const appearances: readonly [Appearance, ...Appearance[]] = [
  { name: 'plain', colorScheme: 'light', isLarge: false, rules: 'all' },
  { name: 'dark', colorScheme: 'dark', isLarge: false, rules: 'of colours' },
  { name: 'large', colorScheme: 'light', isLarge: true, rules: 'none' },
];

/** The other shapes of a screen: a phone on its side, and WeChat on a computer. */
export const wideScreens = [
  { name: 'landscape', width: 844, height: 390 },
  { name: 'computer', width: 1280, height: 800 },
] as const;

/** The appearances that differ in another brand. Large type does not. */
export const appearancesOfOtherBrand = appearances.filter(({ isLarge }) => !isLarge);
