import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebAppStorage } from '../../../src/adapters/browser/web-app-storage.ts';
import { Configuration } from '../../../src/core/api/configuration.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../../src/core/checkout/checkout-records.ts';
import { PayOrder } from '../../../src/core/checkout/pay-order.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { hasOpenActivity } from '../../../src/core/state/open-activity.ts';
import { TreatmentLog } from '../../../src/core/treatment/treatment-log.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import { createTestApp, fakeAdapters, type TestApp } from '../../helpers/create-test-app.ts';
import { hangs } from '../../helpers/fake-server.ts';

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
    .unsettled()
    .map((purchase) => purchase.order.number);
const pays = ({ get }: TestApp, number: string) =>
  get(CheckoutRecords).record({ type: 'sheetOpened', order: { ...order, number } });
const hasActivity = ({ scope }: TestApp) => hasOpenActivity(scope);

describe('two people on one phone, each in a tab', () => {
  test('A payment that ends after another person opened the app is shown to its own person only', async () => {
    const one = createTestApp({ query: ONE });
    let answer: (answer: PaymentAnswer) => void = () => undefined;
    one.http.reply(prePay, SHEET).reply(getLeaseOrder, hangs);
    one.bridge.answers(() => new Promise((resolve) => (answer = resolve)));
    const paid = one.get(PayOrder).pay(order);
    await one.clock.advance(1_000);
    const other = newTab(one, OTHER);
    answer({ result: 'ok' });
    await one.clock.advance(60_000);
    expect(await paid).toEqual({ kind: 'confirming' });
    expect([unsettled(one), unsettled(other), hasActivity(other)]).toEqual([['L-1'], [], false]);
    expect(unsettled(reload(one))).toEqual(['L-1']);
  });

  test('A start whose answer is lost after another person opened the app is shown to its own person only', async () => {
    const one = createTestApp({ query: ONE });
    const other = newTab(one, OTHER);
    one.get(TreatmentLog).recordPendingStart({
      sno: 'DEV0001',
      settings: { workMinutes: 30 },
      key: 'k',
      at: one.clock.now(),
    });
    expect([one, other].map(({ get }) => get(TreatmentLog).pendingStarts().length)).toEqual([1, 0]);
    expect(hasActivity(other)).toBe(false);
  });

  test('The page of the former person does not see what the next person does', () => {
    const one = createTestApp({ query: ONE });
    const other = newTab(one, OTHER);
    pays(other, 'L-2');
    other.current.setAssist(true);
    expect([unsettled(one), one.current.assist, hasActivity(one)]).toEqual([[], false, false]);
    expect([unsettled(reload(one)), unsettled(reload(other))]).toEqual([[], ['L-2']]);
  });

  test('The link of another person removes the records of the former one from the phone', () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    const other = newTab(one, OTHER);
    expect(unsettled(one)).toEqual([]);
    pays(other, 'L-2');
    expect(unsettled(newTab(other, ONE))).toEqual([]);
    expect(unsettled(other)).toEqual([]);
  });

  test('What a tab records after the link of another person is still there when its person opens the app again', () => {
    const one = createTestApp({ query: ONE });
    const other = newTab(one, OTHER);
    pays(one, 'L-1');
    pays(other, 'L-2');
    expect(unsettled(newTab(other, ONE_AGAIN))).toEqual(['L-1']);
  });

  test('Two tabs of one person share their records, also with another token and after another person came', () => {
    const one = createTestApp({ query: ONE });
    const second = newTab(one, ONE_AGAIN);
    pays(one, 'L-1');
    expect(unsettled(second)).toEqual(['L-1']);
    newTab(one, OTHER);
    pays(second, 'L-2');
    expect(unsettled(one)).toEqual(['L-2']);
  });

  test('A page that was opened without a token sees nothing of the person who uses the phone', () => {
    const one = createTestApp({ query: ONE });
    pays(one, 'L-1');
    const stranger = newTab(one, '?sno=DEV0002');
    expect([unsettled(stranger), hasActivity(stranger), unsettled(one)]).toEqual([[], false, ['L-1']]);
  });

  test('A page whose tab another person took over has no token, and leaves that person’s records alone', () => {
    const before = createTestApp({ query: ONE });
    const after = createTestApp({ adapters: before.adapters, query: OTHER });
    expect([before.session.state(), before.session.token()]).toEqual(['no-token', undefined]);
    before.at({ sno: 'DEV0001' });
    pays(before, 'L-1');
    expect([after.current.sno, unsettled(after), after.session.token()]).toEqual([undefined, [], 'token-of-other']);
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
    expect(unsettled(next)).toEqual(['L-2']);
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
const DEEDS: Record<string, (page: TestApp, value: string) => void | Promise<unknown>> = {
  pays,
  chooses: ({ get }, value) => void get(CheckoutRecords).choose(value),
  'is told of a payment': ({ get }, value) =>
    get(CheckoutRecords).record({ type: 'sheetAnswered', order: { ...order, number: value }, answer: 'ok' }),
  starts: ({ get, clock }, sno) =>
    get(TreatmentLog).recordPendingStart({ sno, settings: { workMinutes: 30 }, key: 'k', at: clock.now() }),
  'is treated': ({ get, clock }, sno) => get(TreatmentLog).recordStart({ sno, at: clock.now(), state: { on: true } }),
  stops: ({ get }, sno) => get(TreatmentLog).recordStop(sno),
  selects: (page, sno) => page.at({ sno }, sno),
};

/** Everything that a page can read of what the deeds wrote. */
const readBy = ({ get, current, treatments }: TestApp) =>
  JSON.stringify([
    get(CheckoutRecords).unsettled(),
    get(CheckoutRecords).openOrders(),
    ['one', 'other'].map((who) => get(CheckoutRecords).ofIntent(`${who}1`)),
    treatments.started.get(),
    treatments.pendingStarts.get(),
    treatments.stoppedAt.get(),
    current.selected,
    current.operatorId,
  ]);

test('In any order of what two people do in two tabs each, no page shows another person’s data, and the tabs of one person agree', () => {
  const person = fc.constantFrom('one', 'other');
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.record({ deed: fc.constantFrom(...Object.keys(DEEDS)), who: person, tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ reloads: fc.constant(true), who: person, tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ link: fc.constantFrom(1, 2), who: person, tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ takesOver: fc.constant(true), who: person, tab: fc.nat(1) }) },
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      const phone = createTestApp({ query: '?sno=DEV0000' });
      const query = (who: string, token = 1) => `?accessToken=token-${token}-of-${who}&openid=${who}`;
      const tabs: Record<string, [TestApp, TestApp]> = {
        one: [newTab(phone, query('one')), newTab(phone, query('one'))],
        other: [newTab(phone, query('other')), newTab(phone, query('other'))],
      };
      /** Pages that the browser keeps after another link was opened in their tab. */
      const left: [string, TestApp][] = [];
      for (const step of actions) {
        const { who, tab } = step;
        const pages = tabs[who] ?? [phone, phone];
        const page = pages[tab === 0 ? 0 : 1];
        if ('deed' in step) {
          void DEEDS[step.deed]?.(page, `${who}1`);
          for (const [name, each] of left) void DEEDS[step.deed]?.(each, `${name}1`);
        } else if ('reloads' in step) pages[tab === 0 ? 0 : 1] = reload(page);
        else if ('link' in step) pages[tab === 0 ? 0 : 1] = newTab(phone, query(who, step.link));
        else {
          const [next] = Object.keys(tabs).filter((name) => name !== who);
          left.push([who, page]);
          const taker = createTestApp({ adapters: page.adapters, query: query(next ?? '') });
          pages[tab === 0 ? 0 : 1] = newTab(phone, query(who));
          (tabs[next ?? ''] ?? pages)[0] = taker;
        }
        for (const [name, both] of Object.entries(tabs)) {
          const stranger = name === 'one' ? 'other' : 'one';
          for (const each of both) expect(readBy(each)).not.toContain(`${stranger}1`);
          expect(unsettled(both[0])).toEqual(unsettled(both[1]));
          expect(both[0].treatments.pendingStarts.get()).toEqual(both[1].treatments.pendingStarts.get());
        }
        for (const [name, each] of left) expect(readBy(each)).not.toContain(name === 'one' ? 'other1' : 'one1');
        expect(readBy(phone)).not.toMatch(/one1|other1/);
      }
    }),
    { numRuns: 200 },
  );
});
