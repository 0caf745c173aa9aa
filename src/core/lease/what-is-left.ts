import { isOwn, type LeasedDevice, type SelectedDevice } from '../device/device.ts';
import { remainingDays } from '../time.ts';
import { remainingUsesWith, type Card } from '../wallet/card.ts';

/** What this user can still use of a device, as far as the server says. */
export interface WhatIsLeft {
  /** The user's own lease of the device. */
  lease?: LeasedDevice;
  /** Whole days until the own lease ends. */
  days?: number;
  /** Uses on the card of the device's operator, if the user does not lease the device. */
  uses?: number;
}

/** The facts that decide what is left; undefined if they could not be read. */
interface Facts {
  device: SelectedDevice;
  operatorId: string | undefined;
  devices: readonly LeasedDevice[] | undefined;
  cards: readonly Card[] | undefined;
}

/** Derives what is left. Claims nothing for a device of another user, or from a list that could not be read. */
export function whatIsLeft({ device, operatorId, devices, cards }: Facts, now: number): WhatIsLeft {
  const listed = devices?.find(({ sno }) => sno === device.sno);
  if (listed) {
    if (!isOwn(listed)) return {};
    const days = listed.expiresAt === undefined ? -1 : remainingDays(listed.expiresAt, now);
    return days < 0 ? { lease: listed } : { lease: listed, days };
  }
  if (!devices || !cards || device.isShare || operatorId === undefined) return {};
  return { uses: remainingUsesWith(cards, operatorId) || undefined };
}
