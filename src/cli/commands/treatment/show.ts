import { FollowTreatment } from '../../../core/treatment/follow-treatment.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { onlineText, STATE_FIELDS, stateRow, stateText } from '../../format.ts';

export const fields = ['sno', 'phase', 'online', ...STATE_FIELDS, 'elapsedSeconds'];

export async function showTreatment(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices();
  const { phase, state, online, beganAt } = await services.get(FollowTreatment).look(sno);
  const elapsedSeconds =
    state.on === true && beganAt !== undefined
      ? Math.floor(Math.max(0, services.time.now() - beganAt) / 1000)
      : undefined;
  await output.record(
    { sno, phase, online, ...stateRow(state), elapsedSeconds },
    output.pairs([
      ['device', sno],
      ['connection', onlineText(online)],
      ['phase', phase],
      ['state', stateText(state)],
      ['voltage', state.voltage?.toString()],
      ['frequency', state.frequency?.toString()],
      ['waveform', state.waveform?.toString()],
      ['auxiliary', state.auxiliary],
      [
        'elapsed',
        elapsedSeconds === undefined ? undefined : `${Math.floor(elapsedSeconds / 60)} min ${elapsedSeconds % 60} s`,
      ],
    ]),
  );
  return EXIT.done;
}
