import { refusesDevice } from '../../../core/api/server-failure.ts';
import type { LiveFailure } from '../../../core/device/follow/channel-connection.ts';
import { rests, runs, runsBy } from '../../../core/device/device-state.ts';
import { FollowDevice, type DeviceSnapshot } from '../../../core/device/follow/follow-device.ts';
import { connectionOf, type DeviceStatus } from '../../../core/device/device.ts';
import { ignoreFailure, type Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { SECOND } from '../../../core/basics/time.ts';
import { isSilent } from '../../../core/treatment/follow/progress.ts';
import { TreatmentLog } from '../../../core/treatment/records/treatment-log.ts';
import { channelFailureMessage } from '../../words/channel-message.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { problemMessage } from '../../words/failure.ts';
import { dayAndSecond, iso, onlineText, STATE_FIELDS, stateRow, stateText } from '../../words/format.ts';
import type { Row } from '../../output/output.ts';

/** Why there are no live updates, such as `subscribe-refused`, and the channel's own code. */
function channelRow(failure: LiveFailure | undefined): Row {
  if (!failure) return {};
  return failure.step === 'address'
    ? { channel: 'no-address' }
    : { channel: `${failure.step}-${failure.reason}`, channelCode: failure.code };
}

export const fields = ['at', 'sno', 'line', 'online', ...STATE_FIELDS, 'channel', 'channelCode', 'problem'];

/** What is said of the record's state while the device reports nothing over its channel. */
const RECORD = " (the server's record, which may be old)";

/** How soon the check is asked again about a device whose detail names no connection. */
const CHECK_INTERVAL_MS = 10 * SECOND;

export async function watchDevice(context: Context, code: string): Promise<ExitCode> {
  const { output, signal } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const { time } = services;
  const log = services.get(TreatmentLog);
  let before = '';
  let hasSeen = false;
  let hasRun = false;
  let hasRested = false;
  let last: Promise<void> = Promise.resolve();
  let latest: DeviceSnapshot | undefined;
  let hasAsked = false;
  let status: DeviceStatus | undefined;
  const ended = await new Promise<ExitCode>((resolve, reject) => {
    const ask = async () => {
      hasAsked = true;
      const checked = await services.get(Queries).check(sno).catch(ignoreFailure);
      status = checked?.status ?? status;
      if (latest && !signal.aborted) show(latest);
    };
    const asksAgain = time.every(CHECK_INTERVAL_MS, () => {
      if (latest && isOpen(latest)) ask().catch(reject);
    });
    const onSnapshot = (snapshot: DeviceSnapshot) => {
      latest = snapshot;
      if (isOpen(snapshot) && !hasAsked) ask().catch(reject);
      else show(snapshot);
    };
    const show = (snapshot: DeviceSnapshot) => {
      const { line, recordRuns, liveFailure, problem, pushedAt, seenAt } = snapshot;
      const at = time.now();
      const state = log.withoutKeptCount(sno, snapshot.state);
      const online = connectionOf(snapshot.online, status);
      hasRun ||= runs(state);
      hasRested ||= rests(state);
      // A change that is seen here is no past, nor is what the device pushed otherwise than the server's record says.
      const isNews = rests(state) ? hasRun : hasRested || recordRuns !== true;
      // Whether the server reaches the device, `online` says.
      const word = status === undefined || status === 'offline' ? 'unasked' : status;
      // The report of an offline device is its past however young it is.
      const isOld = online !== false && seenAt !== undefined && isSilent(seenAt, at);
      const seen = { state, online, isPast: isOld || (!isNews && log.mayBePast(sno, state, word, pushedAt)) };
      const known = stateRow(seen);
      const isRecord = line !== 'live' && known.on !== undefined && recordRuns === runsBy(state);
      const row: Row = {
        sno,
        line,
        online,
        ...known,
        ...channelRow(liveFailure),
        problem: problem?.code,
      };
      const channelFails = liveFailure && channelFailureMessage(liveFailure, context.hint);
      const readFails = problem && problemMessage(problem, context.hint);
      const words = [
        line.padEnd(10),
        (onlineText(online) ?? 'unknown').padEnd(7),
        state.on === undefined ? 'state unknown' : `${stateText(seen)}${isRecord ? RECORD : ''}`,
        channelFails,
        // The request for the channel's address may have failed as the read has.
        readFails !== undefined && channelFails?.endsWith(readFails) ? undefined : readFails,
      ]
        .filter(Boolean)
        .join('  ');
      const now = output.isMachine ? JSON.stringify(row) : words;
      const isNew = now !== before;
      before = now;
      // What the channel says comes soon, and people read one line rather than two that are nearly equal.
      const isAwaited = line === 'connecting' && online === undefined && state.on === undefined;
      if (isNew && (output.isMachine || !isAwaited))
        last = last.then(() => output.item({ at: iso(at), ...row }, `${dayAndSecond(at)}  ${words}`));
      hasSeen ||= online !== undefined || snapshot.seenAt !== undefined;
      if (problem && isFinal(problem, hasSeen)) end(output.fail(problem));
    };
    const following = services.get(FollowDevice).follow(sno, onSnapshot);
    const end = (result: ExitCode) => {
      following.stop();
      asksAgain();
      resolve(result);
    };
    signal.addEventListener('abort', () => end(EXIT.interrupted));
  });
  await last;
  return ended;
}

/** True if only the check says whether the report is the past of an offline device. */
function isOpen({ seenAt, online }: DeviceSnapshot): boolean {
  return seenAt !== undefined && online === undefined;
}

/** Whether retrying cannot help. An address that has answered as the API before is not wrong. */
function isFinal(problem: Problem, hasSeen: boolean): boolean {
  return refusesDevice(problem) || problem.endsTheSession || (problem.isNotTheApi && !hasSeen);
}
