import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebAppStorage } from '../../../src/adapters/browser/web-app-storage.ts';
import { Configuration } from '../../../src/core/api/configuration/configuration.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { OrdersPlacedHere } from '../../../src/core/checkout/orders-placed-here.ts';
import { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import { storedPlacedOrders } from '../../../src/core/checkout/records/stored.ts';
import { storedSentCode } from '../../../src/core/account/stored.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { ACTIVITY_KEYS } from '../../../src/core/state/activity-keys.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import { createTestApp, fakeAdapters, type TestApp } from '../../helpers/create-test-app.ts';
import { hangs } from '../../helpers/fake-server.ts';
import { Problem } from '../../../src/core/problem.ts';

const ONE = '?accessToken=token-of-one&openid=one';
const ONE_AGAIN = '?accessToken=renewed-token-of-one&openid=one';
const OTHER = '?accessToken=token-of-other&openid=other';
const order = { number: 'L-1', kind: 'lease', amountFen: 1_990, sno: 'DEV0001' } as const;
const SHEET = { appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'prepay_id=1', signType: 'RSA', paySign: 's' };

/** Opens a link in a new tab of the same phone. */
const newTab = ({ adapters }: TestApp, query: string, apiBase?: string) =>
  createTestApp({
    adapters: {
      ...adapters,
      storage: adapters.storage.anotherPage(),
      ...(apiBase !== undefined && { configuration: Configuration.from({ apiBase }) }),
    },
    query,
  });
/** Loads the page of a tab again, with its address, which holds no token. */
const reload = ({ adapters }: TestApp, apiBase?: string) =>
  createTestApp({
    adapters: { ...adapters, ...(apiBase !== undefined && { configuration: Configuration.from({ apiBase }) }) },
    query: '',
  });
const unsettled = ({ get }: TestApp) =>
  get(CheckoutRecords)
    .purchases()
    .unsettled()
    .map((purchase) => purchase.order.number);
const pays = ({ get }: TestApp, number: string) =>
  get(CheckoutRecords).record({ type: 'sheetOpened', order: { ...order, number } });
/** True if this phone stores a purchase or a treatment of the account that is not finished. */
const hasActivity = ({ scope }: TestApp) =>
  Object.values(ACTIVITY_KEYS).some((key) => scope.read('account', key) !== undefined);

describe('two people on one phone, each in a tab', () => {
  test('A payment that ends after another person opened the app is shown to its own person only', async () => {
    const one = createTestApp({ query: ONE });
    let answer: (answer: PaymentAnswer) => void = () => undefined;
    one.http.reply(prePay, SHEET).reply(getLeaseOrder, hangs);
    one.bridge.answers(() => new Promise((resolve) => (answer = resolve)));
    const paid = one.get(PayOrder).pay(order, { reported: 'to-pay' });
    await one.clock.advance(1_000);
    const other = newTab(one, OTHER);
    answer({ result: 'ok' });
    await one.clock.advance(60_000);
    expect(await paid).toEqual({ kind: 'confirming' });
    expect([unsettled(one), unsettled(other), hasActivity(other)]).toEqual([['L-1'], [], false]);
    expect(unsettled(reload(one))).toEqual(['L-1']);
  });

  test('The link of another person removes what is personal, and keeps open payments and treatments under their own account', async () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    one.get(TreatmentLog).record({
      type: 'startTookEffect',
      treatment: { sno: 'DEV0001', at: one.clock.now(), state: { on: true, workMinutes: 30 } },
    });
    one.scope.write('account', 'drafts', '{}');
    const other = newTab(one, OTHER);
    const mayRun = ({ get }: TestApp) => get(ResumeTreatment).mayRun();
    expect([unsettled(one), mayRun(one), one.scope.read('account', 'drafts')]).toEqual([
      ['L-1'],
      ['DEV0001'],
      undefined,
    ]);
    expect([unsettled(other), mayRun(other), hasActivity(other)]).toEqual([[], [], false]);
    pays(other, 'L-2');
    const again = newTab(other, ONE);
    expect([unsettled(again), mayRun(again), unsettled(other)]).toEqual([['L-1'], ['DEV0001'], ['L-2']]);
  });

  test('The link of another person takes nothing from the log of treatments, such as that a stop was not confirmed', () => {
    const one = createTestApp({ query: ONE });
    const at = one.clock.now();
    const log = one.get(TreatmentLog);
    log.record(
      { type: 'startTookEffect', treatment: { sno: 'DEV0001', at, state: { workMinutes: 30 } } },
      {
        type: 'startSent',
        start: { sno: 'DEV0002', settings: { auxiliary: 'none', workMinutes: 30 }, key: 'k', at },
      },
      { type: 'stopAsked', sno: 'DEV0002' },
      { type: 'stopped', sno: 'DEV0003' },
      { type: 'stopUnconfirmed', sno: 'DEV0004' },
      { type: 'stopFailed', sno: 'DEV0004', problem: new Problem('refused', { serverCode: '501' }) },
    );
    const before = log.records();
    newTab(one, OTHER);
    expect(Object.entries(before).filter(([, rows]) => Object.keys(rows).length === 0)).toEqual([]);
    expect(log.records()).toEqual(before);
  });

  test('The link of another person hides neither that money may have been taken for a cancelled order, nor that an order is a customer’s', () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    one.get(CheckoutRecords).record({ type: 'serverSaysCancelled', order: { ...order, number: 'L-1' } });
    storedPlacedOrders(one.scope).set({ 'L-1': { forWhom: 'customer', at: one.clock.now() } });
    const other = newTab(one, OTHER);
    const kept = ({ get, scope }: TestApp) => [
      get(CheckoutRecords)
        .lapsed()
        .map((lapsed) => lapsed.order.number),
      Object.keys(storedPlacedOrders(scope).get()),
    ];
    expect([kept(reload(one)), kept(other)]).toEqual([
      [['L-1'], ['L-1']],
      [[], []],
    ]);
  });

  test('The payments and treatments of another person leave the phone a day after their last instant', async () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    one.scope.write('account', 'pendingStarts', '{"DEV0009":{"of":"another release","sentAt":"unknown"}}');
    const other = newTab(one, OTHER);
    const kept = () => Object.keys(one.storage.snapshot().account).filter((key) => key.startsWith(one.scope.account));
    other.scope.forgetOthers(one.clock.now());
    expect(kept()).toEqual([`${one.scope.account}purchases`]);
    pays(other, 'L-2');
    await one.clock.advance(24 * 60 * 60_000);
    other.scope.forgetOthers(one.clock.now());
    expect([kept(), other.scope.read('account', 'purchases')]).toEqual([[], expect.stringContaining('L-2')]);
  });

  test('A person who comes back to a shared phone after weeks still reads that money may have been taken, and for whom an order is', async () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    one.get(CheckoutRecords).record({ type: 'serverSaysCancelled', order: { ...order, number: 'L-1' } });
    one.get(OrdersPlacedHere).add('L-2', 'customer');
    const other = newTab(one, OTHER);
    await one.clock.advance(29 * 24 * 60 * 60_000);
    other.scope.forgetOthers(one.clock.now());
    const back = newTab(other, ONE);
    expect(back.get(CheckoutRecords).lapsed()).toMatchObject([{ order: { number: 'L-1' }, reason: 'cancelled' }]);
    expect(back.get(OrdersPlacedHere).forWhom('L-2')).toBe('customer');
  });

  test('A person who comes back to a shared phone days later still reads that what the payment sheet called paid was never confirmed', async () => {
    const one = createTestApp({ query: ONE });
    one.get(CheckoutRecords).record({ type: 'sheetAnswered', order, answer: 'ok' });
    const other = newTab(one, OTHER);
    await one.clock.advance(2 * 24 * 60 * 60_000);
    other.scope.forgetOthers(one.clock.now());
    const back = newTab(other, ONE);
    back.get(CheckoutRecords).purchases();
    expect(back.get(CheckoutRecords).lapsed()).toMatchObject([{ order: { number: 'L-1' }, reason: 'unconfirmed' }]);
  });

  test('A page whose tab another person took over has no token, and leaves that person’s records alone', () => {
    const before = createTestApp({ query: ONE });
    const after = createTestApp({ adapters: before.adapters, query: OTHER });
    expect([before.session.state(), before.session.token()]).toEqual(['no-token', undefined]);
    before.scope.write('session', 'kept', 'DEV0001');
    pays(before, 'L-1');
    expect([after.scope.read('session', 'kept'), unsettled(after), after.session.token()]).toEqual([
      undefined,
      [],
      'token-of-other',
    ]);
    expect([before, after].map(({ scope }) => scope.isReplaced)).toEqual([true, false]);
  });
});

