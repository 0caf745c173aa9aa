import type { TextOutput } from '../environment.ts';

export interface ProgressStreams {
  readonly stderr: TextOutput;
  /** Another program reads stdout, which may print it on the terminal of the progress line. */
  readonly isStdoutPiped?: boolean;
}

const CLEAR_LINE = '\r\u001b[K';

/** A line on stderr that is rewritten, on a terminal that shows nothing else meanwhile. */
export class ProgressLine {
  private isShown = false;
  private isEnded = false;

  constructor(private readonly streams: ProgressStreams) {}

  /** A line that is too long loses the end of its text, because a wrapped line could not be cleared. */
  show(text: () => string, ending: string): void {
    const { stderr, isStdoutPiped } = this.streams;
    const { isTTY, columns = Infinity } = stderr;
    if (this.isEnded || !isTTY || isStdoutPiped) return;
    const width = Math.max(0, columns - 1);
    const line = text().slice(0, Math.max(0, width - ending.length)) + ending;
    stderr.write(CLEAR_LINE + line.slice(0, width));
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.streams.stderr.write(CLEAR_LINE);
    this.isShown = false;
  }

  /** Clears the line, and shows none from now on. */
  end(): void {
    this.isEnded = true;
    this.clear();
  }
}
