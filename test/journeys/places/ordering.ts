import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Visitor } from '../visitor.ts';
import { everyState, type Place } from './place.ts';

const { orders } = copy;
const ORDERS = '/my/orderList';
const CARD_ORDERS = '/my/orderList?type=cardlist&sysUserId=9001';

const toTheOrder = async (visitor: Visitor, user: string, words: string) => {
  const { orders } = await visitor.world.state();
  const order = orders.find(({ userId, status }) => userId === user && status === words);
  const { kind, number } = order as { kind?: string; number?: string };
  await visitor.comes(user, `/orderDetail?orderNo=${number}&isCardItem=${kind === 'card'}&sysUserId=9001`);
};

const callsThePaymentOff = async (visitor: Visitor) => {
  await visitor.comes('ordinary', '/?sno=PL10001');
  await visitor.pays('cancel');
  await visitor.reads(orders.states['to-pay']);
};

const toTheOrderToPay = async (visitor: Visitor) => {
  await callsThePaymentOff(visitor);
  await visitor.goes(ORDERS);
  await visitor.reads(copy.common.end);
};

const wantsMore = (kind: string) => async (visitor: Visitor) => {
  await visitor.comes('ordinary', ORDERS);
  await visitor.reads(orders.number);
  await visitor.meets(kind, '/order/list');
  await visitor.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
};

/** Orders, cards and refunds. */
export const ordering: Place[] = [
  ...everyState('orders', '/order/list', {
    open: (visitor) => visitor.comes('ordinary', ORDERS),
    waits: orders.loading,
    full: async (visitor) => (await visitor.comes('ordinary', ORDERS), visitor.reads(copy.common.end)),
    empty: async (visitor) => (await visitor.comes('nobody', ORDERS), visitor.reads(orders.none)),
  }),
  { name: 'orders, one to pay', come: toTheOrderToPay },
  { name: 'orders, cancel one?', come: async (visitor) => (await toTheOrderToPay(visitor), await visitor.presses(new RegExp(`^${orders.cancel}`)), visitor.reads(orders.confirmCancel)) },
  { name: 'orders, more of them', state: 'loading', scenario: 'many-orders', come: async (visitor) => (await wantsMore('hang')(visitor), visitor.reads(copy.common.loading)) },
  { name: 'orders, no more of them', state: 'error', scenario: 'many-orders', come: async (visitor) => (await wantsMore('refuse')(visitor), visitor.retry().waitFor()) },
  ...everyState('card orders', '/wallet/list', {
    open: (visitor) => visitor.comes('card', CARD_ORDERS),
    waits: orders.loading,
    full: async (visitor) => (await visitor.comes('card', CARD_ORDERS), visitor.reads(copy.common.end)),
    empty: async (visitor) => (await visitor.comes('nobody', CARD_ORDERS), visitor.reads(orders.none)),
  }),
  ...everyState('order', '/order/detail', {
    open: (visitor) => toTheOrder(visitor, 'ordinary', '支付完成'),
    waits: copy.titles.orderDetail,
    full: async (visitor) => (await toTheOrder(visitor, 'ordinary', '支付完成'), visitor.reads(orders.number)),
    empty: async (visitor) => (await visitor.comes('ordinary', '/orderDetail'), visitor.reads(orders.none)),
  }),
  { name: 'order of a card', come: async (visitor) => (await toTheOrder(visitor, 'card', '支付完成'), visitor.reads(orders.number)) },
  { name: 'order cancelled', come: async (visitor) => (await toTheOrder(visitor, 'ordinary', '已取消'), visitor.reads(orders.chooseAgain)) },
  { name: 'order to pay', come: async (visitor) => (await callsThePaymentOff(visitor), visitor.reads(copy.payment.cancelled)) },
  { name: 'order to pay, cancel?', come: async (visitor) => (await callsThePaymentOff(visitor), await visitor.presses(orders.cancel), visitor.reads(orders.confirmCancel)) },
  {
    name: 'order to pay, not cancelled',
    come: async (visitor) => {
      await visitor.meets('refuse', '/order/cancel');
      await callsThePaymentOff(visitor);
      await visitor.presses(orders.cancel);
      await visitor.presses(copy.common.confirm);
      await visitor.page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  { name: 'order, help', come: async (visitor) => (await toTheOrder(visitor, 'ordinary', '已取消'), await visitor.presses(orders.support), visitor.reads(copy.support.inTheShop)) },
  ...everyState('cards', '/wallet/balance', {
    open: (visitor) => visitor.comes('card', '/my/cardList'),
    waits: copy.titles.cardList,
    full: async (visitor) => (await visitor.comes('card', '/my/cardList'), visitor.reads(copy.cards.renew)),
    empty: async (visitor) => (await visitor.comes('nobody', '/my/cardList'), visitor.reads(copy.cards.none)),
  }),
  {
    name: 'cards, with a device',
    come: async (visitor) => {
      await visitor.comes('card', '/?sno=PL10001');
      await visitor.heading(copy.titles.modeMenu);
      await visitor.goes('/my/cardList');
      await visitor.reads(copy.cards.toDevice);
      await visitor.reads(copy.cards.renew);
    },
  },
  ...everyState('refunds', '/refund/page', {
    open: (visitor) => visitor.comes('ordinary', '/my/refundList'),
    waits: copy.refunds.loading,
    full: async (visitor) => (await visitor.comes('ordinary', '/my/refundList'), visitor.reads(copy.common.end)),
    empty: async (visitor) => (await visitor.comes('nobody', '/my/refundList'), visitor.reads(copy.refunds.none)),
  }),
];