describe('a page of another server in another tab', () => {
  const ELSEWHERE = 'https://other.test';

  test('The page of the former server neither shows nor changes what the same person does at the next server', () => {
    const one = createTestApp({ query: ONE });
    const next = newTab(one, ONE, ELSEWHERE);
    pays(one, 'L-1');
    pays(next, 'L-2');
    expect([unsettled(one), unsettled(next)]).toEqual([['L-1'], ['L-2']]);
  });

  test('A tab does not send its token to another server after another tab was opened there', () => {
    const one = createTestApp({ query: ONE });
    const next = newTab(one, OTHER, ELSEWHERE);
    pays(next, 'L-2');
    expect(reload(one, ELSEWHERE).session.state()).toBe('no-token');
    expect(one.session.token()).toBeUndefined();
    expect(unsettled(next)).toEqual(['L-2']);
  });

  test('A person who comes back finds the records also if the phone no longer knows which server it used', () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    one.storage.clear('local');
    expect(unsettled(newTab(one, ONE_AGAIN))).toEqual(['L-1']);
  });

  test('A person who comes back in a new tab is known to have an open payment before the configuration has arrived', () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    const opened = (query: string) =>
      createTestApp({ adapters: { ...one.adapters, storage: one.storage.anotherPage() }, query, hasServer: false });
    expect([opened(ONE_AGAIN), opened(OTHER)].map(hasActivity)).toEqual([true, false]);
    expect(unsettled(one)).toEqual(['L-1']);
  });

  test('A link whose configuration could not be read at first keeps its token', () => {
    const adapters = fakeAdapters();
    createTestApp({ adapters, query: ONE, hasServer: false });
    expect(createTestApp({ adapters, query: '' }).session.token()).toBe('token-of-one');
  });
});

