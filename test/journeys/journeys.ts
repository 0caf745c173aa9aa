import { expect } from 'vitest';
import type { EffectCounts } from '../../sandbox/world/effects.ts';
import type { World } from '../helpers/world.ts';
import type { Person } from './person.ts';

const MINUTE = 60_000;

/** What a user sets out to do, and the effects that it may have on the world. */
export interface Journey {
  name: string;
  walk(person: Person, world: World): Promise<void>;
  /** Everything that happened in the world. An effect that is not listed must not occur. */
  effects: Partial<EffectCounts>;
  /** Why a driver skips the journey. */
  cannot?: Partial<Record<DriverName, string>>;
  /** The drivers that have other effects, and why. */
  differs?: Partial<Record<DriverName, { effects: Partial<EffectCounts>; why: string }>>;
}

export type DriverName = 'use-cases' | 'cli' | 'browser' | 'webkit';

const paidByPhone = (effects: Partial<EffectCounts>) => ({
  cli: { effects: { ...effects, prepays: 0 }, why: "the customer's own phone prepares the payment" },
});

/** The journeys whose screens need no browser. */
const NEEDS_NO_BROWSER = { browser: 'test/ui shows the same screens', webkit: 'it needs no browser' };

const newestOrder = async (world: World) => String((await world.state()).orders[0]?.['number']);

const rented: Partial<EffectCounts> = { ordersCreated: 1, prepays: 1, charges: 1 };

