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
  if (kind === 'stopped' || kind === 'not-running') running.removeStopped(sno);
  if (isOnScreen()) return;
  if (kind === 'stopped' || kind === 'not-running') toasts.show(copy.running.stopped(sno), 'good');
  else toasts.show(copy.tasks.ended(copy.tasks.stop, notStoppedWords(kind, sno)), 'bad');
}

function notStoppedWords(kind: Exclude<StopOutcome['kind'], 'stopped' | 'not-running'>, sno: string): string {
  if (kind === 'not-mine') return copy.running.stopNotMine(sno);
  return kind === 'another-run' ? copy.running.stopAnotherRun(sno) : copy.running.stopUnconfirmed(sno);
}
