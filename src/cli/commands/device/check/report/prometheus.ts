import { NEUTRAL_STATUSES } from '../../../../../core/diagnosis/fleet/neutral-status.ts';
import { plain } from '../../../../words/text.ts';
import { countsOf, isUnanswered, secondsOf, verdictOf, type FleetReport } from './report.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | string];

/** The text exposition format, for the textfile collector of node_exporter. All metrics are gauges of this one check. */
export function prometheusReport(report: FleetReport): string[] {
  const { findings, labels: given, startedAt, endedAt } = report;
  const metric = (name: string, help: string, samples: readonly Sample[]) =>
    linesOf(
      name,
      help,
      samples.map(([labels, value]) => [{ ...given, ...labels }, value]),
    );
  const counts = countsOf(findings);
  const verdict = verdictOf(report);
  return [
    ...metric(
      'physio_device_status',
      'Status of the device: 1 for its status, 0 for the others.',
      findings.flatMap(({ sno, status }) =>
        NEUTRAL_STATUSES.map((each): Sample => [{ sno, status: each }, each === status ? 1 : 0]),
      ),
    ),
    ...metric(
      'physio_device_online',
      'Whether the device is connected; absent if that is unknown.',
      findings.flatMap(({ sno, online }): Sample[] => (online === undefined ? [] : [[{ sno }, online ? 1 : 0]])),
    ),
    ...metric(
      'physio_device_check_success',
      'Whether the server answered the check of the device.',
      findings.map((finding): Sample => [{ sno: finding.sno }, isUnanswered(finding) ? 0 : 1]),
    ),
    ...metric(
      'physio_device_check_duration_seconds',
      'Time until the server answered the check of the device.',
      findings.flatMap((finding): Sample[] =>
        finding.ms === undefined || isUnanswered(finding) ? [] : [[{ sno: finding.sno }, secondsOf(finding.ms)]],
      ),
    ),
    ...metric(
      'physio_device_info',
      'Name of the device; the value is always 1.',
      findings.flatMap(({ sno, name }): Sample[] => (name === undefined ? [] : [[{ sno, name }, 1]])),
    ),
    ...metric(
      'physio_devices',
      'Number of checked devices with each status.',
      NEUTRAL_STATUSES.map((status): Sample => [{ status }, counts[status]]),
    ),
    ...metric(
      'physio_fleet_requirement_met',
      'Whether the devices meet the requirement of the check; absent if that is undecided.',
      verdict === 'undecided' ? [] : [[{}, verdict === 'met' ? 1 : 0]],
    ),
    ...metric('physio_fleet_check_duration_seconds', 'Duration of the whole check.', [
      [{}, secondsOf(endedAt - startedAt)],
    ]),
    ...metric('physio_fleet_check_timestamp_seconds', 'Time at which the check ended, since 1970.', [
      [{}, secondsOf(endedAt)],
    ]),
  ];
}

/**
 * A metric without samples is left out: a collector takes its absence for unknown. It refuses a file with two samples of the same
 * labels, which invalid numbers have if they differ only in control characters.
 */
function linesOf(name: string, help: string, samples: readonly Sample[]): string[] {
  if (samples.length === 0) return [];
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...Array.from(
      new Map(samples.map(([labels, value]) => [labelText(labels), value])),
      ([labels, value]) => `${name}${labels} ${value}`,
    ),
  ];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(plain(value))}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escaped(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
