import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import type { PayableOrder, PaymentBridge, PaymentSheet } from '../../src/ports/payment-bridge.ts';

export const order: PayableOrder = { number: 'NO 1/2', kind: 'lease', amountFen: 1_990, sno: 'SN-1' };
export const sheet: PaymentSheet = {
  appId: 'wx1', timeStamp: '1700000000', nonceStr: 'nonce', package: 'prepay_id=1', signType: 'RSA', paySign: 'signed',
};

/** A payment bridge, and how often it fetched a sheet. */
export function countedPrepare(): { prepare: () => Promise<PaymentSheet>; calls: () => number } {
  let calls = 0;
  return {
    prepare: async () => {
      calls += 1;
      return sheet;
    },
    calls: () => calls,
  };
}

export function describeSheetBridge(
  name: string,
  make: () => { bridge: PaymentBridge; customer: (does: 'ok' | 'cancel' | 'fail' | 'nothing') => void },
): void {
  describe(name, () => {
    test.each(['ok', 'cancel', 'fail'] as const)('passes on that the customer’s side said %s', async (does) => {
      const { bridge, customer } = make();
      customer(does);
      expect(await bridge.pay(order, async () => sheet)).toMatchObject({ result: does });
    });

    test('fetches the sheet once for one payment', async () => {
      const { bridge, customer } = make();
      const { prepare, calls } = countedPrepare();
      customer('ok');
      await bridge.pay(order, prepare);
      expect(calls()).toBe(1);
    });

    test('fails as the fetching of the sheet failed', async () => {
      const { bridge, customer } = make();
      customer('ok');
      const paying = bridge.pay(order, () => Promise.reject(new Problem('timeout')));
      await expect(paying).rejects.toMatchObject({ code: 'timeout' });
    });

    test('fetches no sheet for a payment that was called off before', async () => {
      const { bridge, customer } = make();
      const { prepare, calls } = countedPrepare();
      customer('ok');
      expect(await bridge.pay(order, prepare, AbortSignal.abort())).toEqual({ result: 'none' });
      expect(calls()).toBe(0);
    });

    test('knows nothing of the end of a payment that is called off in the middle', async () => {
      const { bridge, customer } = make();
      const asker = new AbortController();
      customer('nothing');
      const paying = bridge.pay(order, async () => sheet, asker.signal);
      setTimeout(() => asker.abort());
      expect(await paying).toEqual({ result: 'none' });
    });
  });
}
