// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { at, choosesPlan, doesNotSee, LEASE_ORDER, ok, presses, records, refused, sees, Shop } from './shop.tsx';

const PAID = { statusCode: 5, status: '支付完成' };
const ofNumber = (states: Record<string, object>) => (request: { body: string }) => {
  const number = (JSON.parse(request.body) as { data: string }).data;
  return ok({ ...LEASE_ORDER, orderNo: number, ...states[number] });
};

test('Two payments in doubt are both shown and both asked about, until each is settled', async () => {
  const shop = new Shop().server('/order/detail', ofNumber({})).server('/order/list', records([LEASE_ORDER, { ...LEASE_ORDER, orderNo: 'L200' }]));
  shop.bridge.answers({ result: 'ok' }, { result: 'ok' });
  shop.open('/my/orderList');
  await presses('去支付 L100');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await presses('去支付 L200');
  expect(await sees('支付结果确认中 L100')).toBeTruthy();
  expect(await sees('支付结果确认中 L200')).toBeTruthy();
  shop.server('/order/detail', ofNumber({ L100: PAID }));
  await shop.passes(2_500);
  expect(await sees('支付成功')).toBeTruthy();
  expect(await screen.findAllByText('支付结果确认中')).toBeTruthy();
  await shop.passes(12_000);
  shop.server('/order/detail', ofNumber({ L100: PAID, L200: PAID }));
  await presses('再次确认');
  await waitFor(() => expect(doesNotSee(/支付结果确认中/)).toBe(true));
});

test('Both of two payments that an earlier page left open are asked about when the app is opened again', async () => {
  const shop = new Shop().server('/order/detail', ofNumber({}));
  shop.open('/my?tab=my');
  for (const number of ['L200', 'L100']) shop.purchases.record({ type: 'sheetAnswered', order: { number, kind: 'lease', amountFen: 4900 }, answer: 'none' });
  await shop.comesBack();
  expect(await sees('支付结果确认中 L100')).toBeTruthy();
  expect(await sees('支付结果确认中 L200')).toBeTruthy();
});

test('What WeChat says after the page has given up waiting has the server asked once more', async () => {
  const shop = new Shop().withDevice().open('/lease');
  shop.bridge.answers({ result: 'none' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await shop.passes(12_000);
  expect(await sees('暂未收到支付结果，请勿重复支付')).toBeTruthy();
  shop.server('/order/detail', ok({ ...LEASE_ORDER, ...PAID }));
  await act(async () => shop.bridge.answersLate({ result: 'ok' }));
  expect(await sees('支付成功')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/modeMenu?paid=1'));
});

test('What WeChat says while the server is being asked has it asked once more after that', async () => {
  const shop = new Shop().withDevice().open('/lease');
  shop.bridge.answers({ result: 'none' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await shop.passes(7_900);
  await act(async () => shop.bridge.answersLate({ result: 'ok' }));
  await shop.passes(3_000);
  shop.server('/order/detail', ok({ ...LEASE_ORDER, ...PAID }));
  await shop.passes(2_000);
  expect(await sees('支付成功')).toBeTruthy();
});

test('A payment of an order that the server knows no more is in doubt no longer: the page says so, and asks no more', async () => {
  const shop = new Shop().server('/order/detail', refused('订单不存在', '404'));
  const order = { number: 'L100', kind: 'lease' as const, amountFen: 4900 };
  shop.open('/my?tab=my');
  shop.purchases.record({ type: 'sheetAnswered', order, answer: 'none' });
  await shop.passes(60_000);
  await shop.comesBack();
  await shop.passes(4_500);
  expect(await sees('订单已不存在，如已付款请联系客服')).toBeTruthy();
  await waitFor(() => expect(doesNotSee(/支付结果/)).toBe(true));
  const asked = shop.http.sentTo('/api/order/detail').length;
  await shop.comesBack();
  expect(shop.http.sentTo('/api/order/detail')).toHaveLength(asked);
});

test('Where the server forgot the order of a plan, paying for the plan again orders it anew', async () => {
  const shop = new Shop().withDevice().server('/order/consume/order', ok({ payMoney: 49, orderNo: 'L100' }), ok({ payMoney: 49, orderNo: 'L200' }));
  shop.bridge.answers({ result: 'none' }, { result: 'ok' });
  shop.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  shop.server('/order/detail', refused('订单不存在', '404'));
  await shop.passes(60_000);
  await shop.comesBack();
  await shop.passes(6_500);
  expect(await sees('订单已不存在，如已付款请联系客服')).toBeTruthy();
  shop.server('/order/detail', ok({ ...LEASE_ORDER, orderNo: 'L200', ...PAID }));
  await presses('￥49 支付');
  expect(await sees('支付成功')).toBeTruthy();
  expect(shop.http.sentTo('/api/order/consume/order')).toHaveLength(2);
});
