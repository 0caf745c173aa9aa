import type { AccountScope } from '../state/account-scope.ts';
import { finite, flag, maybe, objectOf, orUnknown, text } from '../state/schemas.ts';
import { oneOf, Stored } from '../state/stored.ts';
import type { SelectedDevice } from './device.ts';
import type { DeviceState } from './device-state.ts';

/** The selected device and its facts for this user. */
export interface Selection {
  device?: SelectedDevice;
  operatorId?: string;
  isWorking?: boolean;
  isCardUsedUp?: boolean;
}

/** A value that cannot be read is one that is not known, as if the device had not reported it. */
export const deviceState = objectOf<DeviceState>({
  on: orUnknown(flag),
  function: orUnknown(
    oneOf<NonNullable<DeviceState['function']>>({ bio: true, light: true, sleep: true, none: true, other: true }),
  ),
  auxiliary: orUnknown(
    oneOf<NonNullable<DeviceState['auxiliary']>>({ infrared: true, quantum: true, none: true, other: true }),
  ),
  voltage: orUnknown(finite),
  frequency: orUnknown(finite),
  waveform: orUnknown(finite),
  infraredLevel: orUnknown(finite),
  workMinutes: orUnknown(finite),
  usedMinutes: orUnknown(finite),
  remainingUses: orUnknown(finite),
});

const selection = objectOf<Selection>({
  device: maybe(
    objectOf<SelectedDevice>({ sno: text, isShare: maybe(flag), byLink: maybe(flag), orderNo: maybe(text) }),
  ),
  operatorId: maybe(text),
  isWorking: maybe(flag),
  isCardUsedUp: maybe(flag),
});

/** Storage of the current device. */
export function storedDevice(scope: AccountScope) {
  return {
    selection: new Stored(scope, 'session', 'currentDevice', selection),
    /** The user rents on behalf of a customer. All pages of a phone share this value. */
    assist: new Stored(scope, 'account', 'assist', flag),
  };
}
