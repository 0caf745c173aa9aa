import { createLeaseOrder, listDurationPlans } from '../../../src/core/lease/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { everyState, type Place } from './place.ts';
import {
  choosesPlan,
  comes,
  costs,
  faults,
  fillsStorage,
  finds,
  payButton,
  pays,
  presses,
  reads,
  readsHeading,
  choosesTab,
  waits,
  type Step,
} from './steps.ts';

const { lease, payment } = copy;

/** The shop of the device has no plans by time. */
const sellsNothing: Step = ({ page }) =>
  page.route(`**${listDurationPlans.path}`, (route) =>
    route.fulfill({ json: { code: 200, data: { modeId: 'm1', list: [] } } }),
  );
const plans = [comes('ordinary', '/?sno=PL10001'), reads(lease.original)];
const forACustomer = [comes('assistant', '/?sno=PL10001'), presses(copy.entry.yes), reads(lease.original)];
/** The pages of the operator that the configuration names. */
const LINKS = Object.fromEntries(
  ['terms', 'privacy', 'rental', 'refund', 'help'].map((name) => [name, `https://shop.example/${name}`]),
);
const ownDevices = [comes('leaser', '/my?tab=device'), reads(copy.my.onLease)];
const mayHavePaid = [...plans, pays('ok'), reads(payment.confirming)];

/** Plans, and the results of their payment. */
export const renting: Place[] = [
  ...everyState('plans', listDurationPlans.path, {
    open: [comes('ordinary', '/?sno=PL10001')],
    loading: readsHeading(copy.titles.lease),
    full: plans,
    empty: [sellsNothing, comes('ordinary', '/?sno=PL10001'), reads(lease.noPlans)],
  }),
  { name: 'plans, one chosen', steps: [...plans, choosesPlan] },
  { name: 'plans by use, one chosen', steps: [...plans, choosesTab(lease.uses), choosesPlan] },
  { name: 'plans, one is free', steps: [comes('ordinary', '/?sno=PL20002'), reads(lease.original), choosesPlan] },
  { name: 'plans for a customer', steps: forACustomer },
  {
    name: 'plans, extending the rental of another customer',
    steps: [comes('assistant', '/lease?sno=PL10010&assist=true'), reads(lease.rentedForCustomer), choosesPlan],
  },
  {
    name: 'plans for oneself of a device that is rented for a customer',
    steps: [comes('assistant', '/lease?sno=PL10010&assist=false'), reads(lease.rentedForCustomer), choosesPlan],
  },
  {
    name: 'plans, no use for a customer',
    steps: [...forACustomer, choosesTab(lease.uses), readsHeading(lease.restrictions['no-card-for-customer'])],
  },
  {
    name: 'plans, no use on renewal',
    steps: [
      comes('ordinary', '/lease?sno=PL10001&renewal=1'),
      choosesTab(lease.uses),
      readsHeading(lease.restrictions['no-card-on-renewal']),
    ],
  },
  {
    name: 'plans, no duration for a card',
    steps: [
      comes('ordinary', '/lease?type=recharge&sysUserId=9001'),
      choosesTab(lease.duration),
      readsHeading(lease.restrictions['no-duration']),
    ],
  },
  {
    name: 'plans, rented by somebody else',
    steps: [comes('ordinary', '/lease?sno=PL10004&renewal=1&assist=false'), reads(copy.entry.reasons.using)],
  },
  { name: 'plans, agreements linked', steps: [finds({ links: LINKS }), ...plans, choosesPlan] },
  { name: 'plans, card used up', steps: [comes('used-up', '/?sno=PL10001'), reads(copy.plans.usedUp), choosesPlan] },
  {
    name: 'plans for a renewal, one chosen',
    steps: [...ownDevices, presses(new RegExp(`^${copy.my.renew}`)), reads(lease.original), choosesPlan],
  },
  {
    name: 'phone, agreements linked',
    steps: [finds({ links: LINKS }), comes('nobody', '/login'), reads(copy.terms.names.terms)],
  },
  {
    name: 'about, all pages linked',
    steps: [finds({ links: LINKS }), comes('ordinary', '/my/about'), reads(copy.terms.names.terms)],
  },
  { name: 'plans, none chosen', steps: [...plans, presses(copy.plans.payNothingChosen), reads(lease.choose)] },
  {
    name: 'plans, order failed',
    state: 'error',
    steps: [...plans, faults('refuse', createLeaseOrder.path), pays('ok'), reads(payment.notOpened)],
  },
  {
    name: 'plans, price changed',
    steps: [...plans, costs(490), choosesPlan, presses(payButton), reads(lease.priceChanged)],
  },
  { name: 'plans, payment failed', steps: [...plans, pays('fail'), reads(/余额不足|Not enough money/)] },
  { name: 'lease paid', steps: [...plans, pays('ok', true), reads(payment.rentedUntil.trim())] },
  {
    name: 'uses paid',
    steps: [...plans, choosesTab(lease.uses), pays('ok', true), reads(/^已购|bought/)],
  },
  { name: 'payment being confirmed', state: 'loading', steps: mayHavePaid },
  {
    name: 'payment still unknown',
    state: 'error',
    steps: [...mayHavePaid, waits(15_000), reads(payment.stillUnknown)],
  },
  { name: 'payment that the phone cannot store', steps: [fillsStorage, ...mayHavePaid, reads(copy.unkept)] },
];
