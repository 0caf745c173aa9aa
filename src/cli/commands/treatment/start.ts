import { Configuration } from '../../../core/cloud/configuration.ts';
import type { NoticeReason } from '../../../core/device/device.ts';
import { OpenLeasedDevice } from '../../../core/device/open-leased-device.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import { Queries } from '../../../core/queries.ts';
import { Visit } from '../../../core/session/visit.ts';
import { StartTreatment, type StartTurn } from '../../../core/treatment/start-treatment.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, noticeSentence, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { STATE_FIELDS, stateRow } from '../../format.ts';
import type { Joined } from '../../surroundings.ts';
import { enter } from '../device/enter.ts';
import { settingsFrom, type Wished } from './settings.ts';

export const action: Action = {
  fields: ['sno', ...STATE_FIELDS],
  async run(context, { args: [code], options }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const wished = options as unknown as Wished;
    const settings = settingsFrom(wished, tablesOf(joined.get(Configuration).values));
    const obstacle = await choose(context, joined, sno);
    if (obstacle === 'working')
      return output.refuse(`The device is already working for you. See: physio treatment show ${sno}`, EXIT.notAvailable);
    if (obstacle) return output.refuse(noticeSentence(obstacle, sno), EXIT.notAvailable);
    const starting = joined.get(StartTreatment);
    const turn = await starting.begin({ settings, custom: wished.mode === 'custom' });
    if (turn.kind !== 'confirm-deduction') return tell(context, joined, sno, turn);
    await context.consent(`Deduct one of ${turn.remaining} uses and start ${sno}?`);
    return tell(context, joined, sno, await starting.confirm());
  },
};

/** Makes the device the current one; or what stands in the way. */
async function choose(context: Context, joined: Joined, sno: string): Promise<NoticeReason | 'working' | undefined> {
  const visit = joined.get(Visit);
  const leased = (await joined.get(Queries).devices()).find((device) => device.sno === sno);
  if (leased) {
    const outcome = await joined.get(OpenLeasedDevice).open(leased);
    if (outcome.kind === 'offline') return 'offline';
    if (outcome.kind === 'notice') return outcome.reason;
    return outcome.destination.to === 'process' ? 'working' : undefined;
  }
  if (visit.get('device')?.sno === sno && visit.get('operatorId') !== undefined && visit.get('started') !== true) return undefined;
  const turn = await enter(context, joined, sno, visit.get('assist') ?? false);
  if (turn.kind === 'notice') return turn.reason;
  return turn.destination.to === 'process' ? 'working' : undefined;
}

async function tell({ output }: Context, joined: Joined, sno: string, turn: StartTurn): Promise<ExitCode> {
  switch (turn.kind) {
    case 'started': {
      const state = { ...joined.get(Visit).get('treatment')?.state, on: true };
      const row = stateRow(state);
      const minutes = row.minutes === undefined ? '' : `, ${row.minutes} min`;
      await output.record({ sno, ...row }, [`${sno} was started: ${row.mode ?? ''}${minutes}`]);
      output.note(`See it: physio treatment show ${sno}; stop it: physio treatment stop ${sno}`);
      return EXIT.done;
    }
    case 'too-frequent':
      return output.refuse('It was stopped a moment ago. Wait ten seconds, then start it again.');
    case 'unavailable':
      return output.refuse(noticeSentence('offline', sno), EXIT.notAvailable);
    case 'exhausted':
      return output.refuse(`No use is left and the device is not rented. Buy one: physio plan list ${sno}`);
    case 'not-started': {
      const what = turn.inDoubt ? `Nothing says that the device has started, and it may still: physio treatment show ${sno}.` : 'The device did not start.';
      const paid = turn.paid ? ' It is paid, and no further use is taken: try again.' : '';
      return output.refuse(`${what} ${sentenceOf(turn.problem)}${paid}`, exitCodeOf(turn.problem));
    }
    case 'confirm-deduction':
      return output.refuse(`The device waits for a yes to deducting one of ${turn.remaining} uses.`);
  }
}
