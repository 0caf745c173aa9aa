import { EnterDevice, type EntryOutcome } from '../../core/entry/enter-device.ts';
import { Problem } from '../../core/problem.ts';
import type { Context } from '../context.ts';
import type { CoreServices } from '../environment.ts';

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
  const entry =
    first.kind === 'ask-on-behalf'
      ? await entering.proceed(first.question, {
          assist: assist ?? (await askOnBehalf(context, sno, 'This account is an assistant')),
        })
      : first;
  if (entry.kind === 'unreadable') throw new Problem('invalid-input', { message: 'Invalid device number' });
  return entry;
}

/** `why`: what leaves it open for whom the device is rented. */
export async function askOnBehalf(context: Context, sno: string, why: string): Promise<boolean> {
  while (context.consent.canAsk) {
    const answer = await context.consent.ask(`Rent ${sno} on behalf of a customer?`);
    if (answer !== undefined) return answer;
  }
  throw new Problem('invalid-input', {
    message: `${why}: pass --assist (for a customer) or --no-assist (for yourself). ${context.onBehalf()}`,
  });
}
