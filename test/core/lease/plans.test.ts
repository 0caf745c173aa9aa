import { describe, expect, test } from 'vitest';
import { listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import { openingBasis, restrictionOn } from '../../../src/core/lease/lease-terms.ts';
import type { LeaseTerms } from '../../../src/core/destination.ts';
import { isEmptyOffer, OfferPlans } from '../../../src/core/lease/offer-plans.ts';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { Problem } from '../../../src/core/problem.ts';
import { MINUTE } from '../../../src/core/basics/time.ts';
import { createTestApp, problemOf, type TestApp } from '../../helpers/create-test-app.ts';
import { leaseTerms } from '../../helpers/renting.ts';
import { refused } from '../../helpers/fake-server.ts';
import { durationPlans, usePlans } from '../../helpers/wire.ts';

/** Offers the plans of the device at which the user stands. */
function offeringIn({ get, stands }: Pick<TestApp, 'get' | 'stands'>) {
  return {
    offer: (terms: Partial<LeaseTerms>, options?: { cached: boolean }) =>
      get(OfferPlans).offer({ sno: stands.sno, operatorId: stands.operatorId }, leaseTerms(terms), options),
    stillOffers: (plan: Plan) =>
      get(OfferPlans).stillOffers(plan, { sno: stands.sno, operatorId: stands.operatorId }, leaseTerms({})),
  };
}

function theShop() {
  const core = createTestApp();
  core.http.reply(listDurationPlans, durationPlans()).reply(listUsePlans, usePlans());
  return { ...core, offering: offeringIn(core) };
}

describe('OfferPlans: offered plans', () => {
  test('The offer contains the plans of the device with prices in fen and units', async () => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    core.http.reply(
      listDurationPlans,
      durationPlans(
        { id: 1, price: '19.90', originPrice: 30, num: '7', unit: '天' },
        { id: 2, price: 5, num: 1, unit: 'hour' },
      ),
    );
    expect(await core.offering.offer({})).toEqual({
      duration: {
        plans: [
          { id: '1', basis: 'duration', modeId: 'mode-1', amount: 7, unit: 'day', priceFen: 1990, originalFen: 3000 },
          {
            id: '2',
            basis: 'duration',
            modeId: 'mode-1',
            amount: 1,
            unit: 'use',
            priceFen: 500,
            originalFen: undefined,
          },
        ],
        unreadable: 0,
      },
      uses: {
        unreadable: 0,
        plans: [
          {
            id: 'u10',
            basis: 'uses',
            modeId: 'recharge-1',
            amount: 10,
            unit: 'use',
            priceFen: 9900,
            originalFen: undefined,
          },
        ],
      },
    });
    expect([core.http.data(listDurationPlans), core.http.data(listUsePlans)]).toEqual([
      [{ sno: 'DEV0001' }],
      [{ sno: 'DEV0001' }],
    ]);
  });

  test('The offer for a card renewal contains the plans of its operator', async () => {
    const core = theShop();
    core.at({ sno: 'DEV0001' }, 'shop-3');
    await core.offering.offer({ renewal: 'card' });
    expect(core.http.data(listUsePlans)).toEqual([{ sysUserId: 'shop-3' }]);
  });

  test('The offer without a device contains the plans of the known operator', async () => {
    const core = theShop();
    core.stands.operatorId = 'shop-3';
    expect(await core.offering.offer({})).toMatchObject({ duration: { plans: [] }, uses: { plans: [{ id: 'u10' }] } });
    expect(core.http.data(listUsePlans)).toEqual([{ sysUserId: 'shop-3' }]);
  });
});

