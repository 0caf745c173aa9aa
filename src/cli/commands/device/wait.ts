import { CALL_TIME_LIMIT } from '../../../core/cloud/cloud.ts';
import { WaitForDevice, type DeviceGoal } from '../../../core/device/wait-for-device.ts';
import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';

export const action: Action = {
  fields: ['sno', 'goal', 'reached', 'waitedMs'],
  async run(context, { args: [code], options }) {
    const { output, signal } = context;
    const sno = context.deviceNumber(code);
    const goal = options.for as DeviceGoal;
    const longest = context.longestWaitMs;
    const joined = await context.join({ timeoutMs: Math.min(longest, CALL_TIME_LIMIT) });
    const { time } = joined;
    const began = time.now();
    await joined.get(Queries).device(sno);
    const reached = await joined.get(WaitForDevice).wait(sno, goal, longest, signal);
    const waitedMs = time.now() - began;
    const text = reached ? `${sno} is ${goal} (after ${Math.round(waitedMs / 1000)} s).` : `${sno} is not ${goal} after ${Math.round(waitedMs / 1000)} s.`;
    await output.record({ sno, goal, reached, waitedMs }, reached ? [text] : []);
    return reached ? EXIT.done : output.refuse(`${text} Wait longer with --timeout, or look: ${context.hint`device show ${sno}`}`, EXIT.gaveUp);
  },
};
