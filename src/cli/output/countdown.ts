import type { DeviceState } from '../../core/device/device-state.ts';
import { holdInstant } from '../../core/basics/instants.ts';
import { SECOND } from '../../core/basics/time.ts';
import type { CoreServices } from '../environment.ts';
import { stateText } from '../words/format.ts';
import type { Output } from './output.ts';

/** The remaining whole seconds of a wait of `totalMs`: never negative, and never more than the whole wait, even if the clock is set back. */
export function secondsLeft(endsAt: number, now: number, totalMs: number): number {
  return Math.ceil(Math.min(Math.max(endsAt - now, 0), totalMs) / SECOND);
}

/** Shows a line with the remaining time of a wait on a terminal, and rewrites it each second. Returns a function that ends it. */
export function countDown(
  output: Output,
  time: CoreServices['time'],
  totalMs: number,
  text: () => string,
): { refresh: () => void; stop: () => void } {
  const began = holdInstant(time);
  const refresh = () => output.progress(text, `, ${secondsLeft(totalMs, began.passedMs(), totalMs)} s left`);
  refresh();
  const stopTicking = time.every(SECOND, refresh);
  return {
    refresh,
    stop: () => {
      stopTicking();
      began.release();
      output.endProgress();
    },
  };
}

/** What the device has reported since a command was accepted. */
export function confirmationText(whatFor: string, seen: DeviceState | undefined): string {
  return `Waiting for ${whatFor}: ${seen === undefined ? 'no report yet' : stateText({ state: seen, online: undefined })}`;
}
