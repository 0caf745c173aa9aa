import type { TherapyFunction } from '../../device/device-state.ts';
import { deviceState } from '../../device/stored.ts';
import type { AccountScope } from '../../state/account-scope.ts';
import { TREATMENT_KEYS } from '../../state/activity-keys.ts';
import { finite, flag, instant, maybe, objectOf, orUnknown, otherwise, text } from '../../state/schemas.ts';
import { oneOf, StoredRecord } from '../../state/stored.ts';
import type { TreatmentSettings } from '../settings/settings.ts';
import type { AskedStop, PendingStart, RefusedStop, StartedTreatment } from '../treatment.ts';

/** Schema of stored treatment settings. */
export const settingsSchema = objectOf<TreatmentSettings>({
  function: maybe(oneOf<TherapyFunction>({ bio: true, light: true, sleep: true })),
  auxiliary: otherwise(oneOf<TreatmentSettings['auxiliary']>({ infrared: true, quantum: true, none: true }), 'none'),
  workMinutes: finite,
  voltage: maybe(finite),
  frequency: maybe(finite),
  waveform: maybe(finite),
  infraredLevel: maybe(finite),
});

const startedTreatment = objectOf<StartedTreatment>({
  sno: text,
  at: instant,
  state: deviceState,
  key: orUnknown(text),
  recordMayBeOld: orUnknown(flag),
  unseenBefore: orUnknown(deviceState),
  ran: orUnknown(flag),
  unrecorded: orUnknown(flag),
  rested: orUnknown(flag),
  ranLate: orUnknown(flag),
});
const pendingStart = objectOf<PendingStart>({
  sno: text,
  settings: orUnknown(settingsSchema),
  key: text,
  at: instant,
  tries: orUnknown(finite),
  recordMayBeOld: orUnknown(flag),
  unseenBefore: orUnknown(deviceState),
});
const askedStop = objectOf<AskedStop>({ sno: text, at: instant, treatmentAt: orUnknown(instant) });
const refusedStop = objectOf<RefusedStop>({
  at: instant,
  serverCode: orUnknown(text),
  serverMessage: orUnknown(text),
});

/** Storage of the treatment log. All pages of a phone share it, and it survives a page that the system discards. */
export function storedTreatments(scope: AccountScope) {
  return {
    /** By device number. */
    started: new StoredRecord(scope, 'account', TREATMENT_KEYS.started, startedTreatment),
    /** By device number. */
    pendingStarts: new StoredRecord(scope, 'account', TREATMENT_KEYS.pendingStarts, pendingStart),
    /** Time of each device's last stop, by device number; epoch ms. */
    stoppedAt: new StoredRecord(scope, 'account', TREATMENT_KEYS.stoppedAt, instant),
    /** Time of each device's last stop that no report confirmed, by device number; epoch ms. */
    stopUnconfirmedAt: new StoredRecord(scope, 'account', TREATMENT_KEYS.stopUnconfirmedAt, instant),
    /** When each device's last stop ended without a known effect, by device number; epoch ms. */
    stopsFailed: new StoredRecord(scope, 'account', TREATMENT_KEYS.stopsFailed, instant),
    /** By device number. */
    stopsRefused: new StoredRecord(scope, 'account', TREATMENT_KEYS.stopsRefused, refusedStop),
    /** By device number. */
    stopsAsked: new StoredRecord(scope, 'account', TREATMENT_KEYS.stopsAsked, askedStop),
  } satisfies Record<keyof typeof TREATMENT_KEYS, unknown>;
}
