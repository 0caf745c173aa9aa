import { Problem } from '../../core/problem.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';

/** A test's outcome of one scan. With `open` the scan ends only when it is cancelled. */
export type TaughtScan = ScanOutcome | Problem | 'open';

/** A scanner whose outcomes a test defines. */
export class FakeScanner implements Scanner {
  scans = 0;
  /** True while a scan with the outcome `open` is under way. */
  isOpen = false;
  private readonly taught: TaughtScan[] = [];

  /** Defines the codes of the next scans, in order. */
  reads(...texts: string[]): this {
    return this.answers(...texts.map((text): ScanOutcome => ({ kind: 'scanned', text })));
  }

  /** Defines the outcomes of the next scans, in order. */
  answers(...outcomes: TaughtScan[]): this {
    this.taught.push(...outcomes);
    return this;
  }

  async scan(signal?: AbortSignalLike): Promise<ScanOutcome> {
    this.scans += 1;
    if (signal?.aborted) return { kind: 'cancelled' };
    const outcome = this.taught.shift();
    if (outcome === undefined) throw new Error('FakeScanner was taught no code to read');
    if (outcome instanceof Problem) throw outcome;
    if (outcome !== 'open') return outcome;
    this.isOpen = true;
    return new Promise((resolve) =>
      signal?.addEventListener('abort', () => {
        this.isOpen = false;
        resolve({ kind: 'cancelled' });
      }),
    );
  }
}
