import { ExamineServer } from '../../../core/diagnosis/examine-server.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-codes.ts';
import { configurationLine, linesOf, type Line } from './lines.ts';

const HEARTBEAT = { everyMs: 1_000, limitMs: 2_000 };

export const action: Action = {
  fields: ['check', 'subject', 'result', 'ms', 'detail', 'advice'],
  async run(context, { options: { contract, device } }) {
    const { output } = context;
    const counts = { good: 0, bad: 0, skipped: 0, note: 0 };
    const tell = async (line: Line) => {
      counts[line.result] += 1;
      await say(context, line);
    };
    const sno = device === undefined ? undefined : context.deviceNumber(String(device));
    const joined = await configured(context, tell);
    if (!joined) return EXIT.failed;
    const isSecure = String(context.settings.values.api).startsWith('https:');
    for await (const finding of joined.get(ExamineServer).examine({ sno, heartbeat: HEARTBEAT }))
      for (const line of linesOf(finding, { isSecure, inDetail: contract === true })) await tell(line);
    output.note(`${counts.good} good, ${counts.bad} bad, ${counts.skipped} left out`);
    return counts.bad > 0 ? EXIT.failed : EXIT.done;
  },
};

async function configured(context: Context, tell: (line: Line) => Promise<void>) {
  try {
    const joined = await context.join({ heartbeat: HEARTBEAT });
    await tell(configurationLine(context.settings));
    return joined;
  } catch (thrown) {
    await tell(configurationLine(undefined, thrown));
    return undefined;
  }
}

function say({ output }: Context, line: Line): Promise<void> {
  const { check, subject = '', result, ms, detail = '', advice = '' } = line;
  const mark = { good: 'ok  ', bad: 'BAD ', skipped: '-   ', note: '    ' }[result];
  const words = [`${mark}${check.padEnd(14)}${subject}`.trimEnd(), ms === undefined ? '' : `${ms} ms`, detail, advice && `→ ${advice}`];
  return output.item({ ...line }, words.filter(Boolean).join('  '), ({ good: 'green', bad: 'red', skipped: 'dim', note: 'dim' } as const)[result]);
}
