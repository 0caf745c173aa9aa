import { makeAutoObservable, observableShallow } from 'mobx';
import type { Clock } from '../../ports/clock.ts';

export type ToastTone = 'plain' | 'good' | 'bad';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}

const TOAST_DURATION_MS = { short: 3_000, long: 8_000 };
/** In characters; a longer text stays for the long duration. */
const SHORT_TEXT_LENGTH = 12;

/** The short messages above every screen. */
export class Toasts {
  shown: Toast[] = [];
  #lastId = 0;
  readonly #time: Pick<Clock, 'sleep'>;

  constructor(time: Pick<Clock, 'sleep'>) {
    this.#time = time;
    makeAutoObservable(this, { shown: observableShallow }, { autoBind: true });
  }

  show(text: string, tone: ToastTone = 'plain'): void {
    const toast = { id: ++this.#lastId, text, tone };
    this.shown = [...this.shown.filter((other) => other.text !== text), toast];
    void this.#time
      .sleep(text.length > SHORT_TEXT_LENGTH ? TOAST_DURATION_MS.long : TOAST_DURATION_MS.short)
      .then(() => this.dismiss(toast.id));
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}
