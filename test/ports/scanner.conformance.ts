import { describe, expect, test } from 'vitest';
import type { Scanner } from '../../src/ports/scanner.ts';

export interface ScannerWorld {
  scanner: Scanner;
  /** Defines the code of the next scan. */
  holds(text: string): void;
}

export function describeScanner(name: string, make: () => ScannerWorld | Promise<ScannerWorld>): void {
  describe(name, () => {
    test.each(['https://shop.example/?sno=SN-1&x=a,b', 'SN_0001', 'CODE_128,SN-1'])(
      'A scanner returns the code %j unchanged',
      async (text) => {
        const { scanner, holds } = await make();
        holds(text);
        expect(await scanner.scan()).toEqual({ kind: 'scanned', text });
      },
    );

    test('A scanner reads nothing when the scan was cancelled before', async () => {
      const { scanner, holds } = await make();
      holds('SN-1');
      expect(await scanner.scan(AbortSignal.abort())).toEqual({ kind: 'cancelled' });
    });
  });
}
