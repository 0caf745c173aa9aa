import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import { EXIT, problemMessage, type ExitCode } from '../../exit-codes.ts';
import { iso, onlineText, STATE_FIELDS, stateRow, stateText, until } from '../../format.ts';

export const fields = ['sno', 'name', 'online', 'operatorName', 'mac', 'expiresAt', ...STATE_FIELDS];

export async function showDevice(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices();
  const queries = services.get(Queries);
  const latest = queries.latest(sno).catch((thrown: unknown) => Problem.of(thrown));
  const detail = await queries.device(sno);
  const state = await latest;
  if (state instanceof Problem && state.code === 'internal') throw state;
  const known = state instanceof Problem ? {} : state;
  await output.record(
    { ...detail, sno, expiresAt: iso(detail.expiresAt), ...stateRow(known) },
    output.pairs([
      ['device', sno],
      ['name', detail.name],
      ['connection', onlineText(detail.online)],
      ['state', stateText(known)],
      ['operator', detail.operatorName],
      ['mac', detail.mac],
      ['until', until(detail.expiresAt, services.time.now())],
    ]),
  );
  if (state instanceof Problem) output.warn(`Could not read the state: ${problemMessage(state, context.hint)}`);
  return EXIT.done;
}
