import { ScanDevice } from '../../../core/entry/scan-device.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { outcomeText } from '../../words/entry-words.ts';
import { nextStep } from '../../words/format.ts';
import { withHome } from '../../input/home-path.ts';
import { rememberDevices } from '../../account/known-devices.ts';
import type { CoreServices } from '../../environment.ts';
import { enter } from '../enter-device.ts';
import { refuseNotice } from '../name-device.ts';

export const fields = ['sno', 'outcome', 'isShare', 'assist', 'operatorId', 'next'];

export async function enterDevice(
  context: Context,
  code: string | undefined,
  { image, assist }: { image?: string; assist?: boolean },
): Promise<ExitCode> {
  const { output } = context;
  if ((code === undefined) === (image === undefined))
    throw new Problem('invalid-input', {
      message: `Give one device: ${context.hint`device enter SNO`}, or ${context.hint`device enter --image FILE`}`,
    });
  const services = await context.createServices({ image: image && withHome(image, context.environment) });
  const sno = code === undefined ? await scan(services) : context.deviceNumber(code);
  const entry = await enter(context, services, sno, assist);
  if (entry.kind === 'notice') {
    await output.record({ sno, outcome: entry.reason }, []);
    return refuseNotice(context, services, sno, entry);
  }
  const { destination } = entry;
  rememberDevices([sno], context.settings.profile, context.environment);
  const { operatorId, assist: onBehalf, isShare } = entry.entered;
  const next = nextStep(destination, sno, context.hint);
  // A rental that exists already is whose it is, whoever enters.
  const isForCustomer = destination.to === 'lease' && destination.terms.forWhom === 'customer';
  await output.record({ sno, outcome: destination.to, isShare, assist: onBehalf, operatorId, next }, [
    `${sno} ${outcomeText(entry)}${isForCustomer ? ', for a customer' : ''}: ${next}`,
  ]);
  return EXIT.done;
}

async function scan(services: CoreServices): Promise<string> {
  const outcome = await services.get(ScanDevice).scan();
  if (outcome.kind === 'cancelled') throw new Problem('cancelled');
  if (outcome.kind === 'unreadable')
    throw new Problem('scanner', { message: 'The code in the image is not a device code' });
  return outcome.sno;
}
