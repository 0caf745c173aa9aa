import { makeAutoObservable, observableShallow } from 'mobx';
import { SECOND } from '../../core/basics/time.ts';
import type { Clock } from '../../ports/clock.ts';

export type ToastTone = 'plain' | 'good' | 'bad';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
  /** When it was shown, if it is about the screen that showed it; undefined if it names what it is about. */
  ofScreenAt?: number;
}

const TOAST_DURATION_MS = { short: 3 * SECOND, long: 8 * SECOND };
/** In characters; a longer text stays for the long duration. */
const SHORT_TEXT_LENGTH = 12;
/** A screen shows what has come of an action and then leads on: so young a message is for the next screen. */
const FOR_NEXT_SCREEN_MS = 2 * SECOND;

/** The short messages above every screen. */
export class Toasts {
  shown: Toast[] = [];
  #lastId = 0;
  readonly #time: Pick<Clock, 'sleep' | 'now'>;

  constructor(time: Pick<Clock, 'sleep' | 'now'>) {
    this.#time = time;
    makeAutoObservable(this, { shown: observableShallow }, { autoBind: true });
  }

  /** Shows a message about this screen, in place of the one before. It goes with the screen. */
  show(text: string, tone: ToastTone = 'plain', lastsMs = durationOf(text)): void {
    const others = this.shown.filter(({ ofScreenAt }) => ofScreenAt === undefined);
    this.add(others, { text, tone, ofScreenAt: this.#time.now() }, lastsMs);
  }

  /** Shows a message that names what it is about, beside the others and on whichever screen. */
  tell(text: string, tone: ToastTone = 'plain'): void {
    this.add(this.shown, { text, tone }, durationOf(text));
  }

  /** Another screen is shown: removes the messages about the one before. */
  leaveScreen(): void {
    const now = this.#time.now();
    this.shown = this.shown.filter(
      ({ ofScreenAt }) => ofScreenAt === undefined || Math.abs(now - ofScreenAt) < FOR_NEXT_SCREEN_MS,
    );
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }

  private add(others: readonly Toast[], added: Omit<Toast, 'id'>, lastsMs: number): void {
    const toast = { ...added, id: ++this.#lastId };
    this.shown = [...others.filter(({ text }) => text !== toast.text), toast];
    void this.#time.sleep(lastsMs).then(() => this.dismiss(toast.id));
  }
}

function durationOf(text: string): number {
  return text.length > SHORT_TEXT_LENGTH ? TOAST_DURATION_MS.long : TOAST_DURATION_MS.short;
}
