import { ReadDeviceUse } from '../../../core/checkout/holdings/read-device-use.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import type { CoreServices } from '../../environment.ts';

/**
 * Call it before anything is said or changed about those who share a device: a server may serve anybody, but they are the
 * people of whoever rents it. Throws the Problem `refused` if the list shows no own lease. `so`: what is not done.
 */
export async function requireOwnLease(
  context: Context,
  services: CoreServices,
  sno: string,
  so: string,
): Promise<void> {
  if (await services.get(ReadDeviceUse).ownLease(sno)) return;
  throw new Problem('refused', {
    message: `The list of this account does not show ${sno} as rented for itself, so ${so}. To list its devices: ${context.hint`device list`}`,
  });
}

/** What is not done for whoever wants to change the sharing of a device that another person rents. */
export const UNCHANGED = 'nothing was changed about who shares the device';
