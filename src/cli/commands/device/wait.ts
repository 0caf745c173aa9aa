import { CALL_TIMEOUT_MS } from '../../../core/api/api-client.ts';
import { WaitForDevice, type DeviceGoal } from '../../../core/device/wait-for-device.ts';
import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { EXIT, sentenceOf } from '../../exit-codes.ts';

export const action: Action = {
  fields: ['sno', 'goal', 'reached', 'waitedMs'],
  async run(context, { args: [code], options }) {
    const { output, signal } = context;
    const sno = context.deviceNumber(code);
    const goal = options.for as DeviceGoal;
    const longest = context.longestWaitMs;
    const joined = await context.join({ timeoutMs: Math.min(longest, CALL_TIMEOUT_MS) });
    const { time } = joined;
    const began = time.now();
    await joined.get(Queries).device(sno);
    const left = Math.max(0, longest - (time.now() - began));
    const outcome = await joined.get(WaitForDevice).wait(sno, goal, left, signal);
    const waitedMs = time.now() - began;
    const seconds = Math.round(waitedMs / 1000);
    const reached = outcome.kind === 'reached';
    await output.record({ sno, goal, reached, waitedMs }, reached ? [`${sno} is ${goal} (after ${seconds} s).`] : []);
    if (reached) return EXIT.done;
    const text = outcome.problem
      ? `${sno} is not known to be ${goal} after ${seconds} s. ${sentenceOf(outcome.problem, context.hint)}`
      : `${sno} is not ${goal} after ${seconds} s. Wait longer with --timeout, or look: ${context.hint`device show ${sno}`}`;
    return output.refuse(text, EXIT.gaveUp);
  },
};
