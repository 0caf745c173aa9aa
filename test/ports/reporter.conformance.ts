import { describe, expect, test } from 'vitest';
import type { ReportEvent, Reporter } from '../../src/ports/reporter.ts';

export interface ReporterWorld {
  reporter: Reporter;
  /** The output of each reported bug; empty if the reporter discards them. */
  readable(): string[] | Promise<string[]>;
}

interface Output {
  /** The class of each error and where it was thrown. */
  bugs: boolean;
  /** The message of the error, and its other texts. */
  messages: boolean;
}

const bug = (error: Error): ReportEvent => ({ kind: 'bug', error, origin: 'command' });

/** Events of every other kind, with values at their limits. */
const OTHERS: ReportEvent[] = [
  { kind: 'problem', code: 'timeout' },
  { kind: 'problem', code: 'refused', call: 'order.create', status: 200, serverCode: '5001', ms: 12 },
  { kind: 'csp-violation', directive: 'script-src', blocked: '' },
  { kind: 'missing-file' },
  { kind: 'outcome', outcome: 'line-restored', ms: 0 },
  { kind: 'vital', name: 'CLS', value: 0 },
];

/** What every reporter promises. `output` says what one can read of a bug. */
export function describeReporter(
  name: string,
  make: () => ReporterWorld,
  output: Output = { bugs: true, messages: true },
): void {
  describe(name, () => {
    test(`${name} reports each bug with the class and the stack of the first error`, async () => {
      const { reporter, readable } = make();
      reporter.report(bug(new Error('first of all', { cause: new TypeError('x is not a function') })));
      reporter.report(bug(new RangeError('out of range')));
      const texts = await readable();
      expect(texts).toHaveLength(output.bugs ? 2 : 0);
      if (!output.bugs) return;
      expect(texts[0]).toContain('TypeError');
      expect(texts[1]).toContain('RangeError');
      expect(texts[0]?.includes('x is not a function')).toBe(output.messages);
      if (output.messages) for (const text of texts) expect(text).toMatch(/\n\s+at .*reporter\.conformance\.ts/);
    });

    test(`${name} does not throw for an error without a stack or with a cause that is not an error`, () => {
      const { reporter } = make();
      const bare = new Error('bare');
      delete bare.stack;
      const odd = Object.assign(new Error('odd'), { name: undefined, stack: 42 }) as unknown as Error;
      for (const error of [bare, odd, new Error('odd', { cause: 'a text' }), new Error('')])
        expect(() => reporter.report(bug(error))).not.toThrow();
    });

    test.each(OTHERS)(`${name} does not throw for %o`, (event) => {
      const { reporter } = make();
      expect(reporter.report(event)).toBeUndefined();
    });
  });
}
