import { Configuration } from '../../../core/api/configuration/configuration.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import { ExamineServer } from '../../../core/diagnosis/examine-server.ts';
import { type Finding, isTokenRejected } from '../../../core/diagnosis/finding.ts';
import { Problem } from '../../../core/problem.ts';
import { replacementsIn } from '../../../core/treatment/settings/presets.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { withHome } from '../../input/home-path.ts';
import type { TextColour } from '../../output/output.ts';
import { problemOf } from '../../words/problem-of.ts';
import { unknownSettings } from '../../settings/settings.ts';
import { Certificates } from './lines/certificates.ts';
import { channelOrigin } from './lines/connection-lines.ts';
import { layOut, terminalWidth, WIDTHS, wordsOf } from './lines/layout.ts';
import type { Line, LineOptions } from './lines/line.ts';
import {
  configurationLine,
  invalidConfigurationLines,
  linesOf,
  replacementLine,
  unknownSettingsLine,
  writeLine,
} from './lines/lines.ts';
import { pageLines } from './lines/page-lines.ts';
import { reportFile } from './report/report-file.ts';
import { reportOf } from './report/report.ts';
import { Summary } from './lines/summary.ts';

const HEARTBEAT = { everyMs: 1_000, limitMs: 2_000 };
export const DEFAULT_SLOW_MS = 1_000;

export const fields = ['check', 'subject', 'method', 'path', 'result', 'ms', 'detail', 'advice'];

interface DoctorOptions {
  config?: string;
  contract?: true;
  device?: string;
  report?: string;
  slow?: number;
}

export async function runDoctor(context: Context, { config, ...options }: DoctorOptions): Promise<ExitCode> {
  if (config === undefined) return examineServer(context, options);
  if (Object.keys(options).length > 0)
    throw new Problem('invalid-input', { message: '--config checks a file only: omit the other options of doctor' });
  const { pageFileLines } = await import('./page-file.ts');
  const lines = await pageFileLines(config, context);
  for (const line of lines) await printLine(context, line);
  return lines.some(({ result }) => result === 'bad') ? EXIT.failed : EXIT.done;
}

async function examineServer(
  context: Context,
  { contract, device, report, slow: slowMs = DEFAULT_SLOW_MS }: DoctorOptions,
): Promise<ExitCode> {
  const { output, environment } = context;
  const file = report === undefined ? undefined : reportFile(environment.directory, withHome(report, environment));
  const summary = new Summary();
  const onLine = async (line: Line) => {
    summary.add(line);
    await printLine(context, line);
  };
  const sno = device === undefined ? undefined : context.deviceNumber(device);
  const services = await configured(context, onLine);
  if (typeof services === 'number') return services;
  const { api, version } = context.settings.values;
  const reading: LineOptions = {
    isSecure: String(api).startsWith('https:'),
    inDetail: contract === true || file !== undefined,
    isMachine: output.isMachine,
    slowMs,
    hint: context.hint,
  };
  context.ifInterrupted(() => summary.whenInterrupted(file !== undefined));
  const findings: Finding[] = [];
  const server = services.core.get(ExamineServer);
  const certificates = new Certificates(environment, services.core.time);
  for await (const finding of server.examine({ sno, heartbeat: HEARTBEAT })) {
    findings.push(finding);
    for (const line of linesOf(finding, reading))
      await onLine(line.check === 'tls' ? await certificates.ofTheApi(line, new URL(String(api))) : line);
    if (finding.check === 'channel' && finding.step === 'login') {
      const channel = channelOrigin(finding.address, reading.isSecure);
      for (const line of await certificates.ofAnother(new URL(channel))) await onLine(line);
      for (const line of await pageLines(channel, server, certificates, context, reading)) await onLine(line);
    }
  }
  const isAnswered = findings.some(({ check }) => check === 'call');
  if (isAnswered && !findings.some(({ check }) => check === 'channel'))
    for (const line of await pageLines(undefined, server, certificates, context, reading)) await onLine(line);
  const writes = isAnswered ? server.writes : [];
  if (reading.inDetail) for (const write of writes) await onLine(writeLine(write, context.hint));
  const width = terminalWidth(environment.stderr);
  for (const line of await summary.lines(writes.length, { ...reading, width })) output.note(line);
  if (file) {
    const created = new Date(services.core.time.now()).toISOString();
    await file.write(
      reportOf(
        { findings, writes },
        { created, physio: environment.version, version: String(version), api: String(api), slowMs },
        services.token,
      ),
    );
    output.note(`Report written to ${file.path}`);
  }
  if (findings.some((finding) => 'problem' in finding && isTokenRejected(finding.problem))) return EXIT.notSignedIn;
  return summary.hasFailed ? EXIT.failed : EXIT.done;
}

/** The core and the token, or the exit code if the settings are invalid. */
async function configured(context: Context, onLine: (line: Line) => Promise<void>) {
  try {
    const { settings, environment } = context;
    const core = await context.createServices({ heartbeat: HEARTBEAT, skewMs: undefined });
    const token = await context.token();
    await onLine(configurationLine(settings));
    const proxy = await environment.proxyFor(String(settings.values.api));
    if (proxy !== undefined) await onLine({ check: 'proxy', result: 'note', detail: proxy });
    for (const unknown of await unknownSettings(settings, environment))
      await onLine(unknownSettingsLine(unknown, context.hint));
    for (const replacement of replacementsIn(tablesOf(core.get(Configuration).values)))
      await onLine(replacementLine(replacement));
    return { core, token };
  } catch (thrown) {
    const problem = Problem.expected(problemOf(thrown));
    for (const line of invalidConfigurationLines(problem, context.hint)) await onLine(line);
    return exitCodeOf(problem);
  }
}

const COLOURS: Partial<Record<Line['result'], TextColour>> = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  skipped: 'dim',
  note: 'dim',
};

async function printLine({ output, environment, shared }: Context, line: Line): Promise<void> {
  const isAligned = output.isTerminal || shared.o === 'table';
  if (!isAligned || output.isMachine) return output.item({ ...line }, wordsOf(line), COLOURS[line.result]);
  const width = terminalWidth(environment.stdout);
  for (const words of await layOut(line, width))
    await output.item({ ...line }, words, COLOURS[line.result], words.length > 1 ? WIDTHS : []);
}