test('A browser that stores nothing keeps the records of each page in its memory', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const page = (query: string) =>
    createTestApp({
      query,
      instead: { storage: new WebAppStorage({ session: forbidden, account: forbidden, local: forbidden }) },
    });
  const [one, other] = [page(ONE), page(OTHER)];
  pays(one, 'L-1');
  expect([unsettled(one), unsettled(other), one.session.token()]).toEqual([['L-1'], [], 'token-of-one']);
});

/** What a page can do with the records of its person. `value` tells who wrote it. */
const DEEDS: Record<string, (page: TestApp, value: string) => void> = {
  pays,
  chooses: ({ get }, value) =>
    get(CheckoutRecords).record({ type: 'intentChosen', intent: { name: value }, idempotencyKey: 'k' }),
  'is told of a payment': ({ get }, value) =>
    get(CheckoutRecords).record({ type: 'sheetAnswered', order: { ...order, number: value }, answer: 'ok' }),
  starts: ({ get, clock }, sno) =>
    get(TreatmentLog).record({
      type: 'startSent',
      start: { sno, settings: { auxiliary: 'none', workMinutes: 30 }, key: 'k', at: clock.now() },
    }),
  'is treated': ({ get, clock }, sno) =>
    get(TreatmentLog).record({ type: 'startTookEffect', treatment: { sno, at: clock.now(), state: { on: true } } }),
  stops: ({ get }, sno) => get(TreatmentLog).record({ type: 'stopped', sno }),
  'comes to': ({ scope }, sno) => scope.write('session', 'lastDevice', JSON.stringify(sno)),
  'asks for a code': ({ scope }, value) => storedSentCode(scope).set({ at: instantOf(value), mobile: value }),
  'writes a draft': ({ scope }, value) => scope.write('account', 'draft', value),
};

