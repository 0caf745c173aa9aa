import { FollowTreatment } from '../../../core/treatment/follow-treatment.ts';
import { ageOf, SECOND } from '../../../core/time.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { iso, onlineText, readerOf, STATE_FIELDS, stateRow, stateText, timeAndAge } from '../../format.ts';

export const fields = ['sno', 'phase', 'online', ...STATE_FIELDS, 'beganAt', 'elapsedSeconds'];

export async function showTreatment(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices();
  const { phase, state, online, beganAt } = await services.get(FollowTreatment).look(sno);
  const reader = readerOf(output, services);
  const seen = { state, online };
  const runsSince = stateRow(seen).on === true ? beganAt : undefined;
  const elapsedSeconds = runsSince === undefined ? undefined : Math.floor(ageOf(runsSince, reader.now) / SECOND);
  await output.record(
    { sno, phase, online, ...stateRow(seen), beganAt: iso(runsSince), elapsedSeconds },
    output.pairs([
      ['device', sno],
      ['connection', onlineText(online)],
      ['phase', phase],
      ['state', stateText(seen)],
      ['voltage', state.voltage?.toString()],
      ['frequency', state.frequency?.toString()],
      ['waveform', state.waveform?.toString()],
      ['auxiliary', state.auxiliary],
      ['began', timeAndAge(runsSince, reader)],
      [
        'elapsed',
        elapsedSeconds === undefined ? undefined : `${Math.floor(elapsedSeconds / 60)} min ${elapsedSeconds % 60} s`,
      ],
    ]),
  );
  return EXIT.done;
}
