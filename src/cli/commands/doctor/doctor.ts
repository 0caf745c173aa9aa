import { ExamineServer } from '../../../core/diagnosis/examine-server.ts';
import type { Finding } from '../../../core/diagnosis/finding.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf } from '../../exit-codes.ts';
import { problemOf } from '../../problem-of.ts';
import { unknownSettings } from '../../unknown-settings.ts';
import { configurationLine, linesOf, unknownSettingsLine, type Line } from './lines.ts';
import { reportFile } from './report-file.ts';
import { reportOf } from './report.ts';

const HEARTBEAT = { everyMs: 1_000, limitMs: 2_000 };

export const action: Action = {
  fields: ['check', 'subject', 'result', 'ms', 'detail', 'advice'],
  async run(context, { options: { contract, device, report } }) {
    const { output, surroundings } = context;
    const file = report === undefined ? undefined : reportFile(surroundings.directory, String(report));
    const counts = { good: 0, bad: 0, skipped: 0, note: 0 };
    const tell = async (line: Line) => {
      counts[line.result] += 1;
      await say(context, line);
    };
    const sno = device === undefined ? undefined : context.deviceNumber(String(device));
    const joined = await configured(context, tell);
    if (typeof joined === 'number') return joined;
    const { api, version } = context.settings.values;
    const reading = { isSecure: String(api).startsWith('https:'), inDetail: contract === true || file !== undefined, hint: context.hint };
    const findings: Finding[] = [];
    for await (const finding of joined.core.get(ExamineServer).examine({ sno, heartbeat: HEARTBEAT })) {
      findings.push(finding);
      for (const line of linesOf(finding, reading)) await tell(line);
    }
    output.note(`${counts.good} good, ${counts.bad} bad, ${counts.skipped} left out`);
    if (file) {
      const made = new Date(joined.core.time.now()).toISOString();
      await file.write(reportOf(findings, { made, physio: surroundings.version, version: String(version), api: String(api) }, joined.token));
      output.note(`report written to ${file.path}`);
    }
    return counts.bad > 0 ? EXIT.failed : EXIT.done;
  },
};

/** The core for what the settings say; the exit code where they cannot be used. */
async function configured(context: Context, tell: (line: Line) => Promise<void>) {
  try {
    const { settings, surroundings } = context;
    const core = await context.join({ heartbeat: HEARTBEAT });
    const token = await context.token();
    await tell(configurationLine(settings, context.hint));
    const proxy = await surroundings.proxyFor(String(settings.values.api));
    if (proxy !== undefined) await tell({ check: 'proxy', result: 'note', detail: proxy });
    for (const unknown of await unknownSettings(settings, surroundings)) await tell(unknownSettingsLine(unknown, context.hint));
    return { core, token };
  } catch (thrown) {
    const problem = Problem.expected(problemOf(thrown));
    await tell(configurationLine(undefined, context.hint, problem));
    return exitCodeOf(problem);
  }
}

function say({ output }: Context, line: Line): Promise<void> {
  const { check, subject = '', result, ms, detail = '', advice = '' } = line;
  const mark = { good: 'ok  ', bad: 'BAD ', skipped: '-   ', note: '    ' }[result];
  const words = [`${mark}${check.padEnd(14)}${subject}`.trimEnd(), ms === undefined ? '' : `${ms} ms`, detail, advice && `→ ${advice}`];
  return output.item({ ...line }, words.filter(Boolean).join('  '), ({ good: 'green', bad: 'red', skipped: 'dim', note: 'dim' } as const)[result]);
}
