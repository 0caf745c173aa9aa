import { CALL_TIMEOUT_MS } from '../../../core/api/api-client.ts';
import type { DeviceSnapshot } from '../../../core/device/follow-device.ts';
import { WaitForDevice, type DeviceGoal } from '../../../core/device/wait-for-device.ts';
import { Queries } from '../../../core/queries.ts';
import { countDown } from '../../countdown.ts';
import type { Context } from '../../context.ts';
import { EXIT, failureOf, withContext, type ExitCode } from '../../exit-codes.ts';
import { onlineText, recentAge, stateText } from '../../format.ts';

export const fields = ['sno', 'goal', 'reached', 'waitedMs'];

export async function waitForDevice(
  context: Context,
  code: string,
  { for: goal }: { for: DeviceGoal },
): Promise<ExitCode> {
  const { output, signal } = context;
  const sno = context.deviceNumber(code);
  const longest = context.waitTimeoutMs;
  const services = await context.createServices({ timeoutMs: Math.min(longest, CALL_TIMEOUT_MS) });
  const { time } = services;
  const began = time.now();
  await services.get(Queries).device(sno);
  const left = Math.max(0, longest - (time.now() - began));
  let seen: DeviceSnapshot | undefined;
  const counting = countDown(output, time, left, () => waitingText(sno, goal, seen, time.now()));
  const onSnapshot = (snapshot: DeviceSnapshot) => {
    seen = snapshot;
    counting.refresh();
  };
  const outcome = await services
    .get(WaitForDevice)
    .wait(sno, goal, left, { signal, onSnapshot })
    .finally(counting.stop);
  const waitedMs = time.now() - began;
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
        message: `${sno} is not ${goal} after ${seconds} s.`,
        hint: `Wait longer with --timeout, or check with: ${context.hint`device show ${sno}`}`,
      };
  return output.refuse(failure, EXIT.gaveUp);
}

/** What is seen of the device that the command waits for. */
export function waitingText(sno: string, goal: DeviceGoal, seen: DeviceSnapshot | undefined, now: number): string {
  const waiting = `Waiting for ${sno} to be ${goal}`;
  if (seen?.problem) return `${waiting}: the last request failed`;
  const { state = {}, online, seenAt } = seen ?? {};
  const isAboutState = goal === 'running' || goal === 'idle';
  const what = isAboutState ? (seenAt === undefined ? undefined : stateText(state)) : onlineText(online);
  if (what === undefined) return `${waiting}: nothing seen yet`;
  return isAboutState && seenAt !== undefined
    ? `${waiting}: ${what}, seen ${recentAge(seenAt, now)}`
    : `${waiting}: ${what}`;
}
