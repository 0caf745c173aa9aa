import { CALL_TIMEOUT_MS } from '../../../core/api/api-client.ts';
import { holdInstant } from '../../../core/basics/instants.ts';
import { isUnreadable, rests } from '../../../core/device/device-state.ts';
import type { DeviceSnapshot } from '../../../core/device/follow/follow-device.ts';
import { isSilent } from '../../../core/treatment/follow/progress.ts';
import { WaitForDevice, type DeviceGoal, type WaitOutcome } from '../../../core/treatment/follow/wait-for-device.ts';
import { countDown } from '../../output/countdown.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { deviceNamed } from '../name-device.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { onlineText, recentAge, stateText } from '../../words/format.ts';

export const fields = ['sno', 'goal', 'reached', 'waitedMs'];

export async function waitForDevice(
  context: Context,
  code: string,
  { for: goal }: { for: DeviceGoal },
): Promise<ExitCode> {
  const { output, signal } = context;
  const sno = context.deviceNumber(code);
  const longest = context.waitTimeoutMs;
  const services = await context.createServices({
    asPerson: 'if-others-are-open',
    timeoutMs: Math.min(longest, CALL_TIMEOUT_MS),
  });
  const { time } = services;
  const began = holdInstant(time);
  await deviceNamed(context, services, sno);
  const left = Math.max(0, longest - began.passedMs());
  let seen: Sighting | undefined;
  const counting = countDown(output, time, left, () => waitingText(sno, goal, seen, time.now()));
  const onSnapshot = (snapshot: DeviceSnapshot) => {
    seen = nextSighting(seen, snapshot, time.now());
    counting.refresh();
  };
  const outcome = await services
    .get(WaitForDevice)
    .wait(sno, goal, left, { signal, onSnapshot })
    .finally(counting.stop);
  const waitedMs = began.passedMs();
  const seconds = Math.round(waitedMs / 1000);
  const reached = outcome.kind === 'reached';
  await output.record({ sno, goal, reached, waitedMs }, reached ? [`${sno} is ${goal} (after ${seconds} s).`] : []);
  if (reached) return EXIT.done;
  const failure = outcome.problem
    ? withContext(
        `Could not confirm that ${sno} is ${goal} after ${seconds} s.`,
        failureOf(outcome.problem, context.hint),
      )
    : {
        code: 'timeout',
        message: `${timeoutText(sno, goal, outcome, seen, time.now())} after ${seconds} s.`,
        hint: `Wait longer with --timeout, or check with: ${context.hint`device show ${sno}`}`,
      };
  return output.refuse(failure, EXIT.gaveUp);
}

/** What is known of the device at the end of the wait, without the time. */
function timeoutText(
  sno: string,
  goal: DeviceGoal,
  { online, doubt }: Extract<WaitOutcome, { kind: 'timeout' }>,
  seen: Sighting | undefined,
  now: number,
): string {
  // What is known of an offline device is its connection. The computer may have slept since, before the next answer came.
  const heardAt = isAboutState(goal) && online !== false ? seen?.snapshot.seenAt : seen?.onlineAt;
  if (heardAt !== undefined && isSilent(heardAt, now))
    return `${sno} was last heard of ${recentAge(heardAt, now)}, so whether it is ${goal} is not known`;
  if (!isAboutState(goal))
    return online === undefined ? `Whether ${sno} is ${goal} is not known` : `${sno} is not ${goal}`;
  if (online === false) return `${sno} is offline, so whether it is ${goal} is not known`;
  if (seen === undefined) return `The server has not said whether ${sno} is ${goal}`;
  const { state } = seen.snapshot;
  if (isUnreadable(state, 'on')) return `Whether ${sno} is ${goal} cannot be read from its report`;
  if (state.on === undefined) return `${sno} has reported no state`;
  const reports = `${sno} reports ${rests(state) ? 'rest' : 'that it runs'}`;
  if (doubt === 'offline')
    return `${reports}, but the server calls ${sno} offline, so whether it is ${goal} is not known`;
  if (doubt === 'may-have-ended')
    return `The server's record of ${sno} shows a treatment, but the server also says that none is running on it, so whether it is ${goal} is not known`;
  if (doubt === 'works')
    return `${reports}, but the server says that a treatment is running on it, so whether it is ${goal} is not known`;
  if (doubt === 'may-start')
    return `${sno} was started from here, and it may not have reported since, so whether it is ${goal} is not known`;
  if (doubt === 'may-have-stopped')
    return `A stop of ${sno} was sent from here, and it may not have reported since, so whether it is ${goal} is not known`;
  if (doubt === 'unanswered')
    return `${reports}, and the server has not said whether a treatment is running on it, so whether it is ${goal} is not known`;
  return `${sno} is not ${goal}`;
}

function isAboutState(goal: DeviceGoal): boolean {
  return goal === 'running' || goal === 'idle';
}

/** What is known of the device, and when its connection was last reported; epoch ms. */
export interface Sighting {
  snapshot: DeviceSnapshot;
  onlineAt?: number;
}

/** A change of the channel alone says nothing of the device's connection. */
export function nextSighting(before: Sighting | undefined, snapshot: DeviceSnapshot, now: number): Sighting {
  const { online, line, problem } = snapshot;
  const isReport = online !== undefined && problem === undefined && line === before?.snapshot.line;
  return { snapshot, onlineAt: isReport ? now : before?.onlineAt };
}

/** The line that is shown during the wait, without the remaining time. */
export function waitingText(sno: string, goal: DeviceGoal, seen: Sighting | undefined, now: number): string {
  const waiting = `Waiting for ${sno} to be ${goal}`;
  if (seen?.snapshot.problem) return `${waiting}: the last request failed`;
  const { state = {}, online, seenAt } = seen?.snapshot ?? {};
  const isOfState = isAboutState(goal);
  if (isOfState && online === false) return `${waiting}: offline`;
  const what = isOfState ? seenAt && stateText({ state, online }) : onlineText(online);
  if (!what) return `${waiting}: nothing seen yet`;
  const at = isOfState ? seenAt : seen?.onlineAt;
  return `${waiting}: ${what}${at === undefined ? '' : `, seen ${recentAge(at, now)}`}`;
}
