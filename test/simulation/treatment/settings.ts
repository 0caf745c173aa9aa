import type { TreatmentSettings } from '../../../src/core/treatment/settings/settings.ts';
import type { Account } from './device.ts';

const MODES = { A: 'bio', B: 'sleep' } as const;
export type Mode = keyof typeof MODES;

/** A device that runs no longer than this says so to whomever. */
export const SHORT_MINUTES = 8;

/** Each person uses minutes of their own, which mark what is theirs. */
export const MINUTES_OF: Readonly<Record<Account, readonly number[]>> = {
  me: [10, 20],
  you: [12, 24],
  stranger: [14, 28],
};

/** Two settings, which differ in their function and their minutes. */
export function settingsOf(account: Account, mode: Mode): TreatmentSettings {
  const [short = 0, long = 0] = MINUTES_OF[account];
  return { function: MODES[mode], auxiliary: 'none', workMinutes: mode === 'A' ? short : long };
}
