import { NEUTRAL_STATUSES, type NeutralStatus } from './neutral-status.ts';

/** What a fleet of devices must fulfil. */
export interface Requirement {
  /** Every device has one of these statuses; with `min`, at least that many do. */
  expected?: readonly NeutralStatus[];
  /** No device has one of these statuses. */
  failing: readonly NeutralStatus[];
  /** At least this many devices have an expected status; without `expected`, this many are free. */
  min?: number;
}

/** `undecided`: the unknown devices could decide it either way. */
export type Verdict = 'met' | 'unmet' | 'undecided';

/** The number of devices with each status; a missing one counts as 0. */
export type StatusCounts = Readonly<Partial<Record<NeutralStatus, number>>>;

/** The statuses in which a device serves nobody. A report without a requirement of its own fails for these. */
export const OUT_OF_SERVICE: readonly NeutralStatus[] = ['offline', 'locked', 'not-in-operation'];

/** The statuses that `min` counts. */
export function countedStatuses({ expected = ['free'] }: Requirement): readonly NeutralStatus[] {
  return expected;
}

/** Judges one device. With `min`, only `failing` is about single devices. */
export function judgeDevice({ expected, failing, min }: Requirement, status: NeutralStatus): Verdict {
  if (failing.includes(status)) return 'unmet';
  if (status === 'unknown') return 'undecided';
  return expected === undefined || min !== undefined || expected.includes(status) ? 'met' : 'unmet';
}

/**
 * Judges all devices. It is decided as soon as no status of the unknown devices could change it. Without any device
 * nothing is known: a list that was cut off must not count as a healthy fleet.
 */
export function judgeFleet(requirement: Requirement, counts: StatusCounts): Verdict {
  const { failing, min = 0 } = requirement;
  const unknown = counts.unknown ?? 0;
  const known = KNOWN.filter((status) => counts[status]);
  const isAllowed = (status: NeutralStatus) => judgeDevice(requirement, status) === 'met';
  const isCounted = (status: NeutralStatus) => countedStatuses(requirement).includes(status);
  const counted = known.filter(isCounted).reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const most = counted + (KNOWN.some((status) => isAllowed(status) && isCounted(status)) ? unknown : 0);
  const least = counted + (KNOWN.every(isCounted) ? unknown : 0);
  if (!known.every(isAllowed) || (unknown > 0 && failing.includes('unknown')) || most < min) return 'unmet';
  if (unknown === 0) return known.length === 0 ? 'undecided' : 'met';
  if (!KNOWN.some(isAllowed)) return 'unmet';
  return KNOWN.every(isAllowed) && least >= min ? 'met' : 'undecided';
}

const KNOWN = NEUTRAL_STATUSES.filter((status) => status !== 'unknown');
