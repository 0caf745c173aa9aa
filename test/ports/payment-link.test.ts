import { describe, expect, test } from 'vitest';
import { FakePaymentBridge } from '../../src/adapters/fake/fake-payment-bridge.ts';
import { PaymentLinkBridge } from '../../src/adapters/node/payment-link-bridge.ts';
import type { PaymentBridge } from '../../src/ports/payment-bridge.ts';
import { countedPrepare, order } from './payment-bridge.conformance.ts';

const bridges: [string, () => PaymentBridge][] = [
  ['FakePaymentBridge that hands over', () => new FakePaymentBridge({ handsOver: true })],
  [
    'PaymentLinkBridge',
    () =>
      new PaymentLinkBridge(
        () => 'https://shop.example/pay?no={number}',
        () => {},
      ),
  ],
];

describe.each(bridges)('%s', (_, make) => {
  test('A payment by link opens no sheet and answers none', async () => {
    const { prepare, calls } = countedPrepare();
    expect(await make().pay(order, prepare)).toEqual({ result: 'none' });
    expect(calls()).toBe(0);
  });
});

describe('PaymentLinkBridge', () => {
  const handedOver = async (template: string | undefined) => {
    const seen: string[] = [];
    await new PaymentLinkBridge(
      () => template,
      (link) => seen.push(link),
    ).pay({ ...order, operatorId: '9&x' });
    return seen;
  };

  test('A payment link leads to the order, with every value encoded', async () => {
    const [link] = await handedOver(
      'https://shop.example/orderDetail?isCardItem={isCard}&no={number}&sysUserId={operatorId}',
    );
    expect(link).toBe('https://shop.example/orderDetail?isCardItem=false&no=NO%201%2F2&sysUserId=9%26x');
  });

  test('A payment link may use plain http for this machine', async () => {
    expect((await handedOver('http://127.0.0.1:5180/pay/{number}'))[0]).toBe('http://127.0.0.1:5180/pay/NO%201%2F2');
  });

  test.each([
    'http://shop.example/pay?no={number}',
    'javascript:alert({number})',
    '//shop.example/{number}',
    'https://user:secret@shop.example/{number}',
    'https://shop.example/pay',
    'https://shop.example/pay?no={number}&x={unknown}',
    'https://shop.example/pay?no={number}&accessToken=abc',
    'https://shop.example/pay?no={number}&openid=abc',
  ])('The payment link template %s is refused', async (template) => {
    await expect(handedOver(template)).rejects.toMatchObject({ code: 'configuration' });
  });

  test('A payment without a configured link rejects with the name of the setting', async () => {
    await expect(handedOver(undefined)).rejects.toMatchObject({
      code: 'bridge',
      message: expect.stringContaining('payLink'),
    });
  });
});
