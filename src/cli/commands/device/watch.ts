import { FollowDevice, type DeviceSnapshot } from '../../../core/device/follow-device.ts';
import type { Action } from '../../action.ts';
import { EXIT, exitCodeOf, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { dayAndTime, iso, onlineText, STATE_FIELDS, stateRow, stateText } from '../../format.ts';
import type { Row } from '../../output.ts';

export const action: Action = {
  fields: ['at', 'sno', 'line', 'online', ...STATE_FIELDS, 'problem'],
  async run(context, { args: [code] }) {
    const { output, signal } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const { time } = joined;
    let before = '';
    let last: Promise<void> = Promise.resolve();
    const ended = await new Promise<ExitCode>((resolve) => {
      const tell = (snapshot: DeviceSnapshot) => {
        const { line, online, state, problem } = snapshot;
        const row: Row = { sno, line, online, ...stateRow(state), problem: problem?.code };
        const now = JSON.stringify(row);
        if (now === before) return;
        before = now;
        const at = time.now();
        const words = [dayAndTime(at), line.padEnd(10), (onlineText(online) ?? 'unknown').padEnd(7), stateText(state), problem && sentenceOf(problem, context.hint)];
        last = last.then(() => output.item({ at: iso(at), ...row }, words.filter(Boolean).join('  ')));
        if (problem && (exitCodeOf(problem) === EXIT.notSignedIn || problem.code === 'refused')) end(output.fail(problem));
      };
      const following = joined.get(FollowDevice).follow(sno, tell);
      const end = (result: ExitCode) => {
        following.stop();
        resolve(result);
      };
      signal.addEventListener('abort', () => end(EXIT.interrupted));
    });
    await last;
    return ended;
  },
};