describe('OfferPlans: prefetched plans', () => {
  test('A user who comes back to the plans finds those of before; every other way loads them', async () => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    const first = await core.offering.offer({});
    expect(await core.offering.offer({}, { cached: true })).toBe(first);
    expect(core.http.sent).toHaveLength(2);
    await core.offering.offer({});
    expect(core.http.sent).toHaveLength(4);
  });

  test.each([
    ['the same plan', {}, true],
    ['fewer days at the same price', { num: 5 }, false],
    ['another unit', { unit: 'use' }, false],
    ['another price', { price: '29.90' }, false],
    ['another original price', { originPrice: 99 }, true],
    ['another plan', { id: 'd8' }, false],
  ])('Ten minutes later, if the shop offers %s, the plan that was shown is still offered: %s', async (_, now, is) => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    const shown = { id: 'd7', price: '19.90', originPrice: 30, num: 7, unit: 'day' };
    core.http.reply(listDurationPlans, durationPlans(shown), durationPlans({ ...shown, ...now }));
    const { duration } = await core.offering.offer({});
    const [plan] = 'plans' in duration ? duration.plans : [];
    if (!plan) throw new Error('the shop offers a plan');
    expect(await core.offering.stillOffers(plan)).toBe(true);
    expect(core.http.sent).toHaveLength(2);
    await core.clock.advance(10 * MINUTE);
    expect(await core.offering.stillOffers(plan)).toBe(is);
  });

  test('Plans whose request failed a moment ago are asked for again before an order, and not called failed again', async () => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    const { duration } = await core.offering.offer({});
    const [plan] = 'plans' in duration ? duration.plans : [];
    if (!plan) throw new Error('the shop offers a plan');
    await core.clock.advance(10 * MINUTE);
    core.http.reply(listDurationPlans, new Problem('timeout'), durationPlans());
    await expect(core.offering.stillOffers(plan)).rejects.toMatchObject({ code: 'timeout' });
    expect(await core.offering.stillOffers(plan)).toBe(true);
  });

  test.each<[string, (core: ReturnType<typeof theShop>) => void]>([
    ['account', ({ session }) => session.open('/', '?accessToken=token-2&openid=openid-2')],
    ['device', ({ at }) => at({ sno: 'DEV0002' })],
    ['operator', ({ at }) => at({ sno: 'DEV0001' }, 'shop-2')],
  ])('The plans of another %s are not reused', async (what, changes) => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    const terms = what === 'operator' ? ({ renewal: 'card' } as const) : {};
    await core.offering.offer(terms);
    const before = core.http.sent.length;
    changes(core);
    await core.offering.offer(terms, { cached: true });
    expect(core.http.sent.length).toBe(2 * before);
  });
});

describe('OfferPlans: failures', () => {
  test('If one kind of plans fails, the other kind is offered and the failed one is requested again', async () => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    core.http.reply(listUsePlans, refused('500', '暂无套餐'));
    const { duration, uses } = await core.offering.offer({});
    expect(duration).toMatchObject({ plans: [{ id: 'd7' }] });
    expect(uses).toMatchObject({ problem: { code: 'refused', serverMessage: '暂无套餐' } });
    core.http.reply(listUsePlans, usePlans());
    expect((await core.offering.offer({}, { cached: true })).uses).toMatchObject({ plans: [{ id: 'u10' }] });
  });

  test('The offer rejects if both kinds of plans fail', async () => {
    const core = theShop();
    core.at({ sno: 'DEV0001' });
    core.http.reply(listUsePlans, new Problem('timeout')).reply(listDurationPlans, new Problem('timeout'));
    expect(await problemOf(core.offering.offer({}))).toMatchObject({ code: 'timeout' });
  });
});

test.each([
  [{}, undefined, undefined, 'duration'],
  [{ forWhom: 'self' }, undefined, undefined, 'duration'],
  [{ renewal: 'device' }, undefined, 'no-card-on-renewal', 'duration'],
  [{ renewal: 'card' }, 'no-duration', undefined, 'uses'],
  [{ rechargeOperatorId: 'shop-1' }, 'no-duration', undefined, 'uses'],
  [{ forWhom: 'customer' }, undefined, 'no-card-for-customer', 'duration'],
  [{ forWhom: 'customer', renewal: 'device' }, undefined, 'no-card-on-renewal', 'duration'],
] as const)(
  'Under the terms %j the restriction on duration is %s, on uses %s, and the plans by %s open first',
  (terms, duration, uses, first) => {
    expect([
      restrictionOn('duration', leaseTerms(terms)),
      restrictionOn('uses', leaseTerms(terms)),
      openingBasis(leaseTerms(terms)),
    ]).toEqual([duration, uses, first]);
  },
);

test.each([
  [{}, 'uses'],
  [{ forWhom: 'customer' }, 'duration'],
  [{ renewal: 'device' }, 'duration'],
  [{ renewal: 'card' }, 'uses'],
] as const)('For a user whose card is used up, under the terms %j the plans by %s open first', (terms, first) => {
  expect(openingBasis(leaseTerms(terms), { isCardUsedUp: true })).toBe(first);
});

test('An offer is empty only if the server answered and no plan was left out', () => {
  expect(isEmptyOffer({ plans: [], unreadable: 0 })).toBe(true);
  expect(
    [undefined, { problem: new Problem('timeout') }, { plans: [], unreadable: 1 }].map((offer) => isEmptyOffer(offer)),
  ).toEqual([false, false, false]);
});
