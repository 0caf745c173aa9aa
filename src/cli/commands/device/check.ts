import {
  countedStatuses,
  judgeFleet,
  OUT_OF_SERVICE,
  type Requirement,
  type StatusCounts,
} from '../../../core/device/fleet-requirement.ts';
import { InspectDevice } from '../../../core/entry/inspect-device.ts';
import type { Context } from '../../context.ts';
import {
  EXIT,
  failureOf,
  failureText,
  withContext,
  worstExitCode,
  type ExitCode,
  type Failure,
} from '../../exit-codes.ts';
import type { Output } from '../../output.ts';
import { counted } from '../../text.ts';
import { requirementOf, requireConsistent, type CheckOptions } from './check-options.ts';
import { checkFleet } from './check-fleet.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { fields, findingOf, type Finding } from './finding.ts';
import { FindingLines } from './finding-lines.ts';
import { DeviceNumbers, type GivenDevice } from './numbers.ts';
import { countsText } from './report/report.ts';
import { sourcesOf } from './sources.ts';
import { Tally } from './tally.ts';

export { fields };

export async function checkDevices(context: Context, codes: string[], options: CheckOptions): Promise<ExitCode> {
  const { output, environment, signal } = context;
  const { format } = options;
  if (format === 'nagios') output.silence();
  requireConsistent(codes, options, context.shared);
  const file =
    options.output === undefined
      ? undefined
      : new (await import('./report-file.ts')).ReportFile(environment, options.output);
  const numbers = new DeviceNumbers(await sourcesOf(codes, options.file ?? [], environment));
  const services = await context.createServices();
  const { time } = services;
  const startedAt = time.now();
  const tally = new Tally();
  const exits = new Set<ExitCode>();
  const lines = new FindingLines(output);
  const findings: Finding[] = [];
  const breaker = await checkFleet({
    devices: numbers,
    concurrency: options.concurrency,
    check: checkerWith(services.get(InspectDevice), context, format),
    onFinding: async (finding, place) => {
      exits.add(finding.exitCode);
      tally.count(finding);
      if (format === undefined) await lines.print(finding);
      else findings[place] = finding;
      output.progress(() => tally.progress(numbers.share));
    },
    signal,
    time,
  });
  output.endProgress();
  output.note(tally.summary());
  if (signal.aborted) return EXIT.interrupted;
  const requirement = requirementOf(options) ?? (format && { failing: OUT_OF_SERVICE });
  const exit = exitCodeBy(requirement, tally, exits);
  const cause = breaker.openedBy && tally.skipped > 0 ? failureOf(breaker.openedBy, context.hint) : undefined;
  if (cause)
    output.refuse(withContext(`Stopped${inARow(breaker)}: skipped ${counted(tally.skipped, 'device')}.`, cause), exit);
  if (!requirement) return exit;
  if (format === undefined) {
    if (exit !== EXIT.done) output.refuse(unmetFailure(requirement, tally.counts), exit);
    return exit;
  }
  const { printReport } = await import('./report/print-report.ts');
  const code = await printReport(format, output, file, {
    findings: findings.filter(Boolean),
    requirement,
    isDefault: requirementOf(options) === undefined,
    startedAt,
    endedAt: time.now(),
    stoppedBy: cause && failureText(cause),
  });
  return code ?? exit;
}

/** Reports a failure of the whole check: a monitoring system takes it from stdout. */
export async function failedCheck(
  failure: Failure,
  output: Output,
  _codes: string[],
  { format }: CheckOptions,
): Promise<ExitCode | undefined> {
  if (format !== 'nagios') return undefined;
  const { nagiosFailure, NAGIOS } = await import('./report/nagios.ts');
  await output.text([nagiosFailure(failureText(failure))]);
  return NAGIOS.UNKNOWN;
}

/** The requirement decides, if there is one; otherwise the most severe finding. A failed check decides nothing by itself. */
function exitCodeBy(requirement: Requirement | undefined, { counts }: Tally, exits: ReadonlySet<ExitCode>): ExitCode {
  if (!requirement) return worstExitCode(exits);
  const failures = [...exits].filter((code) => code !== EXIT.done && code !== EXIT.notAvailable);
  switch (judgeFleet(requirement, counts)) {
    case 'met':
      return EXIT.done;
    case 'unmet':
      return worstExitCode(new Set([EXIT.notAvailable, ...failures]));
    case 'undecided':
      return failures.length === 0 ? EXIT.failed : worstExitCode(new Set(failures));
  }
}

/** Says what was required and what was found. */
function unmetFailure(requirement: Requirement, counts: StatusCounts): Failure {
  const { expected, failing, min } = requirement;
  const any = (statuses: readonly string[]) => statuses.join(' or ');
  const required = [
    ...(min === undefined ? [] : [`at least ${min} ${any(countedStatuses(requirement))}`]),
    ...(expected === undefined || min !== undefined ? [] : [`all ${any(expected)}`]),
    ...(failing.length === 0 ? [] : [`none ${any(failing)}`]),
  ].join(', ');
  const verdict = judgeFleet(requirement, counts);
  return {
    code: verdict,
    message: `Requirement ${verdict === 'unmet' ? 'not met' : 'undecided'}: ${required}; found ${countsText(counts)}.`,
  };
}

function inARow({ failures }: CircuitBreaker): string {
  return failures === 0 ? '' : ` after ${failures} consecutive failures`;
}

/** Fetches the user's own data once, and again only after a failure. */
function checkerWith(
  inspecting: InspectDevice,
  { hint, output }: Context,
  format: CheckOptions['format'],
): (device: GivenDevice & { sno: string }) => Promise<Finding> {
  const describes = format === undefined ? output.shows('name') || output.shows('online') : format === 'prometheus';
  let facts = inspecting.userContext();
  return async (device) => {
    const finding = findingOf(device, await inspecting.inspect(device.sno, facts, { describes }), hint);
    if (!finding.problem) return finding;
    facts = inspecting.userContext();
    output.caught(finding.problem);
    return finding;
  };
}
