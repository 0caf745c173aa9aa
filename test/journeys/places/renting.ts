import { copy } from '../../../src/ui/copy/zh-CN.ts';
import type { Visitor } from '../visitor.ts';
import { everyState, type Place } from './place.ts';

const toPlans = async (visitor: Visitor, sno = 'PL10001') => {
  await visitor.comes('ordinary', `/?sno=${sno}`);
  await visitor.reads(copy.lease.original);
};

const chooses = async (visitor: Visitor, basis: 'duration' | 'uses') => {
  await visitor.choosesTab(copy.lease[basis]);
  await visitor.page.locator('label:has(input[name=plan])').first().tap();
};

const forCustomer = async (visitor: Visitor) => {
  await visitor.comes('assistant', '/?sno=PL10001');
  await visitor.presses(copy.entry.yes);
  await visitor.reads(copy.lease.original);
};

const wantsTo = async (visitor: Visitor, terms: string, basis: 'duration' | 'uses') => {
  await visitor.comes('ordinary', `/lease?${terms}`);
  await visitor.choosesTab(copy.lease[basis]);
};

const hasPaidPerhaps = async (visitor: Visitor) => {
  await toPlans(visitor);
  await visitor.pays('ok');
  await visitor.reads(copy.payment.confirming);
};

/** Plans, and how their payment goes. */
export const renting: Place[] = [
  ...everyState('plans', '/product/service/mode/get', {
    open: (visitor) => visitor.comes('ordinary', '/?sno=PL10001'),
    waits: copy.titles.lease,
    full: (visitor) => toPlans(visitor),
    empty: async (visitor) => (await visitor.comes('ordinary', '/lease'), visitor.reads(copy.lease.noPlans)),
  }),
  { name: 'plans, one chosen', come: async (visitor) => (await toPlans(visitor), chooses(visitor, 'duration')) },
  { name: 'plans by use, one chosen', come: async (visitor) => (await toPlans(visitor), chooses(visitor, 'uses')) },
  { name: 'plans, one is free', come: async (visitor) => (await toPlans(visitor, 'PL20002'), chooses(visitor, 'duration')) },
  { name: 'plans for a customer', come: forCustomer },
  {
    name: 'plans, no use for a customer',
    come: async (visitor) => (await forCustomer(visitor), await visitor.choosesTab(copy.lease.uses), visitor.reads(copy.lease.restrictions['no-card-for-customer'])),
  },
  {
    name: 'plans, no use on renewal',
    come: async (visitor) => (await wantsTo(visitor, 'renewal=1', 'uses'), visitor.reads(copy.lease.restrictions['no-card-on-renewal'])),
  },
  {
    name: 'plans, no duration for a card',
    come: async (visitor) => (await wantsTo(visitor, 'type=recharge&sysUserId=9001', 'duration'), visitor.reads(copy.lease.restrictions['no-duration'])),
  },
  { name: 'plans, none chosen', come: async (visitor) => (await toPlans(visitor), await visitor.presses(/支付$/), visitor.reads(copy.lease.choose)) },
  {
    name: 'plans, order not made',
    state: 'error',
    come: async (visitor) => {
      await toPlans(visitor);
      await visitor.meets('refuse', '/order/consume/order');
      await visitor.pays('ok');
      await visitor.retry().waitFor();
    },
  },
  { name: 'plans, payment failed', come: async (visitor) => (await toPlans(visitor), await visitor.pays('fail'), visitor.reads(/余额不足/)) },
  { name: 'payment asked about', state: 'loading', come: hasPaidPerhaps },
  {
    name: 'payment still unknown',
    state: 'error',
    come: async (visitor) => {
      await visitor.page.clock.install();
      await hasPaidPerhaps(visitor);
      await visitor.page.clock.fastForward(15_000);
      await visitor.reads(copy.payment.stillUnknown);
    },
  },
];
