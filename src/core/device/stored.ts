import * as v from 'valibot';
import { finite, flag, objectOf, orUnknown } from '../state/schemas.ts';
import { oneOf } from '../state/stored.ts';
import type { DeviceState, DeviceValue } from './device-state.ts';

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
  unreadable: orUnknown(
    v.array(
      oneOf<DeviceValue>({
        on: true,
        function: true,
        auxiliary: true,
        voltage: true,
        frequency: true,
        waveform: true,
        infraredLevel: true,
        workMinutes: true,
        usedMinutes: true,
        remainingUses: true,
      }),
    ),
  ),
});
