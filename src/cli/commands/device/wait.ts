import { CALL_TIMEOUT_MS } from '../../../core/api/api-client.ts';
import { WaitForDevice, type DeviceGoal } from '../../../core/device/wait-for-device.ts';
import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import { EXIT, failureOf, withContext, type ExitCode } from '../../exit-codes.ts';

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
  const outcome = await services.get(WaitForDevice).wait(sno, goal, left, signal);
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
