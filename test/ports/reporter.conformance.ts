import { describe, expect, test } from 'vitest';
import type { Reporter } from '../../src/ports/reporter.ts';

export interface ReporterWorld {
  reporter: Reporter;
  /** What somebody can read of the reports, one text a report; nothing where nobody reads them. */
  readable(): string[];
}

/** `tells` is false where nobody reads the reports. */
export function describeReporter(name: string, make: () => ReporterWorld, { tells = true } = {}): void {
  describe(name, () => {
    test('takes an error with its cause, one report after the other', () => {
      const { reporter, readable } = make();
      reporter.report(new Error('first of all', { cause: new TypeError('x is not a function') }));
      reporter.report(new RangeError('out of range'));
      const texts = readable();
      expect(texts).toHaveLength(tells ? 2 : 0);
      if (!tells) return;
      expect(texts[0]).toContain('TypeError: x is not a function');
      expect(texts[1]).toContain('RangeError: out of range');
      for (const text of texts) expect(text).toMatch(/\n\s+at .*reporter\.conformance\.ts/);
    });

    test('never throws, be the error without a stack, or its cause no error', () => {
      const { reporter } = make();
      const bare = new Error('bare');
      delete bare.stack;
      for (const error of [bare, new Error('odd', { cause: 'a text' }), new Error('')])
        expect(() => reporter.report(error)).not.toThrow();
    });
  });
}
