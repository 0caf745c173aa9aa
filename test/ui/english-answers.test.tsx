// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { listShares, shareDevice } from '../../src/core/share/api.ts';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { english } from '../../src/ui/copy/en.ts';
import { applyLanguage } from '../../src/ui/start/page-language.ts';
import { refused } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, choosesPlan, LEASE_ORDER, presses, sees } from './app-harness.tsx';

beforeAll(() => applyLanguage('en'));

const REFUNDED = { ...LEASE_ORDER, statusCode: 5, status: '已退款' };

test.each([
  ['paid', /^Pay L100/],
  ['cancelled', /^Cancel order L100/],
])('An English page says in English that an order that was to be %s is refunded', async (_, action) => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER)).reply(getLeaseOrder, REFUNDED);
  app.open('/my/orderList');
  await presses(action);
  if (screen.queryByText(english.orders.confirmCancel)) await presses(english.common.confirm);
  expect(await sees('Refunded')).toBeTruthy();
});

test('An English page puts the reason of a payment that failed behind words of its own', async () => {
  const app = new AppHarness().withDevice().open('/lease');
  app.bridge.answers({ result: 'fail', message: '余额不足' });
  await choosesPlan(/7 days/);
  await presses('Pay ¥49');
  expect(await sees('Payment failed (余额不足)')).toBeTruthy();
});

test.each([
  ['按时长租赁 7天', '7 days'],
  ['1天', '1 day'],
  ['次卡 10次', '10 uses'],
  ['周末体验 2天', '周末体验 2天'],
])('An English page names the plan %s as %s, in the list and on its page', async (serviceModeName, words) => {
  const order = { ...LEASE_ORDER, serviceModeName };
  const app = new AppHarness().reply(listLeaseOrders, aPage(order)).reply(getLeaseOrder, order);
  app.open('/my/orderList');
  expect(await sees(words)).toBeTruthy();
  fireEvent.click(screen.getByText('L100'));
  await sees(english.titles.orderDetail);
  expect(await sees(words)).toBeTruthy();
});

test('An English page says in English that a refund was made', async () => {
  new AppHarness().reply(listRefunds, aPage({ refundNo: 'R1', statusDesc: '退款成功' })).open('/my/refundList');
  expect(await sees('Refunded')).toBeTruthy();
});

test('An English page puts the reason of a refused share behind words of its own', async () => {
  new AppHarness()
    .withOwnLease()
    .reply(listShares, [])
    .reply(shareDevice, refused('500', '该用户不存在'))
    .open('/share');
  await presses(english.share.add);
  fireEvent.change(await screen.findByLabelText(english.share.mobile), { target: { value: '13800001111' } });
  await presses(english.common.confirm);
  expect(await sees(`${english.problems.refused} (该用户不存在)`)).toBeTruthy();
});
