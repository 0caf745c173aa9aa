import { createInterface } from 'node:readline';
import type { CliEnvironment } from '../../cli-environment.ts';

const LINE_END = 1;

/** Yields the device numbers of the arguments, with the lines of stdin in place of `-`, without storing them. */
export class DeviceNumbers {
  private given = 0;
  private bytes = 0;
  private readonly fromStdin: boolean;
  private readonly allBytes: number | undefined;

  constructor(
    private readonly args: readonly string[],
    private readonly environment: Pick<CliEnvironment, 'stdin' | 'stdinBytes'>,
  ) {
    this.fromStdin = args.includes('-');
    this.allBytes = environment.stdinBytes;
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

  /** The share that was yielded, 0 to 1; undefined if the total is unknown. */
  get share(): number | undefined {
    if (!this.fromStdin) return this.given / this.args.length;
    return this.allBytes === undefined ? undefined : Math.min(this.bytes / Math.max(this.allBytes, 1), 1);
  }

  private async *lines(): AsyncGenerator<string, void> {
    for await (const line of createInterface({ input: this.environment.stdin, crlfDelay: Infinity })) {
      this.bytes += Buffer.byteLength(line) + LINE_END;
      if (line.trim() !== '') yield line.trim();
    }
  }
}
