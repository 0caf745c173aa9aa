import type { Rules } from './obstacles.ts';

/** How a person has set their phone, or the app. */
export interface Look {
  name: 'plain' | 'dark' | 'large';
  colorScheme: 'light' | 'dark';
  isLarge: boolean;
  /** What has to be examined in it, beside sizes. */
  rules: Rules;
}

export const looks: readonly Look[] = [
  { name: 'plain', colorScheme: 'light', isLarge: false, rules: 'all' },
  { name: 'dark', colorScheme: 'dark', isLarge: false, rules: 'of colours' },
  { name: 'large', colorScheme: 'light', isLarge: true, rules: 'none' },
];