export const journeys: readonly Journey[] = [
  {
    name: 'A user rents by duration and is treated',
    async walk(person, world) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'pays')).toEqual({ see: 'modes' });
      expect(await person.starts('bio')).toEqual({ see: 'treatment', mode: 'bio' });
      await world.passes(2 * MINUTE);
      await person.seesMinutes(2);
      expect(await person.stops()).toEqual({ see: 'modes' });
    },
    effects: { ...rented, starts: 1, stops: 1 },
    differs: paidByPhone({ ...rented, starts: 1, stops: 1 }),
  },
  {
    name: 'A user rents by uses, and the treatment deducts one',
    async walk(person, world) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('uses', 'pays')).toEqual({ see: 'cards' });
      expect(await person.scans('PL10001')).toEqual({ see: 'modes' });
      const prompt = await person.starts('light');
      expect(prompt).toMatchObject({ see: 'deduct?' });
      expect(await person.agrees()).toEqual({ see: 'treatment', mode: 'light' });
      await world.passes(2 * MINUTE);
      await person.seesMinutes(2);
      expect(await person.stops()).toEqual({ see: 'modes' });
    },
    effects: { ...rented, starts: 1, stops: 1, usesDeducted: 1 },
    differs: paidByPhone({ ...rented, starts: 1, stops: 1, usesDeducted: 1 }),
  },
  {
    name: 'A user cancels a payment, then pays',
    async walk(person) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'calls off')).toEqual({ see: 'order', state: 'to-pay' });
      expect(await person.paysTheOrder()).toEqual({ see: 'order', state: 'paid' });
    },
    effects: { ordersCreated: 1, prepays: 2, charges: 1 },
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone(rented),
  },
  {
    name: 'A user pays an order that the shop has cancelled since, and nothing is charged',
    async walk(person, world) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'calls off')).toEqual({ see: 'order', state: 'to-pay' });
      await world.cancels(await newestOrder(world));
      expect(await person.paysTheOrder()).toEqual({ see: 'order', state: 'cancelled' });
    },
    effects: { ordersCreated: 1, prepays: 1 },
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone({ ordersCreated: 1 }),
  },
  {
    name: 'A user whose rental the shop refunds comes to the plans of its device again',
    async walk(person, world) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'pays')).toEqual({ see: 'modes' });
      await world.refunds(await newestOrder(world), {});
      // Until then, what was paid a moment ago may be missing in the lists of a server that calls a refunded order paid.
      await world.passes(2 * MINUTE);
      expect(await person.scans('PL10001')).toEqual({ see: 'plans' });
    },
    effects: rented,
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone(rented),
  },
  {
    name: 'A user cancels an order in the list',
    async walk(person, world) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'calls off')).toEqual({ see: 'order', state: 'to-pay' });
      expect(await person.cancelsFromTheOrders()).toEqual({ see: 'orders', toPay: 0 });
      const [newest] = (await world.state()).orders;
      expect(newest).toMatchObject({ status: '已取消' });
    },
    effects: { ordersCreated: 1, prepays: 1 },
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone({ ordersCreated: 1 }),
  },
  {
    name: 'A user pays an order in the list',
    async walk(person) {
      expect(await person.arrives('ordinary', 'PL10001')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'calls off')).toEqual({ see: 'order', state: 'to-pay' });
      expect(await person.paysFromTheOrders()).toEqual({ see: 'orders', toPay: 0 });
    },
    effects: { ordersCreated: 1, prepays: 2, charges: 1 },
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone(rented),
  },
  {
    name: 'An assistant rents for a customer',
    async walk(person, world) {
      expect(await person.arrives('assistant', 'PL10001')).toEqual({ see: 'on-behalf?' });
      expect(await person.answersOnBehalf(true)).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'pays')).toEqual({ see: 'modes' });
      const { orders } = await world.state();
      expect(orders.filter((order) => order['assist'] === true && order['sno'] === 'PL10001')).toHaveLength(1);
    },
    effects: rented,
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone(rented),
  },
  {
    name: 'A user with a share starts without a deduction',
    async walk(person, world) {
      expect(await person.arrives('shared', 'PL10003')).toEqual({ see: 'modes' });
      expect(await person.starts('sleep')).toEqual({ see: 'treatment', mode: 'sleep' });
      await world.passes(2 * MINUTE);
      await person.seesMinutes(2);
      expect(await person.stops()).toEqual({ see: 'modes' });
    },
    effects: { starts: 1, stops: 1 },
    cannot: NEEDS_NO_BROWSER,
  },
  {
    name: 'A user without uses recharges',
    async walk(person, world) {
      expect(await person.arrives('last-use', 'PL10001')).toEqual({ see: 'modes' });
      expect(await person.starts('bio')).toEqual({ see: 'deduct?', remaining: 1 });
      expect(await person.agrees()).toEqual({ see: 'treatment', mode: 'bio' });
      await world.passes(31 * MINUTE);
      expect(await person.waitsFor({ see: 'finished' })).toEqual({ see: 'finished' });
      expect(await person.acknowledges()).toEqual({ see: 'modes' });
      expect(await person.starts('bio')).toEqual({ see: 'exhausted' });
      expect(await person.recharges()).toEqual({ see: 'plans' });
      expect(await person.rents('uses', 'pays')).toEqual({ see: 'cards' });
    },
    effects: { ...rented, starts: 1, usesDeducted: 1 },
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone({ ...rented, starts: 1, usesDeducted: 1 }),
  },
  ...(
    [
      ['offline', 'PL10007'],
      ['locked', 'PL10008'],
      ['used', 'PL10006'],
      ['using', 'PL10004'],
      ['not-in-operation', 'PL10009'],
    ] as const
  ).map(([reason, sno]): Journey => ({
    name: `A user cannot enter a device that is: ${reason}`,
    async walk(person) {
      expect(await person.arrives('ordinary', sno)).toEqual({ see: 'notice', reason });
      expect(await person.acknowledges()).toEqual({ see: 'my' });
    },
    effects: {},
    cannot: NEEDS_NO_BROWSER,
  })),
  {
    name: 'A device goes offline during a treatment, reconnects and still runs',
    async walk(person, world) {
      expect(await person.arrives('card', 'PL10001')).toEqual({ see: 'modes' });
      expect(await person.starts('quantum')).toEqual({ see: 'deduct?', remaining: 5 });
      expect(await person.agrees()).toEqual({ see: 'treatment', mode: 'quantum' });
      await world.device('PL10001', { online: false });
      expect(await person.waitsFor({ see: 'device offline' })).toEqual({ see: 'device offline' });
      await world.device('PL10001', { online: true });
      expect(await person.waitsFor({ see: 'treatment', mode: 'quantum' })).toEqual({
        see: 'treatment',
        mode: 'quantum',
      });
      expect(await person.stops()).toEqual({ see: 'modes' });
    },
    effects: { starts: 1, stops: 1, usesDeducted: 1 },
    cannot: {
      cli: 'a command ends after its output and has no screen to keep open (the tests of device watch cover the changes)',
    },
  },
  {
    name: 'A user returns to a running treatment',
    async walk(person, world) {
      expect(await person.arrives('card', 'PL10001')).toEqual({ see: 'modes' });
      expect(await person.starts('light')).toEqual({ see: 'deduct?', remaining: 5 });
      expect(await person.agrees()).toEqual({ see: 'treatment', mode: 'light' });
      await world.passes(2 * MINUTE);
      expect(await person.reopens()).toEqual({ see: 'treatment', mode: 'light' });
      await person.seesMinutes(2);
      expect(await person.stops()).toEqual({ see: 'modes' });
      expect(await person.reopens()).toEqual({ see: 'my' });
    },
    effects: { starts: 1, stops: 1, usesDeducted: 1 },
    cannot: { ...NEEDS_NO_BROWSER, cli: 'a command that has ended leaves nothing open to return to' },
  },
  {
    name: 'A treatment runs to its end',
    async walk(person, world) {
      expect(await person.arrives('leaser', 'PL10003')).toEqual({ see: 'modes' });
      expect(await person.starts('custom')).toEqual({ see: 'treatment', mode: 'bio' });
      await world.passes(31 * MINUTE);
      expect(await person.waitsFor({ see: 'finished' })).toEqual({ see: 'finished' });
      expect(await person.acknowledges()).toEqual({ see: 'modes' });
    },
    effects: { starts: 1 },
  },
  {
    name: 'A user renews a device in the list',
    async walk(person) {
      expect(await person.arrives('leaser')).toEqual({ see: 'my' });
      expect(await person.renewsFromTheList('PL10003')).toEqual({ see: 'plans' });
      expect(await person.rents('duration', 'pays')).toEqual({ see: 'my' });
    },
    effects: rented,
    cannot: NEEDS_NO_BROWSER,
    differs: paidByPhone(rented),
  },
  {
    name: 'A user renews a card and has more uses',
    async walk(person) {
      expect(await person.arrives('card', 'PL10001')).toEqual({ see: 'modes' });
      expect(await person.starts('light')).toEqual({ see: 'deduct?', remaining: 5 });
      expect(await person.renewsTheCard()).toEqual({ see: 'plans' });
      expect(await person.rents('uses', 'pays')).toEqual({ see: 'cards' });
      expect(await person.scans('PL10001')).toEqual({ see: 'modes' });
      expect(await person.starts('light')).toEqual({ see: 'deduct?', remaining: 6 });
    },
    effects: rented,
    differs: paidByPhone(rented),
  },
  {
    name: 'A user binds a phone number',
    async walk(person, world) {
      expect(await person.arrives('nobody')).toEqual({ see: 'my' });
      expect(await person.bindsPhone('13900000011')).toEqual({ see: 'my' });
      expect((await world.user('nobody')).mobile).toBe('13900000011');
    },
    effects: {},
    cannot: NEEDS_NO_BROWSER,
  },
  {
    name: 'A user shares a device and ends the sharing',
    async walk(person, world) {
      const sharers = async () =>
        (await world.state()).shares.filter(({ sno }) => sno === 'PL10003').map(({ mobile }) => mobile);
      expect(await person.arrives('leaser', 'PL10003')).toEqual({ see: 'modes' });
      expect(await person.sharesWith('13900000012')).toEqual({ see: 'shares', people: 2 });
      expect(await sharers()).toEqual(['13800000003', '13900000012']);
      expect(await person.endsSharingWith('13900000012')).toEqual({ see: 'shares', people: 1 });
      expect(await sharers()).toEqual(['13800000003']);
    },
    effects: { shares: 1 },
    cannot: NEEDS_NO_BROWSER,
  },
  {
    name: 'A user shares a device through WeChat, and the friend starts it',
    async walk(person, world) {
      expect(await person.arrives('leaser', 'PL10003')).toEqual({ see: 'modes' });
      const link = await person.sendsToAFriend();
      expect(link).toBe(`${world.url}/modeMenu?isShare=true&sno=PL10003`);
      expect(await person.friendOpens(link, 'shared')).toEqual({ see: 'modes' });
      expect(await person.starts('sleep')).toEqual({ see: 'treatment', mode: 'sleep' });
      await world.passes(2 * MINUTE);
      await person.seesMinutes(2);
      expect(await person.stops()).toEqual({ see: 'modes' });
    },
    effects: { starts: 1, stops: 1 },
    cannot: { cli: 'a terminal has no share menu, and only WeChat opens a link to the page' },
  },
  {
    name: 'A user gives feedback',
    async walk(person, world) {
      expect(await person.arrives('ordinary')).toEqual({ see: 'my' });
      expect(await person.givesFeedback('按钮太小，看不清', '13800000001')).toEqual({ see: 'thanks' });
      expect((await world.state()).feedback).toMatchObject([{ content: '按钮太小，看不清', phone: '13800000001' }]);
    },
    effects: {},
    cannot: NEEDS_NO_BROWSER,
  },
];
