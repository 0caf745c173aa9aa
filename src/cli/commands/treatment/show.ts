import { FollowTreatment } from '../../../core/treatment/follow-treatment.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { onlineText, STATE_FIELDS, stateRow, stateText } from '../../format.ts';

export const action: Action = {
  fields: ['sno', 'phase', 'online', ...STATE_FIELDS, 'elapsedSeconds'],
  async run(context, { args: [code] }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const { phase, state, online, beganAt } = await joined.get(FollowTreatment).look(sno);
    const elapsedSeconds = state.on === true && beganAt !== undefined ? Math.floor(Math.max(0, joined.time.now() - beganAt) / 1000) : undefined;
    await output.record(
      { sno, phase, online, ...stateRow(state), elapsedSeconds },
      output.pairs([
        ['device', sno],
        ['line', onlineText(online)],
        ['phase', phase],
        ['state', stateText(state)],
        ['voltage', state.voltage?.toString()],
        ['frequency', state.frequency?.toString()],
        ['waveform', state.waveform?.toString()],
        ['auxiliary', state.auxiliary],
        ['elapsed', elapsedSeconds === undefined ? undefined : `${Math.floor(elapsedSeconds / 60)} min ${elapsedSeconds % 60} s`],
      ]),
    );
    return EXIT.done;
  },
};
