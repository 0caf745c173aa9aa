import type { Destination } from '../core/destination.ts';
import type { DeviceState } from '../core/device/device-state.ts';
import { yuanText } from '../core/money-text.ts';
import { remainingDays } from '../core/time.ts';
import { dateText, dateTimeText } from '../core/time-text.ts';
import { modeOf } from '../core/treatment/settings.ts';
import type { CommandHint } from './command-hint.ts';

/** ISO 8601 in UTC, for programs. */
export function iso(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** Date and time in China, for people. */
export function dayAndTime(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : dateTimeText(instant);
}

/** The last day and the remaining days. */
export function until(expiresAt: number | undefined, now: number): string | undefined {
  return expiresAt === undefined ? undefined : `${dateText(expiresAt)} (${remainingDays(expiresAt, now)} days left)`;
}

export function yuan(fen: number | undefined): string | undefined {
  return fen === undefined ? undefined : `￥${yuanText(fen)}`;
}

export function onlineText(online: boolean | undefined): string | undefined {
  return online === undefined ? undefined : online ? 'online' : 'offline';
}

export const STATE_FIELDS = [
  'on',
  'mode',
  'minutes',
  'usedMinutes',
  'function',
  'auxiliary',
  'voltage',
  'frequency',
  'waveform',
  'infrared',
  'remainingUses',
] as const;

/** A device's state, named like the options of `treatment start`. */
export function stateRow(state: DeviceState) {
  return {
    on: state.on,
    mode: state.on === true ? modeOf(state) : undefined,
    minutes: state.workMinutes,
    usedMinutes: state.usedMinutes,
    function: state.function,
    auxiliary: state.auxiliary,
    voltage: state.voltage,
    frequency: state.frequency,
    waveform: state.waveform,
    infrared: state.infraredLevel,
    remainingUses: state.remainingUses,
  };
}

/** A short text for people. */
export function stateText(state: DeviceState): string {
  if (state.on === undefined) return 'unknown';
  if (!state.on) return 'idle';
  const minutes = state.workMinutes === undefined ? '' : ` of ${state.workMinutes} min`;
  return `running ${modeOf(state)}, ${state.usedMinutes ?? 0}${minutes || ' min'}`;
}

/** The command that a destination leads to. */
export function nextStep(destination: Destination, sno: string, hint: CommandHint): string {
  switch (destination.to) {
    case 'lease':
      return hint`plan list ${sno}`;
    case 'mode-menu':
      return hint`treatment start ${sno} --mode bio`;
    case 'process':
      return hint`treatment show ${destination.sno}`;
    case 'order-detail':
      return hint`order list`;
    case 'my':
    case 'cards':
      return hint`device list`;
  }
}
