import type { DeviceState } from '../device/device-state.ts';
import type { Tables } from '../device/tables.ts';
import { presetOf } from './settings/presets.ts';
import { isKnownToRunAsAsked, type TreatmentMode, type TreatmentSettings } from './settings/settings.ts';

/**
 * Returns where the user finds the settings of an ended treatment: the mode whose preset it had, or the custom screen
 * if it had `custom`, the settings kept there. Undefined if neither is known, as without a report of its strength.
 */
export function repeatOf(
  { mode, state }: { mode?: TreatmentMode; state: DeviceState },
  custom: TreatmentSettings | undefined,
  tables: Tables,
): TreatmentMode | undefined {
  if (mode === undefined) return undefined;
  if (mode !== 'custom' && isKnownToRunAsAsked(presetOf(mode, tables), state)) return mode;
  return custom && isKnownToRunAsAsked(custom, state) ? 'custom' : undefined;
}
