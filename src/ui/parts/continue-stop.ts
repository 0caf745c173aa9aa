import { StopTreatment, type StopOutcome } from '../../core/treatment/stop-treatment.ts';
import type { Application } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';

/**
 * Continues a stop that was asked for on this phone, unless this page is sending it. Tells the outcome by the number of
 * the device, unless `isOnScreen`: the screen of the treatment then tells it. Rejects like `StopTreatment.stop`.
 */
export async function continueStop(
  { resolve, running, toasts }: Pick<Application, 'resolve' | 'running' | 'toasts'>,
  sno: string,
  isOnScreen: () => boolean,
): Promise<void> {
  const stopTreatment = resolve(StopTreatment);
  if (stopTreatment.isStopping(sno) || stopTreatment.asked(sno) !== 'due') return;
  const { kind } = await stopTreatment.stop(sno, { continues: true });
  const isAtRest = kind === 'stopped' || kind === 'not-running';
  if (isAtRest) running.removeStopped(sno);
  if (isOnScreen()) return;
  if (isAtRest) toasts.show(restWords(kind, sno), 'good');
  else toasts.show(copy.tasks.ended(copy.tasks.stop, notStoppedWords(kind, sno)), 'bad');
}

type AtRest = 'stopped' | 'not-running';

/** What is known of a device that rests after a stop. `sno` names it on the screen of something else. */
export function restWords(kind: AtRest, sno?: string): string {
  const { running, treatment } = copy;
  const isNamed = sno !== undefined;
  if (kind === 'stopped') return isNamed ? running.stopped(sno) : treatment.stopped;
  return isNamed ? running.notRunning(sno) : treatment.idle;
}

function notStoppedWords(kind: Exclude<StopOutcome['kind'], AtRest>, sno: string): string {
  if (kind === 'not-mine') return copy.running.stopNotMine(sno);
  return kind === 'another-run' ? copy.running.stopAnotherRun(sno) : copy.running.stopUnconfirmed(sno);
}
