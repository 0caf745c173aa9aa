import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import type { PaymentAnswer, PaymentBridge, PrepayParams, PaymentTarget } from '../../src/ports/payment-bridge.ts';

export const order: PaymentTarget = { number: 'NO 1/2', kind: 'lease', sno: 'SN-1' };
export const sheet: PrepayParams = {
  appId: 'wx1',
  timeStamp: '1700000000',
  nonceStr: 'nonce',
  package: 'prepay_id=1',
  signType: 'RSA',
  paySign: 'signed',
};

/** A `prepare` callback, and the number of its calls. */
export function countedPrepare(): { prepare: () => Promise<PrepayParams>; calls: () => number } {
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
  /** `lateOk` delivers `ok` for the last payment that timed out. */
  make: () => {
    bridge: PaymentBridge;
    customer: (does: 'ok' | 'cancel' | 'fail' | 'nothing in time') => void;
    lateOk: () => void;
  },
): void {
  describe(name, () => {
    test.each(['ok', 'cancel', 'fail'] as const)('A payment bridge returns the phone’s answer %s', async (does) => {
      const { bridge, customer } = make();
      customer(does);
      expect(await bridge.pay(order, async () => sheet)).toMatchObject({ result: does });
    });

    test('A payment bridge fetches the prepay parameters once for one payment', async () => {
      const { bridge, customer } = make();
      const { prepare, calls } = countedPrepare();
      customer('ok');
      await bridge.pay(order, prepare);
      expect(calls()).toBe(1);
    });

    test('A payment bridge rejects with the error of the failed request for the prepay parameters', async () => {
      const { bridge, customer } = make();
      customer('ok');
      const paying = bridge.pay(order, () => Promise.reject(new Problem('timeout')));
      await expect(paying).rejects.toMatchObject({ code: 'timeout' });
    });

    test('A payment bridge answers none after the timeout, and reports the late answer once', async () => {
      const { bridge, customer, lateOk } = make();
      const late: PaymentAnswer[] = [];
      customer('nothing in time');
      expect(
        await bridge.pay(
          order,
          async () => sheet,
          (answer) => late.push(answer),
        ),
      ).toEqual({ result: 'none' });
      expect(late).toEqual([]);
      lateOk();
      lateOk();
      expect(late).toEqual([{ result: 'ok' }]);
    });

    test('A payment bridge reports a later answer that differs from the first one', async () => {
      const { bridge, customer, lateOk } = make();
      const late: PaymentAnswer[] = [];
      customer('cancel');
      expect(
        await bridge.pay(
          order,
          async () => sheet,
          (answer) => late.push(answer),
        ),
      ).toEqual({ result: 'cancel' });
      lateOk();
      lateOk();
      expect(late).toEqual([{ result: 'ok' }]);
    });

    test('A payment bridge opens no sheet if the request for the prepay parameters was cancelled', async () => {
      const { bridge, customer } = make();
      customer('ok');
      await expect(bridge.pay(order, () => Promise.reject(new Problem('cancelled')))).rejects.toMatchObject({
        code: 'cancelled',
      });
    });
  });
}
