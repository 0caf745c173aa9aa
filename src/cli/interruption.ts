import { setMaxListeners } from 'node:events';

/** The process signals that end a command early: Ctrl-C, and what `kill`, a supervisor or a container sends. */
export type EndSignal = 'SIGINT' | 'SIGTERM';

/** Ctrl-C or SIGTERM. Its AbortSignal is made when something wants one: that takes longer than all else of a command that only reads a file. */
export class Interruption {
  private readonly told: (() => void)[] = [];
  private abort?: AbortController;
  private cameAs?: EndSignal;
  private hasSentWrite = false;
  private atPrompt = false;

  /** Undefined until one has come. */
  get endSignal(): EndSignal | undefined {
    return this.cameAs;
  }

  get signal(): AbortSignal {
    return (this.abort ??= this.controller()).signal;
  }

  /** True once the command has sent a call that changes something at the server. */
  get mayHaveTakenEffect(): boolean {
    return this.hasSentWrite;
  }

  readonly recordWrite = (): void => {
    this.hasSentWrite = true;
  };

  /** Tells of it when it comes; at once where it has come already. */
  onCome(told: () => void): void {
    if (this.cameAs) told();
    else this.told.push(told);
  }

  readonly come = (signal: EndSignal = 'SIGINT'): void => {
    if (this.cameAs) return;
    this.cameAs = signal;
    for (const tell of this.told) tell();
  };

  /** Ctrl-C as a prompt reads it from the terminal: no other process of the terminal has been told. */
  readonly comeFromPrompt = (): void => {
    this.atPrompt = true;
    this.come();
  };

  /** The shell that runs this command in a loop knows nothing of it yet. */
  get cameFromPrompt(): boolean {
    return this.atPrompt;
  }

  private controller(): AbortController {
    const abort = new AbortController();
    setMaxListeners(0, abort.signal);
    this.onCome(() => abort.abort());
    return abort;
  }
}
