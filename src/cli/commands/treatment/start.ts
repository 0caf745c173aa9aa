import { Configuration } from '../../../core/api/configuration.ts';
import { CurrentDevice } from '../../../core/device/current-device.ts';
import type { NoticeReason } from '../../../core/device/device.ts';
import { OpenLeasedDevice } from '../../../core/entry/open-leased-device.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import { Queries } from '../../../core/queries.ts';
import type { TreatmentSettings } from '../../../core/treatment/settings.ts';
import { StartCommand } from '../../../core/treatment/start-command.ts';
import { StartTreatment, type StartOutcome } from '../../../core/treatment/start-treatment.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, noticeSentence, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { STATE_FIELDS, stateRow } from '../../format.ts';
import type { Joined } from '../../surroundings.ts';
import { enter } from '../device/enter.ts';
import { settingsFrom, type Wished } from './settings.ts';

export const action: Action = {
  fields: ['sno', 'outcome', ...STATE_FIELDS],
  async run(context, { args: [code], options }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    const wished = options as unknown as Wished;
    const settings = settingsFrom(wished, tablesOf(joined.get(Configuration).values));
    const obstacle = await choose(context, joined, sno);
    if (obstacle) return output.refuse(noticeSentence(obstacle, sno, context.hint), EXIT.notAvailable);
    const starting = joined.get(StartTreatment);
    context.ifInterrupted((sent) =>
      sent ? `The start was sent: ${sno} may be running, or may still start. Check it: ${context.hint`treatment show ${sno}`}. Stop it: ${context.hint`treatment stop ${sno}`}` : undefined,
    );
    const outcome = await starting.begin({ settings, custom: wished.mode === 'custom' });
    if (outcome.kind !== 'confirm-deduction') return tell(context, sno, await confirmed(joined, sno, settings, outcome));
    await context.consent(`Deduct one of ${outcome.remaining} uses and start ${sno}?`);
    return tell(context, sno, await confirmed(joined, sno, settings, await starting.confirm()));
  },
};

/** The server took the start; there is no screen here that goes on looking, so the device is asked before anything is said of it. */
async function confirmed(joined: Joined, sno: string, settings: TreatmentSettings, outcome: StartOutcome): Promise<StartOutcome> {
  if (outcome.kind !== 'started') return outcome;
  const seen = await joined.get(StartCommand).confirm(sno, settings);
  if (seen.kind === 'not-started') return { ...seen, paid: false };
  return seen.kind === 'started' ? { ...outcome, state: seen.state } : { ...outcome, kind: 'already-running', state: seen.state, asAsked: false };
}

/** Makes the device the current one; or what stands in the way. */
async function choose(context: Context, joined: Joined, sno: string): Promise<NoticeReason | undefined> {
  const current = joined.get(CurrentDevice);
  const leased = (await joined.get(Queries).devices()).records.find((device) => device.sno === sno);
  if (leased) {
    const outcome = await joined.get(OpenLeasedDevice).open(leased);
    if (outcome.kind === 'offline') return 'offline';
    return outcome.kind === 'notice' ? outcome.reason : undefined;
  }
  if (current.sno === sno && current.operatorId !== undefined && !current.isWorking) return undefined;
  const turn = await enter(context, joined, sno, current.assist);
  return turn.kind === 'notice' ? turn.reason : undefined;
}

async function tell({ output, hint }: Context, sno: string, outcome: StartOutcome): Promise<ExitCode> {
  switch (outcome.kind) {
    case 'started':
    case 'already-running': {
      const { kind, state } = outcome;
      const row = stateRow({ ...state, on: true });
      const settings = [row.mode, row.minutes && `${row.minutes} min`].filter(Boolean).join(', ');
      const asAsked = kind === 'started' || outcome.asAsked;
      const text = kind === 'started' ? `Started ${sno}: ${settings}` : `${sno} is already running: ${settings}. Nothing was changed.`;
      await output.record({ sno, outcome: kind, ...row }, asAsked ? [text] : []);
      if (!asAsked) output.refuse(text, EXIT.notAvailable);
      output.note(`Check it: ${hint`treatment show ${sno}`}. Stop it: ${hint`treatment stop ${sno}`}`);
      return asAsked ? EXIT.done : EXIT.notAvailable;
    }
    case 'too-frequent':
      return output.refuse('It was stopped a moment ago. Wait ten seconds, then start it again.');
    case 'unavailable':
      return output.refuse(noticeSentence('offline', sno, hint), EXIT.notAvailable);
    case 'exhausted':
      return output.refuse(`No use is left and the device is not rented. Buy one: ${hint`plan list ${sno}`}`);
    case 'not-started': {
      const what = outcome.outcomeUnknown ? `Start not confirmed; the device may still start. Check it: ${hint`treatment show ${sno}`}.` : 'The device did not start.';
      const paid = outcome.paid ? ' It is paid, and no further use is taken: try again.' : '';
      return output.refuse(`${what}${paid} ${sentenceOf(outcome.problem, hint)}`, exitCodeOf(outcome.problem));
    }
    case 'confirm-deduction':
      return output.refuse(`The device waits for a yes to deducting one of ${outcome.remaining} uses.`);
  }
}
