import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import type { OrderIntent, Purchase, PurchaseState } from '../../../src/core/checkout/records/purchase.ts';
import { storedOpenPurchases, storedPaidPurchases } from '../../../src/core/checkout/records/stored.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import type { PayableOrder } from '../../../src/core/order/order.ts';
import { getLeaseOrder, listLeaseOrders } from '../../../src/core/order/api.ts';
import type { SaidTerms } from '../../../src/core/destination.ts';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { Problem } from '../../../src/core/problem.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import type { TreatmentSettings } from '../../../src/core/treatment/settings/settings.ts';
import { storedTreatments } from '../../../src/core/treatment/records/stored.ts';
import type { AskedStop, PendingStart, StartedTreatment } from '../../../src/core/treatment/treatment.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays } from '../../helpers/plans.ts';
import { aLeaseOrder, aSheet } from '../../helpers/wire.ts';

/** What another release may have written instead of a value. */
const ALIEN: readonly unknown[] = [undefined, null, 'a-word-of-another-release', 7e99, -1, true, [], { alien: true }];

/** All variants of a row in which one part, at any depth, is missing or has another value, and one with a new field. */
function variantsOf(row: unknown): unknown[] {
  if (typeof row !== 'object' || row === null) return [...ALIEN];
  const ofParts = Object.entries(row).flatMap(([key, part]) =>
    variantsOf(part).map((other) => (Array.isArray(row) ? [other] : { ...row, [key]: other })),
  );
  return [...ALIEN, { ...row, newField: { nested: ['value'] } }, ...ofParts];
}

const settings: Required<TreatmentSettings> = {
  function: 'bio',
  auxiliary: 'infrared',
  workMinutes: 30,
  voltage: 3,
  frequency: 1,
  waveform: 1,
  infraredLevel: 2,
};
const state: Required<DeviceState> = {
  ...settings,
  on: true,
  usedMinutes: 3,
  remainingUses: 4,
  unreadable: ['waveform'],
};
const order: Required<PayableOrder> = { number: 'L-1', kind: 'lease', amountFen: 1_990, sno: 'DEV1', operatorId: 'op' };
const intents = [{ name: 'a week', triedAt: 5 }];
const unplaced = { intents, idempotencyKey: 'k', knownNumbers: ['L-0'] };
const payment = { at: 5, leadsTo: { to: 'process', sno: 'DEV1', paid: true } } as const;
type Complete<State extends PurchaseState> = Required<Extract<Purchase, { state: State }>>;
const purchases: { [State in Exclude<PurchaseState, 'paid'>]: Complete<State> } = {
  draft: { state: 'draft', ...unplaced },
  submitted: { state: 'submitted', ...unplaced },
  ordered: { state: 'ordered', order, intents },
  paying: { state: 'paying', order, intents, ...payment },
  unconfirmed: { state: 'unconfirmed', order, intents, ...payment, answer: 'ok', handedOver: true },
};
const paid: Complete<'paid'> = { state: 'paid', order, at: 1, reportedAt: 1, used: true, refunded: true };
const started: Required<StartedTreatment> = {
  sno: 'DEV1',
  at: 5,
  state,
  key: 'k',
  recordMayBeOld: true,
  unseenBefore: state,
  ran: true,
  ranLate: true,
  unrecorded: true,
  rested: true,
};
const pending: Required<PendingStart> = {
  sno: 'DEV1',
  settings,
  key: 'k',
  at: 5,
  tries: 2,
  recordMayBeOld: true,
  unseenBefore: state,
};
const asked: Required<AskedStop> = { sno: 'DEV1', at: 5, treatmentAt: 4 };

