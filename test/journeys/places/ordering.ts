import { checkDevice } from '../../../src/core/device/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { listCards, listRefunds } from '../../../src/core/wallet/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { everyState, type Place } from './place.ts';
import { comes, faults, goes, mayRetry, pays, presses, reads, readsHeading, type Step } from './steps.ts';

const { orders } = copy;
const ORDERS = '/my/orderList';
const CARD_ORDERS = '/my/orderList?type=cardlist&sysUserId=9001';

/** An order with this status of the server. */
const comesToOrder =
  (user: string, words: string): Step =>
  async (visitor) => {
    const { orders: all } = await visitor.world.state();
    const order = all.find(({ userId, status }) => userId === user && status === words);
    const query = new URLSearchParams({
      orderNo: String(order?.['number']),
      isCardItem: String(order?.['kind'] === 'card'),
      sysUserId: '9001',
    });
    await visitor.opens(`/orderDetail?${query.toString()}`, user);
  };
const PAID = '支付完成';
const CANCELLED = '已取消';

const callsThePaymentOff = [comes('ordinary', '/?sno=PL10001'), pays('cancel'), reads(orders.states['to-pay'])];
/** Answers that this device is rented by somebody else. */
const isRentedByOther: Step = ({ page }) =>
  page.route(`**${checkDevice.path}**`, (route) =>
    route.fulfill({ json: { code: '200', data: { ownerId: '9001', status: 'DEVICE_USING' } } }),
  );
const toTheOrderToPay = [...callsThePaymentOff, goes(ORDERS), reads(copy.lists.end)];
const cancels = [presses(orders.cancel), presses(copy.common.confirm)];
const isTold: Step = ({ page }) => page.getByRole('alert').filter({ hasText: /./ }).waitFor();
const scrollsDown: Step = ({ page }) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
const wantsMore = (kind: 'hang' | 'refuse') => [
  comes('ordinary', ORDERS),
  reads(orders.number),
  faults(kind, listLeaseOrders.path),
  scrollsDown,
];

/** Answers the list of cards with one of each of this many shops. */
const hasCardsOf =
  (shops: number): Step =>
  ({ page }) =>
    page.route(`**${listCards.path}`, (route) => {
      const records = Array.from({ length: shops }, (_, index) => ({
        sysUserId: String(9001 + index),
        operatorName: `安康理疗·人民路${index + 1}店`,
        money: index + 1,
        utime: '2026-03-01 10:00:00',
      }));
      return route.fulfill({ json: { code: '200', data: { records, total: shops } } });
    });

/** Orders, cards and refunds. */
export const ordering: Place[] = [
  ...everyState('orders', listLeaseOrders.path, {
    open: [comes('ordinary', ORDERS)],
    loading: reads(orders.loading),
    full: [comes('ordinary', ORDERS), reads(copy.lists.end)],
    empty: [comes('nobody', ORDERS), reads(orders.none)],
  }),
  { name: 'orders, one to pay', steps: toTheOrderToPay },
  {
    name: 'orders, cancel one?',
    steps: [...toTheOrderToPay, presses(new RegExp(`^${orders.cancel}`)), reads(orders.confirmCancel)],
  },
  {
    name: 'orders, next page loading',
    state: 'loading',
    scenario: 'many-orders',
    steps: [...wantsMore('hang'), reads(copy.common.loading)],
  },
  {
    name: 'orders, next page failed',
    state: 'error',
    scenario: 'many-orders',
    steps: [...wantsMore('refuse'), mayRetry],
  },
  ...everyState('card orders', listCardOrders.path, {
    open: [comes('card', CARD_ORDERS)],
    loading: reads(orders.loading),
    full: [comes('card', CARD_ORDERS), reads(copy.lists.end)],
    empty: [comes('nobody', CARD_ORDERS), reads(orders.none)],
  }),
  ...everyState('order', getLeaseOrder.path, {
    open: [comesToOrder('ordinary', PAID)],
    loading: readsHeading(copy.titles.orderDetail),
    full: [comesToOrder('ordinary', PAID), reads(orders.number)],
    empty: [comes('ordinary', '/orderDetail'), reads(orders.none)],
  }),
  {
    name: 'order, refund reasons',
    steps: [comesToOrder('ordinary', PAID), presses(copy.refundRequest.title), reads(copy.refundRequest.hint)],
  },
  {
    name: 'order, refund request',
    steps: [
      comesToOrder('ordinary', PAID),
      presses(copy.refundRequest.title),
      presses(copy.refundRequest.reasons.fault),
      reads(copy.refundRequest.phone),
    ],
  },
  {
    name: 'order, refund requested',
    steps: [
      comesToOrder('ordinary', PAID),
      presses(copy.refundRequest.title),
      presses(copy.refundRequest.reasons.fault),
      presses(copy.feedback.send),
      reads(copy.refundRequest.sent),
    ],
  },
  { name: 'order of a card', steps: [comesToOrder('card', PAID), reads(orders.number)] },
  { name: 'order cancelled', steps: [comesToOrder('ordinary', CANCELLED), reads(orders.chooseAgain)] },
  {
    name: 'order, help',
    steps: [comesToOrder('ordinary', CANCELLED), presses(orders.support), reads(copy.support.inTheShop)],
  },
  { name: 'order to pay', steps: callsThePaymentOff },
  {
    name: 'order to pay, extending the rental of another customer?',
    steps: [
      comes('assistant', '/lease?sno=PL10010&assist=true'),
      reads(copy.lease.rentedForCustomer),
      pays('cancel'),
      reads(orders.states['to-pay']),
      presses(orders.pay),
      readsHeading(copy.lease.rentedForCustomer),
    ],
  },
  {
    name: 'order to pay, its device rented by somebody else',
    steps: [...callsThePaymentOff, isRentedByOther, presses(orders.pay), reads(copy.entry.reasons.using)],
  },
  {
    name: 'order to pay, cancel?',
    steps: [...callsThePaymentOff, presses(orders.cancel), reads(orders.confirmCancel)],
  },
  {
    name: 'order to pay, not cancelled',
    steps: [...callsThePaymentOff, faults('refuse', cancelLeaseOrder.path), ...cancels, isTold],
  },
  ...everyState('cards', listCards.path, {
    open: [comes('card', '/my/cardList')],
    loading: readsHeading(copy.titles.cardList),
    full: [comes('card', '/my/cardList'), reads(copy.cards.renew)],
    empty: [comes('nobody', '/my/cardList'), reads(copy.cards.none)],
  }),
  { name: 'cards, many', steps: [hasCardsOf(9), comes('card', '/my/cardList'), reads(copy.cards.renew)] },
  {
    name: 'cards, with a device',
    steps: [
      comes('card', '/?sno=PL10001'),
      readsHeading(copy.titles.modeMenu),
      goes('/my/cardList'),
      reads(copy.cards.toDevice('PL10001')),
      reads(copy.cards.renew),
    ],
  },
  ...everyState('refunds', listRefunds.path, {
    open: [comes('ordinary', '/my/refundList')],
    loading: reads(copy.refunds.loading),
    full: [comes('ordinary', '/my/refundList'), reads(copy.lists.end)],
    empty: [comes('nobody', '/my/refundList'), reads(copy.refunds.none)],
  }),
];
