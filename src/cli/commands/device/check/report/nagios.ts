import { countedStatuses } from '../../../../../core/diagnosis/fleet/fleet-requirement.ts';
import { NEUTRAL_STATUSES } from '../../../../../core/diagnosis/fleet/neutral-status.ts';
import { plain } from '../../../../words/text.ts';
import { countsOf, countsText, isUnanswered, secondsOf, unmetIn, verdictOf, type FleetReport } from './report.ts';

/** The exit codes of the monitoring plugins' guidelines. */
export const NAGIOS = { OK: 0, WARNING: 1, CRITICAL: 2, UNKNOWN: 3 } as const;
type State = keyof typeof NAGIOS;

const MAX_DEVICES = 10;
const MAX_REASON_LENGTH = 300;

/**
 * One line in the plugin format. What the requirement forbids is critical. Without a requirement of its own, a device that somebody
 * locked or took out of operation is only a warning. What could not be checked is unknown, unless the rest is critical already.
 */
export function nagiosReport(report: FleetReport): { line: string; code: (typeof NAGIOS)[State] } {
  const { findings, requirement, startedAt, endedAt } = report;
  const counts = countsOf(findings);
  const total = findings.length;
  const state = stateOf(report);
  const range = `;;;0;${total}`;
  const available = countedStatuses(requirement).reduce((sum, status) => sum + counts[status], 0);
  const minimum = requirement.min === undefined ? [] : [`available=${available};;${requirement.min}:;0;${total}`];
  const byStatus = NEUTRAL_STATUSES.map((status) => `${status}=${counts[status]}${range}`);
  // Without an answer about each device the counts would dip in a graph, although nothing may have changed.
  const isComplete = total > 0 && !findings.some(isUnanswered);
  const times = findings.flatMap(({ ms }) => ms ?? []);
  const performance = [
    `devices=${total};;;0`,
    ...(isComplete ? [...minimum, ...byStatus] : [`unknown=${counts.unknown}${range}`]),
    `time=${secondsOf(endedAt - startedAt)}s;;;0`,
    ...(times.length > 0 ? [`slowest=${secondsOf(Math.max(...times))}s;;;0`] : []),
  ];
  const text = total === 0 ? 'no devices to check' : [...reasons(report, available), countsText(counts)].join('; ');
  return { line: nagiosLine(state, text, performance), code: NAGIOS[state] };
}

/** Whether a command line asks for this format, even if the command line is invalid. */
export function asksForNagios(argv: readonly string[]): boolean {
  return argv.some((word, at) => word === '--format=nagios' || (word === '--format' && argv[at + 1] === 'nagios'));
}

/** The line for a failure of the check itself. */
export function nagiosFailure(text: string): string {
  return nagiosLine('UNKNOWN', text);
}

function nagiosLine(state: State, text: string, performance: readonly string[] = []): string {
  const line = `PHYSIO ${state} - ${plain(text).replaceAll('|', '/')}`;
  return performance.length === 0 ? line : `${line} | ${performance.join(' ')}`;
}

function stateOf(report: FleetReport): State {
  switch (verdictOf(report)) {
    case 'met':
      return 'OK';
    case 'undecided':
      return 'UNKNOWN';
    case 'unmet':
      return report.isDefault && unmetIn(report).every(({ status }) => status !== 'offline') ? 'WARNING' : 'CRITICAL';
  }
}

function reasons(report: FleetReport, available: number): string[] {
  const { findings, requirement, stoppedBy } = report;
  const { min } = requirement;
  const unmet = unmetIn(report);
  const undecided = findings.filter(
    (finding) => finding.status === 'unknown' && !finding.problem && !finding.isSkipped && !unmet.includes(finding),
  );
  const failed = findings.find((finding) => finding.problem && isUnanswered(finding));
  const why = stoppedBy ?? failed?.message;
  return [
    ...listed(unmet.map(({ sno, status }) => `${sno} ${status}`)),
    ...(min !== undefined && available < min ? [`${available} of ${findings.length} available, ${min} required`] : []),
    ...listed(undecided.map(({ sno }) => `${sno} unknown`)),
    ...(why === undefined ? [] : [why.slice(0, MAX_REASON_LENGTH).replace(/\.$/, '')]),
  ];
}

function listed(devices: readonly string[]): string[] {
  if (devices.length === 0) return [];
  const more = devices.length - MAX_DEVICES;
  return [devices.slice(0, MAX_DEVICES).join(', ') + (more > 0 ? ` and ${more} more` : '')];
}
