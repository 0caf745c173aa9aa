/** What a real server, its devices and its WeChat may do, and this sandbox does only when it is told to. */
export const HABITS = [
  'listsEnded',
  'takesEveryCommand',
  'keepsSettings',
  'resetsMinutes',
  'reportsByTheMinute',
  'codesInStatus',
  'severalCards',
  'namesOthersEnd',
  'omitsOwners',
  'omitsPrices',
  'unknownStatus',
  'chargesCancelled',
] as const;

export type Habit = (typeof HABITS)[number];
export type Habits = Record<Habit, boolean>;

/** All habits off. */
export function kind(): Habits {
  return Object.fromEntries(HABITS.map((habit) => [habit, false])) as Habits;
}
