import { ScanDevice } from '../../../core/entry/scan-device.ts';
import { EnterDevice, type EntryOutcome } from '../../../core/entry/enter-device.ts';
import type { StartDoubt } from '../../../core/entry/entry-policy.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, noticeExitCode, noticeFailure, type ExitCode } from '../../words/exit-codes.ts';
import { nextStep } from '../../words/format.ts';
import { withHome } from '../../input/home-path.ts';
import { rememberDevices } from '../../account/known-devices.ts';
import type { CoreServices } from '../../environment.ts';

export const fields = ['sno', 'outcome', 'isShare', 'assist', 'operatorId', 'next'];

export async function enterDevice(
  context: Context,
  code: string | undefined,
  { image, assist }: { image?: string; assist?: boolean },
): Promise<ExitCode> {
  const { output } = context;
  if ((code === undefined) === (image === undefined))
    throw new Problem('invalid-input', {
      message: `give one device: ${context.hint`device enter SNO`}, or ${context.hint`device enter --image FILE`}`,
    });
  const services = await context.createServices({ image: image && withHome(image, context.environment) });
  const sno = code === undefined ? await scan(services) : context.deviceNumber(code);
  const turn = await enter(context, services, sno, assist);
  if (turn.kind === 'notice') {
    await output.record({ sno, outcome: turn.reason }, []);
    return output.refuse(noticeFailure(turn.reason, sno, context.hint), noticeExitCode(turn.reason));
  }
  const { destination } = turn;
  rememberDevices([sno], context.settings.profile, context.environment);
  const { operatorId, assist: onBehalf, isShare } = turn.entered;
  const next = nextStep(destination, sno, context.hint);
  await output.record({ sno, outcome: destination.to, isShare, assist: onBehalf, operatorId, next }, [
    `${sno} ${outcomeText(turn)}${onBehalf ? ', for a customer' : ''}: ${next}`,
  ]);
  return EXIT.done;
}

type Destined = Pick<Extract<EntryOutcome, { kind: 'go' }>, 'destination' | 'startDoubt'>;

/** What an entry says about the device, after its name. */
export function outcomeText({ destination, startDoubt }: Destined): string {
  return startDoubt === undefined ? OUTCOMES[destination.to] : `is ${START_DOUBTS[startDoubt]}`;
}

const DECIDES = 'the server decides whether this account may start it';

/** What is said of a device whose start may be refused. */
export const START_DOUBTS: Record<StartDoubt, string> = {
  'leased-by-another': `leased by somebody else; ${DECIDES}`,
  'may-be-shared': `leased, and may be shared with this account, because digits of a phone number are hidden; ${DECIDES}`,
};

const OUTCOMES: Record<Destined['destination']['to'], string> = {
  lease: 'can be rented',
  'mode-menu': 'is ready to start',
  process: 'is running for you',
  my: 'cannot be entered',
  cards: 'cannot be entered',
  'order-detail': 'cannot be entered',
};

async function scan(services: CoreServices): Promise<string> {
  const outcome = await services.get(ScanDevice).scan();
  if (outcome.kind === 'cancelled') throw new Problem('cancelled');
  if (outcome.kind === 'unreadable')
    throw new Problem('scanner', { message: 'the code in the image is not a device code' });
  return outcome.sno;
}

/** Enters the device. Asks an assistant whether it is for a customer unless `assist` says so. */
export async function enter(
  context: Context,
  services: CoreServices,
  sno: string,
  assist: boolean | undefined,
): Promise<Extract<EntryOutcome, { kind: 'notice' | 'go' }>> {
  const entering = services.get(EnterDevice);
  const first = await entering.begin(sno);
  if (assist === true && first.kind !== 'ask-on-behalf')
    throw new Problem('refused', { message: 'This account is not an assistant and cannot rent for customers.' });
  const turn =
    first.kind === 'ask-on-behalf'
      ? await entering.proceed(first.question, {
          assist: assist ?? (await askOnBehalf(context, sno, 'this account is an assistant')),
        })
      : first;
  if (turn.kind === 'unreadable') throw new Problem('invalid-input', { message: 'invalid device number' });
  return turn;
}

/** `why`: what leaves it open for whom the device is rented. */
export async function askOnBehalf(context: Context, sno: string, why: string): Promise<boolean> {
  if (context.canAsk) return context.ask(`Rent ${sno} on behalf of a customer?`);
  throw new Problem('invalid-input', {
    message: `${why}: pass --assist (for a customer) or --no-assist (for yourself). ${context.onBehalf()}`,
  });
}
