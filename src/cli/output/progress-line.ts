import type { TextOutput } from '../environment.ts';

export interface ProgressStreams {
  readonly stderr: TextOutput;
  /** Another program reads stdout, which may print it on the terminal of the progress line. */
  readonly isStdoutPiped?: boolean;
}

const CLEAR_LINE = '\r\u001b[K';

/** A line on stderr that is rewritten, on a terminal that shows nothing else meanwhile. */
export class ProgressLine {
  /** `waiting` gives way to any other progress. */
  private shown?: 'progress' | 'waiting';
  private isHeld = false;
  private isEnded = false;

  constructor(private readonly streams: ProgressStreams) {}

  get isSeen(): boolean {
    return this.streams.stderr.isTTY === true && !this.streams.isStdoutPiped;
  }

  /** A line that is too long loses the end of its text, because a wrapped line could not be cleared. */
  show(text: () => string, ending: string, what: 'progress' | 'waiting' = 'progress'): void {
    if (this.isHeld || this.isEnded || !this.isSeen || (what === 'waiting' && this.shown === 'progress')) return;
    const { stderr } = this.streams;
    const { columns = 0 } = stderr; // a terminal that does not tell its width may also say 0
    const width = columns > 0 ? columns - 1 : Infinity;
    const line = text().slice(0, Math.max(0, width - ending.length)) + ending;
    stderr.write(CLEAR_LINE + line.slice(0, width));
    this.shown = what;
  }

  clear(): void {
    if (this.shown) this.streams.stderr.write(CLEAR_LINE);
    this.shown = undefined;
  }

  clearWaiting(): void {
    if (this.shown === 'waiting') this.clear();
  }

  /** Clears the line, and shows none until `release`. */
  hold(): void {
    this.isHeld = true;
    this.clear();
  }

  release(): void {
    this.isHeld = false;
  }

  /** Clears the line, and shows none from now on. */
  end(): void {
    this.isEnded = true;
    this.clear();
  }
}
