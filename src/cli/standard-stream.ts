import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { TextOutput } from './surroundings.ts';

/** What a pipe takes whole or not at all (PIPE_BUF). */
const AT_ONCE_BYTES = 4096;

/**
 * stdout or stderr. Node's stream of it takes longer to open than most commands that only read a file take in all: the first small
 * text goes straight into a pipe, a socket or a file, and the stream is opened for a terminal and for whatever follows.
 */
export class StandardStream implements TextOutput {
  private opened?: NodeJS.WriteStream;
  private isFirst = true;
  private known?: boolean;
  private isBroken = false;
  private readonly waiting: (() => void)[] = [];

  /** `broken` is told once when nothing can be written any more; what is written after that is lost. */
  constructor(
    private readonly file: 1 | 2,
    private readonly broken: (code: string | undefined) => void,
  ) {}

  get isTTY(): boolean {
    return !this.isPlain && this.stream.isTTY;
  }

  get stream(): NodeJS.WriteStream {
    this.isFirst = false;
    return (this.opened ??= this.open());
  }

  write(text: string): boolean {
    if (this.isBroken) return true;
    const bytes = Buffer.from(text);
    const written = this.isFirst && bytes.length <= AT_ONCE_BYTES && this.isPlain ? this.writtenAtOnce(bytes) : 0;
    this.isFirst = false;
    return written === bytes.length || this.stream.write(bytes.subarray(written));
  }

  /** Nobody waits for ever for what will never be written. */
  once(event: 'drain', told: () => void): void {
    if (this.isBroken) return told();
    this.waiting.push(told);
    this.stream.once(event, told);
  }

  /** Resolves when all of it is out. */
  async end(): Promise<void> {
    const { opened } = this;
    if (opened && !this.isBroken) await new Promise((resolve) => opened.write('', resolve));
  }

  private open(): NodeJS.WriteStream {
    const stream = this.file === 1 ? process.stdout : process.stderr;
    return stream.on('error', ({ code }: NodeJS.ErrnoException) => this.breaks(code));
  }

  private breaks(code: string | undefined): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.broken(code);
    for (const told of this.waiting) told();
  }

  /** How many of the bytes were taken by what may be full; all of them where they are lost. */
  private writtenAtOnce(bytes: Buffer): number {
    try {
      return writeSync(this.file, bytes);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'EAGAIN') return 0;
      this.breaks(code);
      return bytes.length;
    }
  }

  private get isPlain(): boolean {
    return (this.known ??= isPlain(this.file));
  }
}

function isPlain(file: number): boolean {
  try {
    const out = fstatSync(file);
    return out.isFIFO() || out.isSocket() || out.isFile() || (out.isCharacterDevice() && out.rdev === statSync(devNull).rdev);
  } catch {
    return false;
  }
}
