import { holdInstant } from '../../../../core/basics/instants.ts';
import { OUT_OF_SERVICE } from '../../../../core/diagnosis/fleet/fleet-requirement.ts';
import { InspectDevice } from '../../../../core/diagnosis/fleet/inspect-device.ts';
import type { CliEnvironment } from '../../../environment.ts';
import type { CommandHint } from '../../../words/command-hint.ts';
import type { Context } from '../../../context.ts';
import { EXIT, worstExitCode, type ExitCode } from '../../../words/exit-codes.ts';
import { failureOf, failureText, problemMessage, withContext, type Failure } from '../../../words/failure.ts';
import type { Output } from '../../../output/output.ts';
import { counted, nameList } from '../../../words/text.ts';
import { checkFleet, Pace, type CircuitBreaker } from './check-fleet.ts';
import { fields, findingOf, type DeviceFinding } from './finding.ts';
import { FindingLines } from './finding-lines.ts';
import { DeviceNumbers, sourcesOf, type GivenDevice } from './given/numbers.ts';
import type { ReportFile } from './report/print-report.ts';
import { Tally } from './tally.ts';
import { exitCodeBy, requirementOf, requireConsistent, unmetFailure, type CheckOptions } from './requirement.ts';

export { fields };

export async function checkDevices(context: Context, codes: string[], options: CheckOptions): Promise<ExitCode> {
  const { output, environment, signal } = context;
  const { format } = options;
  if (format === 'nagios') output.silence();
  requireConsistent(codes, options, context.shared);
  const file = await reportFileOf(options, environment);
  const numbers = new DeviceNumbers(await sourcesOf(codes, options.file ?? [], environment));
  if ([...codes, ...(options.file ?? [])].includes('-') && environment.stdin.isTTY === true)
    output.note('Type or paste the device numbers, then press Ctrl-D.');
  const pace = new Pace(options.concurrency);
  const services = await context.createServices({ onBusy: pace.slowDown });
  const { time } = services;
  const started = holdInstant(time);
  const tally = new Tally();
  const exits = new Set<ExitCode>();
  /** Without the numbers that no device has: a requirement judges these by their status. */
  const exitsOfKnown = new Set<ExitCode>();
  const lines = new FindingLines(output);
  const findings: DeviceFinding[] = [];
  /** The devices that were asked about in vain, by their place. */
  const inVain: DeviceFinding[] = [];
  const breaker = await checkFleet({
    devices: numbers,
    pace,
    check: checkerWith(services.get(InspectDevice), context, format),
    onFinding: async (finding, place) => {
      exits.add(finding.exitCode);
      if (!finding.unknownNumber) exitsOfKnown.add(finding.exitCode);
      tally.count(finding);
      if (finding.problem ?? finding.unknownNumber) inVain[place] = finding;
      if (format === undefined) await lines.print(finding, place);
      else findings[place] = finding;
      output.progress(() => tally.progress(numbers.share));
    },
    signal,
    time,
  });
  const unread = inVain.filter(Boolean);
  await lines.flush();
  output.endProgress();
  output.note(signal.aborted ? `Interrupted: ${tally.summary()}; the others were not checked` : tally.summary());
  if (signal.aborted) return EXIT.interrupted;
  const { leftOut } = numbers;
  if (leftOut.length > 0) output.warn(`Not checked, because a list has one device a line: ${nameList(leftOut)}`);
  const given = requirementOf(options);
  const requirement = given ?? (format && { failing: OUT_OF_SERVICE });
  const exit = requirement ? exitCodeBy(requirement, tally.counts, exitsOfKnown) : worstExitCode(exits);
  const cause = stopFailure(breaker, tally, context.hint);
  if (cause) output.refuse(cause, exit);
  // A report has statuses and no reasons, and a job reads nothing but stderr.
  else if (requirement && format !== undefined && exit !== EXIT.done && exit !== EXIT.notAvailable)
    output.refuse(
      unread.length > 0 ? unreadFailure(unread, exit, context.hint) : unmetFailure(requirement, tally.counts),
      exit,
    );
  if (!requirement) {
    if (tally.isEmpty) output.warn('The list is empty, so nothing was checked');
    return cause === undefined && unread.length > 0
      ? output.refuse(unreadFailure(unread, exit, context.hint), exit)
      : exit;
  }
  if (format === undefined)
    return exit === EXIT.done ? exit : output.refuse(unmetFailure(requirement, tally.counts), exit);
  const { printReport } = await import('./report/print-report.ts');
  const code = await printReport(format, output, file, {
    findings: findings.filter(Boolean),
    requirement,
    isDefault: given === undefined,
    labels: options.label,
    startedAt: started.at(),
    endedAt: time.now(),
    stoppedBy: breaker.openedBy && cause && problemMessage(breaker.openedBy, context.hint),
  });
  return code ?? exit;
}

async function reportFileOf({ output }: CheckOptions, environment: CliEnvironment): Promise<ReportFile | undefined> {
  if (output === undefined) return undefined;
  const { ReportFile } = await import('./report/print-report.ts');
  return new ReportFile(environment, output);
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

/** Why devices were skipped; undefined if none were. */
function stopFailure(
  { openedBy, failures }: CircuitBreaker,
  { skipped }: Tally,
  hint: CommandHint,
): Failure | undefined {
  if (!openedBy || skipped === 0) return undefined;
  const inARow = failures === 0 ? '' : ` after ${failures} consecutive failures`;
  return withContext(`Stopped${inARow}: skipped ${counted(skipped, 'device')}.`, failureOf(openedBy, hint));
}

/**
 * Names the devices that could not be checked, and why: if the server failed, one of its failures, which another try may
 * mend, apart from the numbers that no device has.
 */
function unreadFailure(unread: readonly DeviceFinding[], exit: ExitCode, hint: CommandHint): Failure {
  const failed = unread.filter(({ problem }) => problem !== undefined);
  const unknown = unread.filter(({ problem }) => problem === undefined);
  const names = (found: readonly DeviceFinding[]) => nameList(found.map(({ sno }) => sno));
  const { problem } = failed.find(({ exitCode }) => exitCode === exit) ?? failed[0] ?? {};
  if (problem === undefined) {
    const what = `Could not check ${counted(unknown.length, 'device')}: ${names(unknown)}.`;
    const [first] = unknown;
    return first?.unknownNumber ? withContext(what, first.unknownNumber) : { message: what };
  }
  const others =
    unknown.length === 0 ? '' : ` No device has ${counted(unknown.length, 'other number')}: ${names(unknown)}.`;
  return withContext(
    `Could not check ${counted(failed.length, 'device')}: ${names(failed)}.${others}`,
    failureOf(problem, hint),
  );
}

/** Fetches the user's own data once, and again only after a failure. */
function checkerWith(
  inspecting: InspectDevice,
  { hint, output }: Context,
  format: CheckOptions['format'],
): (device: GivenDevice & { sno: string }) => Promise<DeviceFinding> {
  const describes = format === undefined ? output.shows('name') || output.shows('online') : format === 'prometheus';
  let facts = inspecting.userContext();
  return async (device) => {
    const found = await inspecting.inspect(device.sno, facts, { describes });
    const finding = findingOf(device, { ...found, name: output.name(found.name) }, hint);
    if (!finding.problem) return finding;
    facts = inspecting.userContext();
    output.caught(finding.problem);
    return finding;
  };
}
