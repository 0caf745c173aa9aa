import * as v from 'valibot';
import { type Habit, HABITS, type Habits } from '../world/habits.ts';

/** The habits that the app can meet all at once. */
const TOGETHER: readonly Habit[] = HABITS;

const shape = v.partial(v.strictObject({ unkind: v.boolean(), ...v.entriesFromList(HABITS, v.boolean()) }));

/** Switches habits of the server; `unkind` switches all that go together. */
export function changeHabits(habits: Habits, body: unknown): void {
  const { unkind, ...changed } = v.parse(shape, body);
  if (unkind !== undefined) for (const habit of TOGETHER) habits[habit] = unkind;
  Object.assign(habits, changed);
}
