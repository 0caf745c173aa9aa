import { ExamineServer } from '../../../core/diagnosis/examine-server.ts';
import type { Finding } from '../../../core/diagnosis/finding.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../exit-codes.ts';
import { withHome } from '../../home-path.ts';
import { problemOf } from '../../problem-of.ts';
import { unknownSettings } from '../../unknown-settings.ts';
import { configurationLine, linesOf, unknownSettingsLine, type Line } from './lines.ts';
import { reportFile } from './report-file.ts';
import { reportOf } from './report.ts';

const HEARTBEAT = { everyMs: 1_000, limitMs: 2_000 };

export const fields = ['check', 'subject', 'result', 'ms', 'detail', 'advice'];

export async function runDoctor(
  context: Context,
  { contract, device, report }: { contract?: true; device?: string; report?: string },
): Promise<ExitCode> {
  const { output, environment } = context;
  const file = report === undefined ? undefined : reportFile(environment.directory, withHome(report, environment));
  const counts = { good: 0, bad: 0, skipped: 0, note: 0 };
  const onLine = async (line: Line) => {
    counts[line.result] += 1;
    await printLine(context, line);
  };
  const sno = device === undefined ? undefined : context.deviceNumber(device);
  const services = await configured(context, onLine);
  if (typeof services === 'number') return services;
  const { api, version } = context.settings.values;
  const reading = {
    isSecure: String(api).startsWith('https:'),
    inDetail: contract || file !== undefined,
    hint: context.hint,
  };
  const findings: Finding[] = [];
  for await (const finding of services.core.get(ExamineServer).examine({ sno, heartbeat: HEARTBEAT })) {
    findings.push(finding);
    for (const line of linesOf(finding, reading)) await onLine(line);
  }
  output.note(`${counts.good} passed, ${counts.bad} failed, ${counts.skipped} skipped`);
  if (file) {
    const made = new Date(services.core.time.now()).toISOString();
    await file.write(
      reportOf(
        findings,
        { made, physio: environment.version, version: String(version), api: String(api) },
        services.token,
      ),
    );
    output.note(`Report written to ${file.path}`);
  }
  return counts.bad > 0 ? EXIT.failed : EXIT.done;
}

/** The core and the token, or the exit code if the settings are invalid. */
async function configured(context: Context, onLine: (line: Line) => Promise<void>) {
  try {
    const { settings, environment } = context;
    const core = await context.createServices({ heartbeat: HEARTBEAT });
    const token = await context.token();
    await onLine(configurationLine(settings, context.hint));
    const proxy = await environment.proxyFor(String(settings.values.api));
    if (proxy !== undefined) await onLine({ check: 'proxy', result: 'note', detail: proxy });
    for (const unknown of await unknownSettings(settings, environment))
      await onLine(unknownSettingsLine(unknown, context.hint));
    return { core, token };
  } catch (thrown) {
    const problem = Problem.expected(problemOf(thrown));
    await onLine(configurationLine(undefined, context.hint, problem));
    return exitCodeOf(problem);
  }
}

function printLine({ output }: Context, line: Line): Promise<void> {
  const { check, subject = '', result, ms, detail = '', advice = '' } = line;
  const mark = { good: 'ok  ', bad: 'BAD ', skipped: '-   ', note: '    ' }[result];
  const words = [
    `${mark}${check.padEnd(14)}${subject}`.trimEnd(),
    ms === undefined ? '' : `${ms} ms`,
    detail,
    advice && `→ ${advice}`,
  ];
  return output.item(
    { ...line },
    words.filter(Boolean).join('  '),
    ({ good: 'green', bad: 'red', skipped: 'dim', note: 'dim' } as const)[result],
  );
}
