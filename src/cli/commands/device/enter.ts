import { CurrentDevice } from '../../../core/device/current-device.ts';
import { ScanDevice } from '../../../core/device/scan-device.ts';
import { EnterDevice, type EntryOutcome } from '../../../core/entry/enter-device.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, noticeSentence } from '../../exit-codes.ts';
import { nextStep } from '../../format.ts';
import { rememberDevices } from '../../known-devices.ts';
import type { Joined } from '../../surroundings.ts';

export const action: Action = {
  fields: ['sno', 'outcome', 'isShare', 'assist', 'operatorId', 'next'],
  async run(context, { args: [given], options: { image, assist } }) {
    const { output } = context;
    if ((given === undefined) === (image === undefined))
      throw new Problem('invalid-input', { message: `name one device: ${context.hint`device enter SNO`}, or ${context.hint`device enter --image FILE`}` });
    const joined = await context.join({ image: typeof image === 'string' ? image : undefined });
    const sno = given === undefined ? await scan(joined) : context.deviceNumber(given);
    const turn = await enter(context, joined, sno, typeof assist === 'boolean' ? assist : undefined);
    if (turn.kind === 'notice') {
      await output.record({ sno, outcome: turn.reason }, []);
      return output.refuse(noticeSentence(turn.reason, sno, context.hint), EXIT.notAvailable);
    }
    const { destination } = turn;
    rememberDevices([sno], context.settings.profile, context.surroundings);
    const { selected, operatorId, assist: onBehalf } = joined.get(CurrentDevice);
    const next = nextStep(destination, sno, context.hint);
    await output.record(
      { sno, outcome: destination.to, isShare: selected?.isShare, assist: onBehalf, operatorId, next },
      [`${sno} ${told[destination.to]}${onBehalf ? ', for a customer' : ''}: ${next}`],
    );
    return EXIT.done;
  },
};

const told: Record<Extract<EntryOutcome, { kind: 'go' }>['destination']['to'], string> = {
  lease: 'can be rented',
  'mode-menu': 'is ready to be started',
  process: 'is working for you',
  my: 'is not to be entered',
  cards: 'is not to be entered',
  'order-detail': 'is not to be entered',
};

async function scan(joined: Joined): Promise<string> {
  const outcome = await joined.get(ScanDevice).scan();
  if (outcome.kind === 'cancelled') throw new Problem('cancelled');
  if (outcome.kind === 'unreadable') throw new Problem('scanner', { message: 'the code in the picture is not the code of a device' });
  return outcome.sno;
}

/** Enters the device, asking whether it is for a customer where that is to be asked and was not said. */
export async function enter(
  context: Context,
  joined: Joined,
  sno: string,
  assist: boolean | undefined,
): Promise<Extract<EntryOutcome, { kind: 'notice' | 'go' }>> {
  const entering = joined.get(EnterDevice);
  const first = await entering.begin(sno);
  if (assist === true && first.kind !== 'ask-on-behalf') {
    joined.get(CurrentDevice).clear();
    throw new Problem('refused', { message: 'This account is no assistant and cannot rent for a customer.' });
  }
  const turn = first.kind === 'ask-on-behalf' ? await entering.proceed({ assist: assist ?? (await askOnBehalf(context)) }) : first;
  if (turn.kind === 'ask-on-behalf' || turn.kind === 'unreadable') throw new Problem('invalid-input', { message: 'this is no device number' });
  return turn;
}

async function askOnBehalf(context: Context): Promise<boolean> {
  if (context.canAsk) return context.ask('Rent the device on behalf of a customer?');
  throw new Problem('invalid-input', { message: `you are an assistant: say for whom this is with --assist (for a customer) or --no-assist. ${context.onBehalf()}` });
}
