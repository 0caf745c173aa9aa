import { isSameDevice, hasDevice } from '../../../src/core/basics/device-code.ts';
import { isStale } from '../../../src/core/device/freshness.ts';
import { progressOf } from '../../../src/core/treatment/follow/progress.ts';
import type { TreatmentPhase } from '../../../src/core/treatment/follow/treatment-view.ts';
import type { RunningTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import type { TreatmentMode } from '../../../src/core/treatment/settings/settings.ts';
import { uncertaintyWords } from '../../../src/ui/parts/words/running-words.ts';
import type { Page } from './page.ts';

/** "It runs for you": what a screen or the bar of a page shows at this moment. */
export interface SaidRun {
  readonly where: 'bar' | 'screen';
  readonly sno: string;
  /** When it was heard of, by the clock of the page; epoch ms. The screen shows it if it is old. */
  readonly seenAt: number;
  readonly saysAge: boolean;
  readonly mode?: TreatmentMode;
  readonly elapsedMinutes?: number;
  readonly remainingMinutes?: number;
}

/** What the screen of a treatment shows. */
export interface SaidPhase {
  readonly sno: string;
  readonly phase: TreatmentPhase;
  readonly mayStillRun: boolean;
  /** Of an end: the minutes that it is said to have taken. */
  readonly treatedMinutes?: number;
}

/** The runs that the page shows as going on. */
export function runsSaidBy(page: Page): SaidRun[] {
  if (page.isCommandLine) return [];
  const now = page.clock.now();
  const { view, running, screen } = page;
  const hidden = [screen.kind === 'process' ? screen.sno : undefined, ...running.unconfirmedStops];
  const inBar = running
    .runningAt(now)
    .filter((treatment) => !hasDevice(hidden, treatment.sno) && uncertaintyWords(treatment, now) === undefined);
  const said = inBar.map((treatment) => inTheBar(treatment, now));
  if (view?.phase !== 'running' || view.seenAt === undefined) return said;
  const { elapsedMinutes, remainingMinutes } = progressOf(view, now);
  const { sno, seenAt, mode } = view;
  const saysAge = isStale(seenAt, now);
  return [...said, { where: 'screen', sno, seenAt, saysAge, mode, elapsedMinutes, remainingMinutes }];
}

/** What the screen of a treatment shows; undefined on any other screen. */
export function phaseSaidBy(page: Page): SaidPhase | undefined {
  const { view, running, screen, clock } = page;
  if (!view || screen.kind !== 'process') return undefined;
  const { sno, phase } = view;
  const mayStillRun = view.mayStillRun ?? running.mayRun(sno);
  const isEnd = phase === 'finished' || phase === 'over' || phase === 'replaced';
  const treatedMinutes = isEnd ? progressOf(view, clock.now()).elapsedMinutes : undefined;
  return { sno, phase, mayStillRun, treatedMinutes };
}

/** True if the page leads to the stop of the device in one step: by its screen, its bar, or what it reads for the bar. */
export function leadsToStop(page: Page, sno: string): boolean {
  if (page.isCommandLine) return true;
  const { view, running, screen, log } = page;
  const onScreen = screen.kind === 'process' && isSameDevice(screen.sno, sno);
  if (onScreen && view?.phase !== 'idle' && view?.phase !== 'not-mine') return true;
  const inBar = [...running.unconfirmedStops, ...running.runningAt(page.clock.now()).map((each) => each.sno)];
  return hasDevice([...inBar, ...log.mayRun()], sno);
}

function inTheBar(treatment: RunningTreatment, now: number): SaidRun {
  const { sno, seenAt, beganAt } = treatment;
  const { remainingMinutes } = beganAt === undefined ? {} : progressOf(treatment, now);
  return { where: 'bar', sno, seenAt: seenAt ?? -Infinity, saysAge: false, mode: treatment.mode, remainingMinutes };
}
