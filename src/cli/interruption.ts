import { setMaxListeners } from 'node:events';

/** Ctrl-C. Its signal is made when something wants one: that takes longer than all else of a command that only reads a file. */
export class Interruption {
  private readonly told: (() => void)[] = [];
  private hasCome = false;
  private abort?: AbortController;

  get signal(): AbortSignal {
    return (this.abort ??= this.controller()).signal;
  }

  /** Tells of it when it comes. */
  onCome(told: () => void): void {
    this.told.push(told);
  }

  readonly come = (): void => {
    if (this.hasCome) return;
    this.hasCome = true;
    for (const tell of this.told) tell();
  };

  private controller(): AbortController {
    const abort = new AbortController();
    setMaxListeners(0, abort.signal);
    if (this.hasCome) abort.abort();
    else this.onCome(() => abort.abort());
    return abort;
  }
}
