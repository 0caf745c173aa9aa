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
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { AnyEndpoint, FakeServer } from '../../helpers/fake-server.ts';
import { aPage } from '../../helpers/wire.ts';
import { type AppHarness, choosesPlan, choosesTab, LEASE_ORDER, presses, sees } from '../app-harness.tsx';
import { withSelectedDevice, isShown, onOpening, retries, type Row, onEntry } from './row.ts';

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
const isCancelledPayment = () => isShown(copy.payment.cancelled);
const isEmpty = () => isShown(copy.orders.none);
const confirmDialog = () => presses(copy.common.confirm);
const isChosen = () => document.querySelectorAll('input[type=radio]:checked').length;
const cancelPayments = (app: AppHarness) => app.bridge.answers({ result: 'cancel' }, { result: 'cancel' });

/** Cancelling an order at one place. */
function cancelling(call: AnyEndpoint, place: string, server: Row['server'], address: string, button: string): Row {
  return {
    call,
    place,
    server,
    setUp: async (app) => {
      app.open(address);
      await presses(button);
    },
    trigger: confirmDialog,
    retry: async () => {
      await presses(button);
      await confirmDialog();
    },
    hasSucceeded: () => isShown(copy.orders.cancelDone),
  };
}

/** Choosing and paying a plan. */
function renting(call: AnyEndpoint, place: string, choosePlan: () => Promise<void>): Row {
  return {
    call,
    place,
    setUp: async (app) => {
      cancelPayments(app);
      app.reply(createCardOrder, () => {
        app.reply(listCardOrders, aPage(CARD_ORDER));
        return { payMoney: 30, chargeOrderNo: 'C100' };
      });
      app.withDevice().open('/lease');
      await choosePlan();
    },
    trigger: () => presses(/支付$/),
    retry: () => presses(/支付$/),
    hasSucceeded: isCancelledPayment,
    chosenOptions: isChosen,
  };
}

const chooseDurationPlan = () => choosesPlan(/7天/);
const chooseUsePlan = async () => {
  await choosesTab(copy.lease.uses);
  await choosesPlan(/5次/);
};

/** Paying an order from the list or its detail. */
function paying(place: string, address: string, button: string): Row {
  return {
    call: prePay,
    place,
    server: leaseOrders,
    setUp: async (app) => {
      cancelPayments(app);
      app.open(address);
      await sees('L100');
    },
    trigger: () => presses(button),
    retry: () => presses(button),
    hasSucceeded: isCancelledPayment,
  };
}

export const orderRows: Row[] = [
  onOpening(listDurationPlans, 'the duration plans', '/lease', () => isShown('￥49'), withSelectedDevice),
  {
    call: listUsePlans,
    place: 'the use plans',
    setUp: (app) => app.withDevice(),
    trigger: async (app) => {
      app.open('/lease');
      await choosesTab(copy.lease.uses);
    },
    retry: retries,
    hasSucceeded: () => isShown('￥30'),
  },
  renting(createLeaseOrder, 'a duration plan', chooseDurationPlan),
  renting(createCardOrder, 'a use plan', chooseUsePlan),
  renting(prePay, 'a duration plan', chooseDurationPlan),
  renting(prePay, 'a use plan', chooseUsePlan),
  paying('the order list', '/my/orderList', `${copy.orders.pay} L100`),
  paying('the order detail', '/orderDetail?orderNo=L100', copy.orders.pay),
  {
    call: getLeaseOrder,
    place: 'an unconfirmed payment',
    setUp: async (app) => {
      app.bridge.answers({ result: 'ok' });
      app.withDevice().open('/lease');
      await chooseDurationPlan();
      app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
    },
    trigger: () => presses(/支付$/),
    waitingText: copy.payment.confirming,
    messages: () => [copy.payment.stillUnknown],
    retry: () => presses(copy.payment.askAgain),
    hasSucceeded: () => isShown(copy.payment.paid),
  },
  onOpening(getLeaseOrder, 'the order detail', '/orderDetail?orderNo=L100', () => isShown('客厅理疗仪')),
  onOpening(listCardOrders, 'the detail of a card order', CARD_DETAIL, () => isShown('C100'), { server: cardOrders }),
  onOpening(listLeaseOrders, 'the order list', '/my/orderList', isEmpty, { messages: failedList }),
  onOpening(listCardOrders, 'the card order list', '/my/orderList?type=cardlist&sysUserId=op1', isEmpty, {
    messages: failedList,
  }),
  onOpening(listCardOrders, 'the record count of a card', '/my/cardList', () => isShown(copy.titles.orderList), {
    server: (http) => http.reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 3 })),
    messages: 'nothing',
  }),
  cancelling(cancelLeaseOrder, 'the order list', leaseOrders, '/my/orderList', `${copy.orders.cancel} L100`),
  cancelling(cancelLeaseOrder, 'the order detail', leaseOrders, '/orderDetail?orderNo=L100', copy.orders.cancel),
  cancelling(
    cancelCardOrder,
    'the card order list',
    cardOrders,
    '/my/orderList?type=cardlist&sysUserId=op1',
    `${copy.orders.cancel} C100`,
  ),
  cancelling(cancelCardOrder, 'the detail of a card order', cardOrders, CARD_DETAIL, copy.orders.cancel),
  onOpening(listCards, 'the card list', '/my/cardList', () => isShown(copy.cards.none)),
  onEntry(listCards),
  onOpening(listRefunds, 'the refund list', '/my/refundList', () => isShown(copy.refunds.none), {
    server: (http) => http.reply(listRefunds, aPage()),
  }),
];
