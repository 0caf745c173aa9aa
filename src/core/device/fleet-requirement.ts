import type { NeutralStatus } from './neutral-status.ts';

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

/** Judges all devices. It is decided as soon as no status of the unknown devices could change it. */
export function judgeFleet(requirement: Requirement, counts: StatusCounts): Verdict {
  const { expected, failing, min } = requirement;
  const sum = (statuses: readonly NeutralStatus[]) =>
    statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);
  const unknown = failing.includes('unknown') ? 0 : sum(['unknown']);
  const counted = min === undefined ? 0 : sum(countedStatuses(requirement));
  const isBroken =
    sum(failing) > 0 ||
    (min === undefined
      ? expected !== undefined && sum(KNOWN.filter((status) => !expected.includes(status))) > 0
      : counted + unknown < min);
  if (isBroken) return 'unmet';
  const couldBreak = failing.length > 0 || min === undefined ? unknown > 0 : false;
  return couldBreak || (min !== undefined && counted < min) ? 'undecided' : 'met';
}

const KNOWN: readonly NeutralStatus[] = ['free', 'leased', 'running', ...OUT_OF_SERVICE];
