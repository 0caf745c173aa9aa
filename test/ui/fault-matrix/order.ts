import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import {
  cancelCardOrder,
  cancelLeaseOrder,
  getLeaseOrder,
  listCardOrders,
  listLeaseOrders,
} from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { listCards, listRefunds } from '../../../src/core/wallet/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import type { AnyEndpoint, FakeServer } from '../../helpers/fake-server.ts';
import { aPage } from '../../helpers/wire.ts';
import { type AppHarness, choosesPlan, choosesTab, LEASE_ORDER, presses, sees } from '../app-harness.tsx';
import { atADevice, isRead, opened, retries, type Row, wayIn } from './row.ts';

const CARD_ORDER = {
  chargeOrderNo: 'C100',
  statusCode: 1,
  statusDesc: '待支付',
  payMoney: 30,
  fee: 5,
  sysUserId: 'op1',
  operatorName: '康养馆',
};
const CARD_DETAIL = '/orderDetail?orderNo=C100&isCardItem=true&sysUserId=op1';
const leaseOrders = (http: FakeServer) => http.reply(listLeaseOrders, aPage(LEASE_ORDER));
const cardOrders = (http: FakeServer) => http.reply(listCardOrders, aPage(CARD_ORDER)).reply(cancelCardOrder);
const failedList = (words: string) => [copy.orders.failed, words];
const isCancelledPayment = () => isRead(copy.payment.cancelled);
const isEmpty = () => isRead(copy.orders.none);
const confirms = () => presses(copy.common.confirm);
const isChosen = () => document.querySelectorAll('input[type=radio]:checked').length;
const willNotPay = (app: AppHarness) => app.bridge.answers({ result: 'cancel' }, { result: 'cancel' });

/** An order that is cancelled, in one of its places. */
function cancelling(call: AnyEndpoint, where: string, server: Row['server'], address: string, button: string): Row {
  return {
    call,
    where,
    server,
    comes: async (app) => {
      app.open(address);
      await presses(button);
    },
    acts: confirms,
    goesOn: async () => {
      await presses(button);
      await confirms();
    },
    isWell: () => isRead(copy.orders.cancelDone),
  };
}

/** A plan that is chosen and paid. */
function renting(call: AnyEndpoint, where: string, choosesIt: () => Promise<void>): Row {
  return {
    call,
    where,
    comes: async (app) => {
      willNotPay(app);
      app.reply(createCardOrder, () => {
        app.reply(listCardOrders, aPage(CARD_ORDER));
        return { payMoney: 30, chargeOrderNo: 'C100' };
      });
      app.withDevice().open('/lease');
      await choosesIt();
    },
    acts: () => presses(/支付$/),
    goesOn: retries,
    isWell: isCancelledPayment,
    chosen: isChosen,
  };
}

const byDuration = () => choosesPlan(/7天/);
const byUses = async () => {
  await choosesTab(copy.lease.uses);
  await choosesPlan(/5次/);
};

/** An order that is paid from its list or its detail. */
function paying(where: string, address: string, button: string): Row {
  return {
    call: prePay,
    where,
    server: leaseOrders,
    comes: async (app) => {
      willNotPay(app);
      app.open(address);
      await sees('L100');
    },
    acts: () => presses(button),
    goesOn: () => presses(button),
    isWell: isCancelledPayment,
  };
}

export const orderRows: Row[] = [
  opened(listDurationPlans, 'the plans by time', '/lease', () => isRead('￥49'), atADevice),
  {
    call: listUsePlans,
    where: 'the plans by uses',
    comes: (app) => app.withDevice(),
    acts: async (app) => {
      app.open('/lease');
      await choosesTab(copy.lease.uses);
    },
    goesOn: retries,
    isWell: () => isRead('￥30'),
  },
  renting(createLeaseOrder, 'a plan by time', byDuration),
  renting(createCardOrder, 'a plan by uses', byUses),
  renting(prePay, 'a plan by time', byDuration),
  renting(prePay, 'a plan by uses', byUses),
  paying('the list of orders', '/my/orderList', `${copy.orders.pay} L100`),
  paying('an order', '/orderDetail?orderNo=L100', copy.orders.pay),
  {
    call: getLeaseOrder,
    where: 'a payment in doubt',
    comes: async (app) => {
      app.bridge.answers({ result: 'ok' });
      app.withDevice().open('/lease');
      await byDuration();
      app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
    },
    acts: () => presses(/支付$/),
    waits: copy.payment.confirming,
    says: () => [copy.payment.stillUnknown],
    goesOn: () => presses(copy.payment.askAgain),
    isWell: () => isRead(copy.payment.paid),
  },
  opened(getLeaseOrder, 'an order', '/orderDetail?orderNo=L100', () => isRead('客厅理疗仪')),
  opened(listCardOrders, 'an order of a card', CARD_DETAIL, () => isRead('C100'), { server: cardOrders }),
  opened(listLeaseOrders, 'the list of orders', '/my/orderList', isEmpty, { says: failedList }),
  opened(listCardOrders, 'the orders of a card', '/my/orderList?type=cardlist&sysUserId=op1', isEmpty, {
    says: failedList,
  }),
  opened(listCardOrders, 'the number of a card’s orders', '/my/cardList', () => isRead(copy.titles.orderList), {
    server: (http) => http.reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 3 })),
    says: 'nothing',
  }),
  cancelling(cancelLeaseOrder, 'the list of orders', leaseOrders, '/my/orderList', `${copy.orders.cancel} L100`),
  cancelling(cancelLeaseOrder, 'an order', leaseOrders, '/orderDetail?orderNo=L100', copy.orders.cancel),
  cancelling(
    cancelCardOrder,
    'the orders of a card',
    cardOrders,
    '/my/orderList?type=cardlist&sysUserId=op1',
    `${copy.orders.cancel} C100`,
  ),
  cancelling(cancelCardOrder, 'an order of a card', cardOrders, CARD_DETAIL, copy.orders.cancel),
  opened(listCards, 'the cards', '/my/cardList', () => isRead(copy.cards.none)),
  wayIn(listCards),
  opened(listRefunds, 'the refunds', '/my/refundList', () => isRead(copy.refunds.none), {
    server: (http) => http.reply(listRefunds, aPage()),
  }),
];