interface Rows {
  get(): object;
  set(rows: object): void;
}
/** Each stored list or record: its key, its rows, and how it is opened. A type that gets a field needs it here, too. */
const shapes: [string, string, 'list' | 'record', object, (scope: AccountScope) => unknown][] = [
  ...Object.values(purchases).map(
    (row) =>
      [`a purchase in the state ${row.state}`, 'purchases', 'list', row, storedOpenPurchases] as (typeof shapes)[0],
  ),
  ['a paid purchase', 'paidPurchases', 'list', paid, storedPaidPurchases],
  ['a started treatment', 'treatments', 'record', started, (scope) => storedTreatments(scope).started],
  ['a pending start', 'pendingStarts', 'record', pending, (scope) => storedTreatments(scope).pendingStarts],
  ['a stop that was asked for', 'stopsAsked', 'record', asked, (scope) => storedTreatments(scope).stopsAsked],
];

describe.each(shapes)('%s of another release', (_, key, kind, row, open) => {
  const other = JSON.parse(JSON.stringify(row).replaceAll('-1', '-9').replaceAll('DEV1', 'DEV9')) as object;
  const json = (strange: unknown) => (kind === 'list' ? [strange, other] : { DEV1: strange, DEV9: other });
  const strangeRows = variantsOf(row).filter((strange) => strange !== undefined);
  const storedWith = (strange: unknown) => {
    const storage = new FakeAppStorage();
    storage.write('account', key, JSON.stringify(json(strange)));
    const stored = open(new AccountScope(storage)) as Rows;
    return { stored, text: () => JSON.parse(storage.read('account', key) ?? 'null') as unknown };
  };

  test('Its row hides no other row, whatever it holds', () => {
    for (const strange of strangeRows)
      expect([strange, Object.values(storedWith(strange).stored.get()).at(-1)]).toEqual([strange, other]);
  });

  test('Its row is stored as it was after another row has changed', () => {
    for (const strange of strangeRows) {
      const { stored, text } = storedWith(strange);
      const before = text();
      const rows = stored.get();
      const isChanged = { ...other, newer: true };
      const next =
        kind === 'list'
          ? Object.values(rows).map((each: unknown) => (each === Object.values(rows).at(-1) ? isChanged : each))
          : { ...rows, DEV9: isChanged };
      stored.set(next);
      const kept = Object.values(text() as object) as unknown[];
      expect(kept).toContainEqual(Object.values(before as object)[0]);
      expect(kept).toContainEqual(isChanged);
      stored.set(kind === 'list' ? [] : {});
      expect(JSON.stringify(text() ?? {})).not.toContain('"newer"');
    }
  });
});

test('A payment whose state, answer, plan or destination another release worded is still a payment without a result', () => {
  const isUnread = { state: 'a-new-state', answer: 'a-new-answer', leadsTo: { to: 'coupons' }, intents: 'elsewhere' };
  const storage = new FakeAppStorage();
  storage.write('account', 'purchases', JSON.stringify([{ ...purchases.paying, ...isUnread }]));
  expect(storedOpenPurchases(new AccountScope(storage)).get()).toEqual([
    { state: 'unconfirmed', order, at: 5, answer: 'none', intents: [] },
  ]);
});

test('A purchase that a newer page of this phone stored does not make this one pay twice what is said to be paid', async () => {
  const wanted = { number: 'L-100', kind: 'lease' as const, amountFen: 1990, sno: 'DEV0001' };
  const core = createTestApp();
  core.http.reply(getLeaseOrder, aLeaseOrder()).reply(prePay, aSheet);
  core.bridge.answers({ result: 'ok' }, { result: 'ok' });
  await core.get(PayOrder).pay(wanted, { reported: 'to-pay' });
  const kept = JSON.parse(core.scope.read('account', 'purchases') ?? '[]') as object[];
  const newer = { state: 'queued', order: { number: 'V-7', kind: 'voucher' }, leadsTo: { to: 'coupons' } };
  core.scope.write('account', 'purchases', JSON.stringify([newer, ...kept]));
  expect(core.get(CheckoutRecords).purchases().doubtAbout(wanted)).toBe('said-paid');
  expect(await core.get(PayOrder).pay(wanted, { reported: 'to-pay' })).toEqual({ kind: 'confirming' });
  expect(core.http.requests(prePay)).toHaveLength(1);
  expect(JSON.parse(core.scope.read('account', 'purchases') ?? '[]')).toContainEqual(newer);
});

