import { describe, expect, test } from 'vitest';
import { withFault } from './planted.ts';

const PRICES = { bread: () => 3, milk: () => 2 };

describe('withFault', () => {
  test('The fault is in the table while the work runs, and is gone afterwards', () => {
    const total = withFault(
      PRICES,
      ({ milk }) => ({ bread: () => milk() * 5 }),
      () => PRICES.bread() + PRICES.milk(),
    );
    expect(total).toBe(12);
    expect(PRICES.bread()).toBe(3);
  });

  test('The fault stays in the table until a promise of the work ends', async () => {
    let go = () => {};
    const work = withFault(
      PRICES,
      () => ({ milk: () => 9 }),
      () => new Promise<void>((resolve) => void (go = resolve)).then(() => PRICES.milk()),
    );
    expect(PRICES.milk()).toBe(9);
    go();
    expect(await work).toBe(9);
    expect(PRICES.milk()).toBe(2);
  });

  test('The fault is gone after work that fails, at once or later', async () => {
    const fails = () => {
      throw new Error(`milk costs ${PRICES.milk()}`);
    };
    expect(() => withFault(PRICES, () => ({ milk: () => 9 }), fails)).toThrow('milk costs 9');
    expect(PRICES.milk()).toBe(2);
    await expect(
      withFault(
        PRICES,
        () => ({ milk: () => 9 }),
        async () => fails(),
      ),
    ).rejects.toThrow('milk costs 9');
    expect(PRICES.milk()).toBe(2);
  });

  test('Faults in faults are taken out one after the other', () => {
    const prices = withFault(
      PRICES,
      () => ({ milk: () => 9 }),
      () => [
        withFault(
          PRICES,
          ({ milk }) => ({ milk: () => milk() + 1 }),
          () => PRICES.milk(),
        ),
        PRICES.milk(),
      ],
    );
    expect([...prices, PRICES.milk()]).toEqual([10, 9, 2]);
  });

  test('A fault that changes nothing is refused, and the work does not run', () => {
    const work = () => {
      throw new Error('the work ran');
    };
    expect(() => withFault(PRICES, () => ({}), work)).toThrow('the fault changes nothing in the table');
    expect(() => withFault(PRICES, (prices) => ({ ...prices }), work)).toThrow('the fault changes nothing');
    const table = { open: { to: ['paid'] } };
    expect(() => withFault(table, () => ({ open: { to: ['paid'] } }), work)).toThrow('the fault changes nothing');
  });

  test('A fault that adds an entry is refused', () => {
    const added: Record<string, () => number> = PRICES;
    expect(() =>
      withFault(
        added,
        () => ({ butter: () => 4 }),
        () => 1,
      ),
    ).toThrow('the table has no entry butter');
    expect(Object.keys(PRICES)).toEqual(['bread', 'milk']);
  });
});
