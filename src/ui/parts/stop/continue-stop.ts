import { StopTreatment, type StopOutcome } from '../../../core/treatment/stop/stop-treatment.ts';
import type { Application } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';

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
  const { kind } = await followedBy(running, sno, stopTreatment.stop(sno, { continues: true }));
  const isAtRest = kind === 'stopped' || kind === 'not-running';
  if (isOnScreen()) return;
  if (isAtRest) toasts.tell(restWords(kind, sno), 'good');
  else toasts.tell(copy.tasks.ended(copy.tasks.stop, notStoppedWords(kind, sno)), 'bad');
}

/** Makes the running treatments follow the outcome of a stop, on whichever screen it arrives. Settles like `stopping`. */
export async function followedBy(
  running: Application['running'],
  sno: string,
  stopping: Promise<StopOutcome>,
): Promise<StopOutcome> {
  const keep = () => running.keepNotStopped(sno);
  stopping.catch(keep);
  const outcome = await stopping;
  const { kind } = outcome;
  if (kind === 'stopped' || kind === 'not-running') running.remove(sno);
  else if (kind !== 'not-mine' && kind !== 'another-run') keep();
  return outcome;
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
