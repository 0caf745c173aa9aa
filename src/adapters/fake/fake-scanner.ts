import { Problem } from '../../core/problem.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';

/** What a test teaches for one scan; `open` is a scanner that nobody holds a code before. */
export type TaughtScan = ScanOutcome | Problem | 'open';

/** A scanner that reads what a test holds before it. */
export class FakeScanner implements Scanner {
  scans = 0;
  private readonly taught: TaughtScan[] = [];

  /** One code after the other. */
  reads(...texts: string[]): this {
    return this.answers(...texts.map((text): ScanOutcome => ({ kind: 'scanned', text })));
  }

  /** One scan after the other; `open` waits until it is called off. */
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
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ kind: 'cancelled' })));
  }
}
