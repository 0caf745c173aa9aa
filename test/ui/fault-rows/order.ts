import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import { cancelCardOrder, cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/payment/api.ts';
import { listCards, listRefunds } from '../../../src/core/wallet/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import { at, choosesPlan, choosesTab, LEASE_ORDER, ok, presses, records, sees, type Shop } from '../shop.tsx';
import { isRead, retries, type Call, type Row } from './row.ts';

const CARD_ORDER = { chargeOrderNo: 'C100', statusCode: 1, statusDesc: '待支付', payMoney: 30, fee: 5, sysUserId: 'op1', operatorName: '康养馆' };
const CARD_DETAIL = '/orderDetail?orderNo=C100&isCardItem=true&sysUserId=op1';
const leaseOrders = { '/order/list': records([LEASE_ORDER]) };
const cardOrders = { '/wallet/list': records([CARD_ORDER]), '/wallet/cancel': ok() };
const failedList = (words: string) => [copy.orders.failed, words];
const isCancelledPayment = () => isRead(copy.payment.cancelled);
const confirms = () => presses(copy.common.confirm);
const isChosen = () => document.querySelectorAll('input[type=radio]:checked').length;
const willNotPay = (shop: Shop) => shop.bridge.answers({ result: 'cancel' }, { result: 'cancel' });

/** An order that is cancelled, in one of its places. */
function cancelling(call: Call, where: string, server: Row['server'], address: string, button: string): Row {
  return {
    call,
    where,
    server,
    comes: async (shop) => {
      shop.open(address);
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
function renting(call: Call, where: string, choosesIt: () => Promise<void>): Row {
  return {
    call,
    where,
    comes: async (shop) => {
      willNotPay(shop);
      shop.server('/order/charge/order', () => {
        shop.server('/wallet/list', records([CARD_ORDER]));
        return ok({ payMoney: 30, chargeOrderNo: 'C100' });
      });
      shop.withDevice().open('/lease');
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
    comes: async (shop) => {
      willNotPay(shop);
      shop.open(address);
      await sees('L100');
    },
    acts: () => presses(button),
    goesOn: () => presses(button),
    isWell: isCancelledPayment,
  };
}

export const orderRows: Row[] = [
  {
    call: listDurationPlans,
    where: 'the plans by time',
    acts: (shop) => shop.withDevice().open('/lease'),
    goesOn: retries,
    isWell: () => isRead('￥49'),
  },
  {
    call: listUsePlans,
    where: 'the plans by uses',
    comes: (shop) => shop.withDevice(),
    acts: async (shop) => {
      shop.open('/lease');
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
    comes: async (shop) => {
      shop.bridge.answers({ result: 'ok' });
      shop.withDevice().open('/lease');
      await byDuration();
      shop.server('/order/detail', ok({ ...LEASE_ORDER, statusCode: 5, status: '支付完成' }));
    },
    acts: () => presses(/支付$/),
    waits: copy.payment.confirming,
    says: () => [copy.payment.stillUnknown],
    goesOn: () => presses(copy.payment.askAgain),
    isWell: () => isRead(copy.payment.paid),
  },
  {
    call: getLeaseOrder,
    where: 'an order',
    acts: (shop) => shop.open('/orderDetail?orderNo=L100'),
    goesOn: retries,
    isWell: () => isRead('客厅理疗仪'),
  },
  {
    call: listCardOrders,
    where: 'an order of a card',
    server: cardOrders,
    acts: (shop) => shop.open(CARD_DETAIL),
    goesOn: retries,
    isWell: () => isRead('C100'),
  },
  {
    call: listLeaseOrders,
    where: 'the list of orders',
    acts: (shop) => shop.open('/my/orderList'),
    says: failedList,
    goesOn: retries,
    isWell: () => isRead(copy.orders.none),
  },
  {
    call: listCardOrders,
    where: 'the orders of a card',
    acts: (shop) => shop.open('/my/orderList?type=cardlist&sysUserId=op1'),
    says: failedList,
    goesOn: retries,
    isWell: () => isRead(copy.orders.none),
  },
  {
    call: listCardOrders,
    where: 'the number of a card’s orders',
    server: { '/wallet/balance': records([{ sysUserId: 'op1', operatorName: '康养馆', money: 3 }]) },
    acts: (shop) => shop.open('/my/cardList'),
    says: 'nothing',
    isWell: () => isRead(copy.titles.orderList),
  },
  cancelling(cancelLeaseOrder, 'the list of orders', leaseOrders, '/my/orderList', `${copy.orders.cancel} L100`),
  cancelling(cancelLeaseOrder, 'an order', leaseOrders, '/orderDetail?orderNo=L100', copy.orders.cancel),
  cancelling(cancelCardOrder, 'the orders of a card', cardOrders, '/my/orderList?type=cardlist&sysUserId=op1', `${copy.orders.cancel} C100`),
  cancelling(cancelCardOrder, 'an order of a card', cardOrders, CARD_DETAIL, copy.orders.cancel),
  {
    call: listCards,
    where: 'the cards',
    acts: (shop) => shop.open('/my/cardList'),
    goesOn: retries,
    isWell: () => isRead(copy.cards.none),
  },
  {
    call: listCards,
    where: 'the way into a device',
    acts: (shop) => shop.open('/?sno=PL1001'),
    goesOn: retries,
    isWell: () => at().startsWith('/lease'),
  },
  {
    call: listRefunds,
    where: 'the refunds',
    server: { '/refund/page': records([]) },
    acts: (shop) => shop.open('/my/refundList'),
    goesOn: retries,
    isWell: () => isRead(copy.refunds.none),
  },
];
