import { saysNothingOfDevice } from '../../../core/api/server-failure.ts';
import type { LiveFailure } from '../../../core/device/channel-connection.ts';
import { FollowDevice, type DeviceSnapshot } from '../../../core/device/follow-device.ts';
import type { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { channelSentence } from '../../channel-sentence.ts';
import { EXIT, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { dayAndTime, iso, onlineText, STATE_FIELDS, stateRow, stateText } from '../../format.ts';
import type { Row } from '../../output.ts';

/** Why the device is not seen live: `subscribe-refused`, and the channel's own code. */
function channelRow(failure: LiveFailure | undefined): Row {
  if (!failure) return {};
  return failure.step === 'address' ? { channel: 'no-address' } : { channel: `${failure.step}-${failure.reason}`, channelCode: failure.code };
}

export const action: Action = {
  fields: ['at', 'sno', 'line', 'online', ...STATE_FIELDS, 'channel', 'channelCode', 'problem'],
  async run(context, { args: [code] }) {
    const { output, signal } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const { time } = joined;
    let before = '';
    let hasSeen = false;
    let last: Promise<void> = Promise.resolve();
    const ended = await new Promise<ExitCode>((resolve) => {
      const tell = (snapshot: DeviceSnapshot) => {
        const { line, online, state, liveFailure, problem } = snapshot;
        const row: Row = { sno, line, online, ...stateRow(state), ...channelRow(liveFailure), problem: problem?.code };
        const now = JSON.stringify(row);
        if (now === before) return;
        before = now;
        const at = time.now();
        const words = [dayAndTime(at), line.padEnd(10), (onlineText(online) ?? 'unknown').padEnd(7), stateText(state), liveFailure && channelSentence(liveFailure, context.hint), problem && sentenceOf(problem, context.hint)];
        last = last.then(() => output.item({ at: iso(at), ...row }, words.filter(Boolean).join('  ')));
        hasSeen ||= online !== undefined || snapshot.seenAt !== undefined;
        if (problem && isFinal(problem, hasSeen)) end(output.fail(problem));
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

/** Whether asking again is of no use. An address that has led to the API before is not wrong. */
function isFinal(problem: Problem, hasSeen: boolean): boolean {
  if (problem.code === 'refused') return !saysNothingOfDevice(problem);
  return problem.endsTheSession || (problem.isNotTheApi && !hasSeen);
}
