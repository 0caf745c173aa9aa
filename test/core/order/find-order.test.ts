import { expect, test } from 'vitest';
import { listCardOrders } from '../../../src/core/order/api.ts';
import { FindOrder } from '../../../src/core/order/find-order.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';

test('A card order is found on any page of the list', async () => {
  const core = withOrderServer();
  for (let number = 1; number <= 40; number += 1)
    core.orderServer.orders.push({ chargeOrderNo: `C-${number}`, statusDesc: '支付完成', fee: 10 });
  const records = core.orderServer.orders.filter((each) => 'chargeOrderNo' in each);
  core.http.reply(listCardOrders, ({ body }) => {
    const { current, size } = (JSON.parse(body) as { data: { current: number; size: number } }).data;
    return { records: records.slice(current * size, (current + 1) * size), total: records.length };
  });
  const finding = core.get(FindOrder);
  expect(await finding.find({ kind: 'card', number: 'C-40', operatorId: 'shop-1' })).toMatchObject({
    number: 'C-40',
    state: 'paid',
    uses: 10,
  });
  expect(core.http.data(listCardOrders)).toEqual(
    [0, 1, 2].map((current) => ({ current, size: 15, query: { sysUserId: 'shop-1' } })),
  );
  expect(await finding.find({ kind: 'card', number: 'C-99', operatorId: 'shop-1' })).toBeUndefined();
  expect(core.http.requests(listCardOrders)).toHaveLength(6);
  expect(await problemOf(finding.find({ kind: 'card', number: 'C-1' }))).toMatchObject({ code: 'invalid-input' });
});

test('A card order that is not among the newest hundred orders is not called gone', async () => {
  const core = withOrderServer();
  core.http.reply(listCardOrders, ({ body }) => {
    const { current } = (JSON.parse(body) as { data: { current: number } }).data;
    return { records: Array.from({ length: 15 }, (_, index) => ({ chargeOrderNo: `C-${current}-${index}` })) };
  });
  const finding = core.get(FindOrder).find({ kind: 'card', number: 'C-99', operatorId: 'shop-1' });
  expect(await problemOf(finding)).toMatchObject({ code: 'parse' });
  expect(core.http.requests(listCardOrders)).toHaveLength(7);
});

test('A card order is not called gone when only the first page of the list says how many orders there are', async () => {
  const core = withOrderServer();
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ chargeOrderNo: `C-${from + index}`, statusDesc: '支付完成' }));
  core.http.reply(listCardOrders, { records: rows(0, 15), total: 40 }, { records: rows(15, 5) });
  const finding = core.get(FindOrder).find({ kind: 'card', number: 'C-39', operatorId: 'shop-1' });
  expect(await problemOf(finding)).toMatchObject({ code: 'parse' });
});