test('A treatment or a start that another release stored may run, and hides no other one', () => {
  const core = createTestApp();
  const at = core.clock.now();
  const ofAnotherRelease = { sno: 'DEV0002', at, state: { function: 'magnet', workMinutes: 30 } };
  const treatments = {
    DEV0001: { sno: 'DEV0001', at, state: { on: true, workMinutes: 30 } },
    DEV0002: ofAnotherRelease,
  };
  core.scope.write('account', 'treatments', JSON.stringify(treatments));
  const start = { sno: 'DEV0003', at, key: 'k', settings: { program: 'relax' } };
  core.scope.write('account', 'pendingStarts', JSON.stringify({ DEV0003: start }));
  expect(core.get(ResumeTreatment).mayRun()).toEqual(['DEV0001', 'DEV0002', 'DEV0003']);
});

/** The name that the earlier release gave to the wish of seven days for the device. */
const EARLIER_NAME = JSON.stringify(['duration', 'mode-1', 'd7', 1990, 'DEV0001', undefined, false]);

/** What the earlier release stored in place of what this one did: it knew no amount and no unit. */
function asStoredEarlier(core: ReturnType<typeof withOrderServer>, name = EARLIER_NAME): void {
  const rows = JSON.parse(core.scope.read('account', 'purchases') ?? '[]') as { intents: OrderIntent[] }[];
  const earlier = rows.map((row) => ({
    ...row,
    intents: row.intents.map(({ triedAt }) => ({ name, triedAt })),
  }));
  core.scope.write('account', 'purchases', JSON.stringify(earlier));
}

test.each<[string, (core: ReturnType<typeof withOrderServer>) => Promise<unknown>]>([
  [
    'whose order request has no answer',
    (core) => (
      core.orderServer.losesItsAnswer(),
      core.http.fails(listLeaseOrders, new Problem('timeout')),
      core.renting.order(sevenDays, {}).catch(() => core.orderServer.isReachable())
    ),
  ],
  ['that is ordered', (core) => core.renting.order(sevenDays, {})],
  [
    'whose payment sheet said nothing',
    (core) => (core.bridge.answers({ result: 'none' }), core.renting.rent(sevenDays, {})),
  ],
  ['whose payment sheet said ok', (core) => (core.bridge.answers({ result: 'ok' }), core.renting.rent(sevenDays, {}))],
])(
  'A purchase of the earlier release %s is found again for the same plan, and no second one is ordered',
  async (_, begin) => {
    const core = withOrderServer();
    await begin(core);
    asStoredEarlier(core);
    for (let time = 0; time < 2; time += 1)
      expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  },
);

test('A purchase of the earlier release is not found for another price, device, renewal or customer', async () => {
  const others: [Plan, Partial<SaidTerms>, string][] = [
    [{ ...sevenDays, priceFen: 990 }, {}, 'DEV0001'],
    [sevenDays, {}, 'DEV0002'],
    [sevenDays, { renewal: 'device' }, 'DEV0001'],
    [sevenDays, { forWhom: 'customer' }, 'DEV0001'],
  ];
  for (const [plan, terms, sno] of others) {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    asStoredEarlier(core);
    core.at({ sno });
    core.orderServer.prices.lease = plan.priceFen / 100;
    expect(await core.renting.order(plan, terms)).toMatchObject({ order: { number: 'L-101' } });
  }
});

test('A purchase of this release has the name under which an open tab of the earlier one finds it', async () => {
  const core = withOrderServer();
  await core.renting.order(sevenDays, {});
  expect(JSON.parse(core.scope.read('account', 'purchases') ?? '[]')).toMatchObject([
    { order: { number: 'L-100' }, intents: [{ name: EARLIER_NAME, amount: 7, unit: 'day' }] },
  ]);
});

test('A purchase of the earlier release is found again if its device was typed in small letters', async () => {
  const core = withOrderServer();
  await core.renting.order(sevenDays, {});
  asStoredEarlier(core, EARLIER_NAME.replace('DEV0001', 'dev0001'));
  expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
});
