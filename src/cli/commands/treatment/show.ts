import { Queries } from '../../../core/queries.ts';
import { Visit } from '../../../core/session/visit.ts';
import { MINUTE } from '../../../core/time.ts';
import { beganAt, phaseOf } from '../../../core/treatment/treatment.ts';
import { Clock } from '../../../ports/clock.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { onlineText, STATE_FIELDS, stateRow, stateText } from '../../format.ts';

export const action: Action = {
  fields: ['sno', 'phase', 'online', ...STATE_FIELDS, 'elapsedSeconds'],
  async run(context, { args: [code] }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const queries = joined.get(Queries);
    const [{ online }, state] = await Promise.all([queries.device(sno), queries.latest(sno)]);
    const now = joined.get(Clock).now();
    const visit = joined.get(Visit);
    const started = visit.get('startedAt');
    const here = started?.sno === sno ? started : undefined;
    const began = beganAt(here?.at, state.on === true ? state.usedMinutes : undefined, now);
    const elapsed = began === undefined ? 0 : Math.max(0, now - began);
    const isOver = elapsed > ((here && visit.get('startedState')?.workMinutes) ?? Infinity) * MINUTE;
    const wasRunning = here?.ran === true || isOver;
    if (here && state.on === true) visit.set('startedAt', { ...here, ran: true });
    const facts = { state, online, wasRunning, startedHere: here !== undefined, told: true, elapsed };
    const phase = here || state.on === true ? phaseOf(facts) : online ? 'idle' : 'offline';
    const elapsedSeconds = state.on === true ? Math.floor(elapsed / 1000) : undefined;
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
