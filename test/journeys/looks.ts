/** How a person has set their phone, or the app. */
export interface Look {
  name: 'plain' | 'dark' | 'large';
  colorScheme: 'light' | 'dark';
  isLarge: boolean;
}

export const looks: readonly Look[] = [
  { name: 'plain', colorScheme: 'light', isLarge: false },
  { name: 'dark', colorScheme: 'dark', isLarge: false },
  { name: 'large', colorScheme: 'light', isLarge: true },
];
