import { describe, expect, test } from 'vitest';
import type { Reporter } from '../../src/ports/reporter.ts';

export interface ReporterWorld {
  reporter: Reporter;
  /** The output of each report; empty if the reporter discards them. */
  readable(): string[];
}

/** `hasOutput` is false for a reporter that discards its reports. */
export function describeReporter(name: string, make: () => ReporterWorld, { hasOutput = true } = {}): void {
  describe(name, () => {
    test(`${name} reports each error with its cause and its stack`, () => {
      const { reporter, readable } = make();
      reporter.report(new Error('first of all', { cause: new TypeError('x is not a function') }));
      reporter.report(new RangeError('out of range'));
      const texts = readable();
      expect(texts).toHaveLength(hasOutput ? 2 : 0);
      if (!hasOutput) return;
      expect(texts[0]).toContain('TypeError: x is not a function');
      expect(texts[1]).toContain('RangeError: out of range');
      for (const text of texts) expect(text).toMatch(/\n\s+at .*reporter\.conformance\.ts/);
    });

    test(`${name} does not throw for an error without a stack or with a cause that is not an error`, () => {
      const { reporter } = make();
      const bare = new Error('bare');
      delete bare.stack;
      for (const error of [bare, new Error('odd', { cause: 'a text' }), new Error('')])
        expect(() => reporter.report(error)).not.toThrow();
    });
  });
}
