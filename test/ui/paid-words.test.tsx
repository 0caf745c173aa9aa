// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { cancelLeaseOrder } from '../../src/core/order/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { AppHarness, doesNotSee, paysSevenDays, presses, sees } from './app-harness.tsx';

/** The server has not heard yet that the order was paid on another phone. */
const SAYS_PAID = { result: 'fail', message: '该订单已支付' } as const;

const cancels = async () => {
  await presses('取消订单');
  await presses('确认');
};

test('An order that WeChat calls paid already is not called unpaid in the same breath', async () => {
  const app = new AppHarness();
  app.bridge.answers(SAYS_PAID);
  app.open('/lease?sno=PL1001&assist=false');
  await paysSevenDays();
  expect(await sees('支付结果确认中')).toBeTruthy();
  expect(doesNotSee('订单尚未付款，可再次支付或取消。')).toBe(true);
});

test.each([
  ['its payment sheet', (app: AppHarness) => app.bridge.answers(SAYS_PAID), '支付结果确认中'],
  [
    'the server, asked to prepare its payment,',
    (app: AppHarness) => {
      app.reply(prePay, refused('500', '该订单已支付')).bridge.answers('open');
    },
    '没有打开支付，本次没有扣款',
  ],
])('An order that %s calls paid already is not cancelled before the server knows', async (_, refuses, said) => {
  const app = new AppHarness();
  refuses(app);
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  await sees(said);
  await app.advance(20_000);
  await cancels();
  expect(await sees('支付结果确认中，订单未取消。如未付款，请稍后再试。')).toBeTruthy();
  expect(app.calls(cancelLeaseOrder)).toBe(0);
});

test('A payment is not told as failed because WeChat says long after its sheet had opened that the order is paid already', async () => {
  const app = new AppHarness();
  app.bridge.answers({ result: 'none' });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  await app.advance(20_000);
  await sees('暂未收到支付结果，如已付款请勿再次支付');
  app.bridge.answersLate(SAYS_PAID);
  await app.advance(20_000);
  expect(await sees('暂未收到支付结果，如已付款请勿再次支付')).toBeTruthy();
  expect(doesNotSee(/支付失败/)).toBe(true);
});
