import {
  judgeDevice,
  judgeFleet,
  type Requirement,
  type StatusCounts,
  type Verdict,
} from '../../../../../core/diagnosis/fleet/fleet-requirement.ts';
import { NEUTRAL_STATUSES, type NeutralStatus } from '../../../../../core/diagnosis/fleet/neutral-status.ts';
import type { DeviceFinding } from '../finding.ts';

/** Everything that a report says about one check of a fleet. */
export interface FleetReport {
  findings: readonly DeviceFinding[];
  requirement: Requirement;
  /** True if the requirement was not given. */
  isDefault: boolean;
  /** What tells the metrics of this check from those of another one. */
  labels?: Readonly<Record<string, string>>;
  /** When the check began and ended, epoch ms. */
  startedAt: number;
  endedAt: number;
  /** Why devices were skipped. */
  stoppedBy?: string;
}

export const secondsOf = (ms: number): string => String(ms / 1000);

export function countsOf(findings: readonly DeviceFinding[]): Record<NeutralStatus, number> {
  const counts = Object.fromEntries(NEUTRAL_STATUSES.map((status) => [status, 0])) as Record<NeutralStatus, number>;
  for (const { status } of findings) counts[status] += 1;
  return counts;
}

/** The server did not answer the check of the device, or was not asked. A device whose entry alone could not be decided is answered. */
export function isUnanswered({ status, at, problem }: DeviceFinding): boolean {
  return status === 'unknown' && (at === undefined || problem !== undefined);
}

export function verdictOf({ findings, requirement }: Pick<FleetReport, 'findings' | 'requirement'>): Verdict {
  return judgeFleet(requirement, countsOf(findings));
}

/** The devices that break the requirement each by itself. */
export function unmetIn({ findings, requirement }: FleetReport): DeviceFinding[] {
  return findings.filter(({ status }) => judgeDevice(requirement, status) === 'unmet');
}

/** "2 free, 1 running", the statuses that occur. */
export function countsText(counts: StatusCounts): string {
  const parts = NEUTRAL_STATUSES.flatMap((status) => (counts[status] ? [`${counts[status]} ${status}`] : []));
  return parts.length === 0 ? 'no devices' : parts.join(', ');
}
