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

  /** `broken` is told when nothing can be written any more. */
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
    const bytes = Buffer.from(text);
    const written = this.isFirst && bytes.length <= AT_ONCE_BYTES && this.isPlain ? this.writtenAtOnce(bytes) : 0;
    this.isFirst = false;
    return written === bytes.length || this.stream.write(bytes.subarray(written));
  }

  once(event: 'drain', told: () => void): void {
    this.stream.once(event, told);
  }

  /** Resolves when all of it is out. */
  async end(): Promise<void> {
    const { opened } = this;
    if (opened) await new Promise((resolve) => opened.write('', resolve));
  }

  private open(): NodeJS.WriteStream {
    const stream = this.file === 1 ? process.stdout : process.stderr;
    return stream.on('error', ({ code }: NodeJS.ErrnoException) => this.broken(code));
  }

  /** How many of the bytes were taken by what may be full; all of them where they are lost. */
  private writtenAtOnce(bytes: Buffer): number {
    try {
      return writeSync(this.file, bytes);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'EAGAIN') return 0;
      this.broken(code);
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
