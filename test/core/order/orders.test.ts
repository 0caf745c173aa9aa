import { describe, expect, test } from 'vitest';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { type Order, plansFor } from '../../../src/core/order/order.ts';
import { Queries } from '../../../src/core/queries.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { aCardOrder, aLeaseOrder, aPage } from '../../helpers/wire.ts';

const lease: Order = { kind: 'lease', number: 'L-1', state: 'to-pay' };
const card: Order = { kind: 'card', number: 'C-1', state: 'to-pay', operatorId: 'shop-1' };

describe('Queries: orders', () => {
  test.each([
    [0, 0],
    [0, null],
    [null, 0],
    [null, null],
  ])('A card order with the fee %s and the money %s states no number of uses', async (fee, money) => {
    const core = createTestApp();
    core.http.reply(listCardOrders, aPage({ ...aCardOrder({ fee }), money }));
    expect((await core.get(Queries).cardOrders('shop-1', 0)).records.map(({ uses }) => uses)).toEqual([undefined]);
  });

  test.each([
    ['the paid amount if it is paid', { statusCode: 5, payMoney: 19.9, shouldPayMoney: 30 }, 1990],
    [
      'unknown if it is paid and nobody says how much',
      { statusCode: 5, payMoney: null, shouldPayMoney: 30 },
      undefined,
    ],
    ['the payable amount if it is unpaid', { statusCode: 1, payMoney: 0, shouldPayMoney: 30 }, 3000],
  ])('The due amount of a lease order is %s', async (_, fields, dueFen) => {
    const core = createTestApp();
    core.http.reply(getLeaseOrder, aLeaseOrder({ ...fields, status: null, money: 69 }));
    expect(await core.get(ApiClient).call(getLeaseOrder, { number: 'L-100' })).toMatchObject({
      amountFen: 6900,
      dueFen,
    });
  });

  test('The sum of a card order is its payMoney alone, and its money is a number of uses', async () => {
    const core = createTestApp();
    const order = { statusCode: 5, statusDesc: null, fee: null, money: 10, shouldPayMoney: 30 };
    core.http.reply(
      listCardOrders,
      aPage(aCardOrder({ ...order, payMoney: 99 }), aCardOrder({ ...order, payMoney: null, chargeOrderNo: 'C-2' })),
    );
    expect((await core.get(Queries).cardOrders('shop-1', 0)).records).toMatchObject([
      { uses: 10, amountFen: 9900, dueFen: 9900 },
      { uses: 10, amountFen: undefined, dueFen: undefined },
    ]);
  });

  test('Both kinds of orders accept either name of the status field, and only cancelled orders have a cancellation time', async () => {
    const core = createTestApp();
    const [open, cancelled] = ['待支付', '已取消'].map((words) => ({
      statusCode: words === '待支付' ? 1 : -1,
      status: words,
      utime: '2026-03-02 10:00:00',
    }));
    const asDescription = ({ status, ...rest }: { status?: string }) => ({
      ...rest,
      status: undefined,
      statusDesc: status,
    });
    core.http
      .reply(listLeaseOrders, aPage(...[open, cancelled].map((each) => aLeaseOrder(asDescription(each ?? {})))))
      .reply(
        listCardOrders,
        aPage(
          ...[open, cancelled].map((each) =>
            aCardOrder({ ...each, statusDesc: undefined, money: 30, shouldPayMoney: 20, payMoney: 25 }),
          ),
        ),
      );
    const at = Date.parse('2026-03-02T10:00:00+08:00');
    const expected = [
      { statusText: '待支付', cancelledAt: undefined },
      { statusText: '已取消', cancelledAt: at },
    ];
    expect((await core.get(Queries).leaseOrders(0)).records).toMatchObject(expected);
    expect((await core.get(Queries).cardOrders('shop-1', 0)).records).toMatchObject(
      expected.map((each) => ({ ...each, amountFen: 2500 })),
    );
  });
});

test('Choosing again leads to plans of the same kind, for the device or the operator of the order and for the same person', () => {
  expect(plansFor({ ...lease, sno: 'DEV0009' }, 'customer')).toEqual({
    to: 'lease',
    sno: 'DEV0009',
    terms: { renewal: 'device', forWhom: 'customer', rechargeOperatorId: undefined },
    renews: 'L-1',
  });
  expect(plansFor({ ...card, operatorId: 'shop-7' }, 'unsaid')).toEqual({
    to: 'lease',
    sno: undefined,
    terms: { renewal: 'card', forWhom: 'self', rechargeOperatorId: 'shop-7' },
  });
});
