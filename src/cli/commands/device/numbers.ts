import { createInterface } from 'node:readline';
import type { Surroundings } from '../../surroundings.ts';

const LINE_END = 1;

/** Device numbers as they are wanted: the arguments, with the lines of stdin in the place of `-`; none of them is kept. */
export class DeviceNumbers {
  private given = 0;
  private bytes = 0;
  private readonly fromStdin: boolean;
  private readonly allBytes: number | undefined;

  constructor(
    private readonly args: readonly string[],
    private readonly surroundings: Pick<Surroundings, 'stdin' | 'stdinBytes'>,
  ) {
    this.fromStdin = args.includes('-');
    this.allBytes = surroundings.stdinBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, undefined> {
    for (const arg of this.args) {
      if (arg === '-') yield* this.lines();
      else {
        this.given += 1;
        yield arg;
      }
    }
    return undefined;
  }

  /** How much of all of them was given out, 0 to 1; undefined where nobody can know how many there are. */
  get share(): number | undefined {
    if (!this.fromStdin) return this.given / this.args.length;
    return this.allBytes === undefined ? undefined : Math.min(this.bytes / Math.max(this.allBytes, 1), 1);
  }

  private async *lines(): AsyncGenerator<string, void> {
    for await (const line of createInterface({ input: this.surroundings.stdin, crlfDelay: Infinity })) {
      this.bytes += Buffer.byteLength(line) + LINE_END;
      if (line.trim() !== '') yield line.trim();
    }
  }
}
