// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WeChatPaymentBridge } from '../../src/adapters/browser/wechat/wechat-payment-bridge.ts';
import { FakePaymentBridge } from '../../src/adapters/fake/fake-payment-bridge.ts';
import type { PaymentAnswer } from '../../src/ports/payment-bridge.ts';
import { countedPrepare, describeSheetBridge, order, sheet } from './payment-bridge.conformance.ts';

type Answer = (result: Record<string, unknown>) => void;

const page = globalThis as { WeixinJSBridge?: unknown };
const invoked: { name: string; fields: Record<string, unknown>; answer: Answer }[] = [];
const weixin = (react: (answer: Answer) => void) => ({
  invoke: (name: string, fields: Record<string, unknown>, answer: Answer) => {
    invoked.push({ name, fields, answer });
    react(answer);
  },
});
const says = (result: Record<string, unknown>) => {
  page.WeixinJSBridge = weixin((answer) => setTimeout(() => answer(result)));
};
const silent = () => {
  page.WeixinJSBridge = weixin(() => {});
};

beforeEach(() => {
  invoked.length = 0;
});
afterEach(() => {
  delete page.WeixinJSBridge;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describeSheetBridge('FakePaymentBridge', () => {
  const bridge = new FakePaymentBridge();
  return {
    bridge,
    customer: (does) => void bridge.answers({ result: does === 'nothing in time' ? 'none' : does }),
    lateOk: () => bridge.answersLate({ result: 'ok' }),
  };
});

describeSheetBridge('WeChatPaymentBridge', () => ({
  bridge: new WeChatPaymentBridge({ answerMs: 100 }),
  customer: (does) => (does === 'nothing in time' ? silent() : says({ err_msg: `get_brand_wcpay_request:${does}` })),
  lateOk: () => invoked.at(-1)?.answer({ err_msg: 'get_brand_wcpay_request:ok' }),
}));

describe('WeChatPaymentBridge', () => {
  test('WeChatPaymentBridge opens the sheet with the signed fields, unchanged, and nothing else', async () => {
    says({ err_msg: 'get_brand_wcpay_request:ok' });
    await new WeChatPaymentBridge().pay(order, async () => ({ ...sheet, orderId: 'not for the sheet' }));
    expect(invoked.map(({ name, fields }) => ({ name, fields }))).toEqual([
      { name: 'getBrandWCPayRequest', fields: sheet },
    ]);
  });

  test('WeChatPaymentBridge names a missing field of the prepay parameters, and opens no sheet', async () => {
    says({ err_msg: 'get_brand_wcpay_request:ok' });
    const { paySign: _, ...rest } = sheet;
    await expect(new WeChatPaymentBridge().pay(order, async () => rest)).rejects.toMatchObject({
      code: 'bridge',
      message: expect.stringContaining('paySign'),
    });
    expect(invoked).toEqual([]);
  });

  test.each<[Record<string, unknown>, PaymentAnswer]>([
    [
      { err_msg: 'get_brand_wcpay_request:fail', err_desc: '余额不足' },
      { result: 'fail', message: '余额不足' },
    ],
    [{ err_msg: 'get_brand_wcpay_request:fail_invalid appid' }, { result: 'fail', message: 'fail_invalid appid' }],
    [{ err_msg: 'system:access_denied' }, { result: 'fail', message: 'system:access_denied' }],
    [{ err_msg: 'get_brand_wcpay_request:' }, { result: 'fail' }],
    [{}, { result: 'fail' }],
    [{ err_msg: 'not:ok' }, { result: 'fail', message: 'not:ok' }],
    [{ err_msg: 7, err_desc: {} }, { result: 'fail' }],
  ])('WeChatPaymentBridge reads %j as %j', async (result, answer) => {
    says(result);
    expect(await new WeChatPaymentBridge().pay(order, async () => sheet)).toEqual(answer);
  });

  test('WeChatPaymentBridge waits for a WeixinJSBridge that loads late', async () => {
    const { prepare, calls } = countedPrepare();
    const paying = new WeChatPaymentBridge().pay(order, prepare);
    expect(calls()).toBe(0);
    says({ err_msg: 'get_brand_wcpay_request:ok' });
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    expect(await paying).toEqual({ result: 'ok' });
  });

  test('WeChatPaymentBridge fetches no prepay parameters without WeixinJSBridge', async () => {
    const { prepare, calls } = countedPrepare();
    const paying = new WeChatPaymentBridge({ bridgeMs: 20 }).pay(order, prepare);
    await expect(paying).rejects.toMatchObject({ code: 'bridge' });
    expect(calls()).toBe(0);
  });

  test('WeChatPaymentBridge rejects with bridge if WeixinJSBridge throws', async () => {
    page.WeixinJSBridge = weixin(() => {
      throw new Error('broken');
    });
    await expect(new WeChatPaymentBridge().pay(order, async () => sheet)).rejects.toMatchObject({ code: 'bridge' });
  });

  describe('WeChatPaymentBridge with a phone that does not call back', () => {
    let answers: PaymentAnswer[];
    const begin = async (onLateAnswer?: (answer: PaymentAnswer) => void) => {
      vi.useFakeTimers();
      silent();
      answers = [];
      void new WeChatPaymentBridge().pay(order, async () => sheet, onLateAnswer).then((answer) => answers.push(answer));
      await vi.advanceTimersByTimeAsync(0);
      expect(invoked).toHaveLength(1);
    };
    const pageTurns = (state: 'hidden' | 'visible') => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };

    test('WeChatPaymentBridge gives up after 20 s where the phone does not call back', async () => {
      await begin();
      await vi.advanceTimersByTimeAsync(19_999);
      expect(answers).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(answers).toEqual([{ result: 'none' }]);
    });

    test('WeChatPaymentBridge gives up 1.5 s after the page is shown again where the phone does not call back', async () => {
      await begin();
      pageTurns('hidden');
      await vi.advanceTimersByTimeAsync(5_000);
      pageTurns('visible');
      await vi.advanceTimersByTimeAsync(1_499);
      expect(answers).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(answers).toEqual([{ result: 'none' }]);
    });

    test('WeChatPaymentBridge takes the answer that arrives just after the page is shown again', async () => {
      await begin();
      pageTurns('hidden');
      pageTurns('visible');
      await vi.advanceTimersByTimeAsync(1_000);
      invoked[0]?.answer({ err_msg: 'get_brand_wcpay_request:ok' });
      await vi.advanceTimersByTimeAsync(0);
      expect(answers).toEqual([{ result: 'ok' }]);
    });

    test('WeChatPaymentBridge passes on the answer that arrives after it gave up, and leaves no timer', async () => {
      const late: PaymentAnswer[] = [];
      await begin((answer) => late.push(answer));
      await vi.advanceTimersByTimeAsync(20_000);
      invoked[0]?.answer({ err_msg: 'get_brand_wcpay_request:ok' });
      await vi.advanceTimersByTimeAsync(0);
      expect([answers, late]).toEqual([[{ result: 'none' }], [{ result: 'ok' }]]);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
