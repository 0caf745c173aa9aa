import { makeAutoObservable, observableShallow } from 'mobx';

export type ToastTone = 'plain' | 'good' | 'bad';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}

const SHOWN_FOR = { short: 3_000, long: 8_000 };
/** In characters; a longer text stays for the long duration. */
const GLANCE = 12;

/** The short messages above every screen. */
export class Toasts {
  shown: Toast[] = [];
  private last = 0;

  constructor(private readonly time: { sleep(ms: number): Promise<void> }) {
    makeAutoObservable<this, 'time' | 'last'>(
      this,
      { time: false, last: false, shown: observableShallow },
      { autoBind: true },
    );
  }

  show(text: string, tone: ToastTone = 'plain'): void {
    const toast = { id: ++this.last, text, tone };
    this.shown = [...this.shown.filter((other) => other.text !== text), toast];
    void this.time.sleep(text.length > GLANCE ? SHOWN_FOR.long : SHOWN_FOR.short).then(() => this.dismiss(toast.id));
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}