/** A time that one of the two people only stores. */
const instantOf = (value: string) => (value === 'one1' ? 1_111_111 : 2_222_222);

/** What a page can read of the things that the deeds wrote: of the phone, and of its tab. */
const sharedBy = ({ get, scope, treatments }: TestApp) => [
  get(CheckoutRecords).purchases().unsettled(),
  get(CheckoutRecords).purchases().known(),
  ['one1', 'other1'].map((intent) => get(CheckoutRecords).purchases().ofIntent({ name: intent })),
  treatments.started.get(),
  treatments.pendingStarts.get(),
  treatments.stoppedAt.get(),
  scope.read('account', 'draft'),
];
const ownOf = ({ scope }: TestApp) => [scope.read('session', 'lastDevice'), storedSentCode(scope).get()];

type Name = 'one' | 'other';
const TRACES: Record<Name, RegExp> = { one: /one1|1111111/, other: /other1|2222222/ };
const strangerOf = (name: Name): Name => (name === 'one' ? 'other' : 'one');
const linkOf = (name: Name, token = 1) => `?accessToken=token-${token}-of-${name}&openid=${name}`;

/** A phone with two tabs of each of two people, and one that was opened without a token. */
class Phone {
  readonly nobody = createTestApp({ query: '?sno=DEV0000' });
  readonly tabs: Record<Name, [TestApp, TestApp]> = {
    one: [newTab(this.nobody, linkOf('one')), newTab(this.nobody, linkOf('one'))],
    other: [newTab(this.nobody, linkOf('other')), newTab(this.nobody, linkOf('other'))],
  };
  /** Pages that go on after another person's link was opened in their tab. */
  readonly left: [Name, TestApp][] = [];

  does(deed: string, name: Name, page: TestApp): void {
    DEEDS[deed]?.(page, `${name}1`);
  }

  /** The link of the other person is opened in the tab of a page, which goes on; its person opens a new tab. */
  takesOver(name: Name, tab: 0 | 1): void {
    const page = this.tabs[name][tab];
    const stranger = strangerOf(name);
    this.left.push([name, page]);
    this.tabs[stranger][0] = createTestApp({ adapters: page.adapters, query: linkOf(stranger) });
    this.tabs[name][tab] = newTab(this.nobody, linkOf(name));
  }

  check(): void {
    for (const name of ['one', 'other'] as const) {
      const [first, second] = this.tabs[name];
      expect(sharedBy(first)).toEqual(sharedBy(second));
      for (const page of [first, second]) this.showsNothingOf(strangerOf(name), page);
      this.showsNothingOf(name, this.nobody);
    }
    for (const [name, page] of this.left) this.showsNothingOf(strangerOf(name), page);
  }

  private showsNothingOf(name: Name, page: TestApp): void {
    expect(JSON.stringify([sharedBy(page), ownOf(page)])).not.toMatch(TRACES[name]);
  }
}

test('In any order of what two people do in two tabs each, no page shows another person’s data, and the tabs of one person agree', () => {
  const step = fc.record({
    name: fc.constantFrom<Name>('one', 'other'),
    tab: fc.constantFrom<0 | 1>(0, 1),
    act: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...Object.keys(DEEDS)) },
      { weight: 3, arbitrary: fc.constantFrom('reload', 'link', 'link with another token', 'takeover', 'left page') },
    ),
    deed: fc.constantFrom(...Object.keys(DEEDS)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const phone = new Phone();
      for (const { name, tab, act, deed } of steps) {
        const tabs = phone.tabs[name];
        if (act === 'reload') tabs[tab] = reload(tabs[tab]);
        else if (act === 'link') tabs[tab] = newTab(phone.nobody, linkOf(name));
        else if (act === 'link with another token') tabs[tab] = newTab(phone.nobody, linkOf(name, 2));
        else if (act === 'takeover') phone.takesOver(name, tab);
        else if (act === 'left page') for (const [who, page] of phone.left) phone.does(deed, who, page);
        else phone.does(act, name, tabs[tab]);
        phone.check();
      }
    }),
    { numRuns: 300 },
  );
});
