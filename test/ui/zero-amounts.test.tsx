// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDurationPlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aCard, aCardOrder, aPage } from '../helpers/wire.ts';
import { AppHarness, doesNotSee, LEASE_ORDER, sees } from './app-harness.tsx';

test('An unpaid card order whose amount the server leaves at 0 shows no amount', async () => {
  new AppHarness()
    .reply(listCardOrders, aPage(aCardOrder({ payMoney: 0, statusDesc: '待支付' })))
    .open('/my/orderList?type=cardlist&sysUserId=op1');
  expect(await sees('C-100')).toBeTruthy();
  expect(doesNotSee(/￥0|订单金额/)).toBe(true);
});

test('An unpaid order that owes an amount shows no price of 0', async () => {
  new AppHarness()
    .reply(getLeaseOrder, { ...LEASE_ORDER, money: 0, shouldPayMoney: 49, payMoney: 0 })
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('应付金额')).toBeTruthy();
  expect(screen.getAllByText('￥49')).toHaveLength(2);
  expect(doesNotSee('￥0')).toBe(true);
});

test('A paid order that was free shows what was paid', async () => {
  new AppHarness()
    .reply(listLeaseOrders, aPage({ ...LEASE_ORDER, statusCode: 5, status: '支付完成', money: 0, payMoney: 0 }))
    .open('/my/orderList');
  expect((await sees('实付金额')).parentElement?.textContent).toContain('￥0');
});

test('A card order names its uses where the server leaves one of the two numbers at 0', async () => {
  new AppHarness()
    .reply(listCardOrders, aPage(aCardOrder({ fee: 0, money: 10 })))
    .open('/my/orderList?type=cardlist&sysUserId=op1');
  expect(await sees('次卡 10次')).toBeTruthy();
});

test('A plan whose original price the server leaves at 0 shows no original price', async () => {
  new AppHarness()
    .withDevice()
    .reply(listDurationPlans, { modeId: 'm1', list: [{ id: 'd7', price: 49, originPrice: 0, num: 7, unit: 'day' }] })
    .open('/lease?assist=false');
  expect(await screen.findByRole('radio', { name: '7天 ￥49' })).toBeTruthy();
  expect(doesNotSee(/原价|￥0/)).toBe(true);
});

test('A card whose orders the server does not count shows no number of records', async () => {
  new AppHarness()
    .reply(listCards, aPage(aCard({ sysUserId: 'op1' })))
    .reply(listCardOrders, { records: [aCardOrder()], total: 0 })
    .open('/my/cardList');
  expect(await screen.findByRole('link', { name: '订单记录' })).toBeTruthy();
  expect(doesNotSee(/共0条记录/)).toBe(true);
});
