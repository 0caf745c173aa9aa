import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { EXIT, sentenceOf } from '../../exit-codes.ts';
import { iso, onlineText, STATE_FIELDS, stateRow, stateText, until } from '../../format.ts';

export const action: Action = {
  fields: ['sno', 'name', 'online', 'operatorName', 'mac', 'expiresAt', ...STATE_FIELDS],
  async run(context, { args: [code] }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const queries = joined.get(Queries);
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
        ['line', onlineText(detail.online)],
        ['state', stateText(known)],
        ['operator', detail.operatorName],
        ['mac', detail.mac],
        ['until', until(detail.expiresAt, joined.time.now())],
      ]),
    );
    if (state instanceof Problem) output.warn(`its state is not known: ${sentenceOf(state, context.hint)}`);
    return EXIT.done;
  },
};
