import type { Clock } from '../../ports/clock.ts';

/** The year 2020: no smaller number that the app remembers is an instant. */
const EARLIEST = Date.UTC(2020, 0);

/** True if a remembered number is an instant, epoch ms. */
function isInstant(number: number): boolean {
  return number >= EARLIEST;
}

/**
 * Returns the value with each instant in its plain objects and lists moved. Objects of a class stay as they are, and so
 * does a value in which nothing moves.
 */
export function withInstants<Value>(value: Value, move: (at: number) => number): Value {
  return movedIn(value, move) as Value;
}

/** Returns the instants in the plain objects and lists of the value. */
export function instantsIn(value: unknown): number[] {
  const found: number[] = [];
  withInstants(value, (at) => {
    found.push(at);
    return at;
  });
  return found;
}

function movedIn(value: unknown, move: (at: number) => number): unknown {
  if (typeof value === 'number') return isInstant(value) ? move(value) : value;
  if (Array.isArray(value)) {
    const list = value.map((each) => movedIn(each, move));
    return list.every((each, index) => each === value[index]) ? value : list;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const before = Object.entries(value);
  const after = before.map(([name, each]) => [name, movedIn(each, move)] as const);
  return after.every(([, each], index) => each === before[index]?.[1]) ? value : Object.fromEntries(after);
}

/** The moment of a call, which moves with each correction of the clock until `release`. */
export interface HeldInstant {
  /** Epoch ms. */
  at(): number;
  /** What has passed since, ms. */
  passedMs(): number;
  release(): void;
}

/** Holds the present moment, so that what passes from now on is measured right even if the clock turns out to be wrong. */
export function holdInstant(clock: Pick<Clock, 'now' | 'onCorrection'>): HeldInstant {
  let at = clock.now();
  const release = clock.onCorrection((correct) => (at = correct(at)));
  return { at: () => at, passedMs: () => clock.now() - at, release };
}
