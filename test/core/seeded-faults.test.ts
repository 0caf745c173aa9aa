import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RentDevice } from '../../src/core/lease/rent-device.ts';
import { Problem } from '../../src/core/problem.ts';
import { presetOf } from '../../src/core/treatment/settings.ts';
import { StartTreatment } from '../../src/core/treatment/start-treatment.ts';
import type { PaymentAnswer } from '../../src/ports/payment-bridge.ts';
import { coreOnFakes } from '../helpers/core-on-fakes.ts';
import { atTheDesk, LEASE_ORDER } from '../helpers/order-desk.ts';
import { sevenDays } from '../helpers/plans.ts';
import { aDevice, aPage, aReport, done, online, refused } from '../helpers/wire.ts';

const SEED = 20260302;

const attempt = fc.record({
  ordering: fc.constantFrom('answered', 'answer lost', 'request lost', 'refused'),
  result: fc.constantFrom('ok' as const, 'cancel' as const, 'fail' as const, 'none' as const),
  moneyMoves: fc.boolean(),
  reachable: fc.boolean(),
  reachableAfterwards: fc.boolean(),
  taps: fc.integer({ min: 1, max: 3 }),
  pageKilled: fc.boolean(),
});

test('a thousand unlucky customers: never two open orders for one wish, never a payment for a paid order, never a wrong word', { timeout: 20_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 4 }), async (attempts) => {
      const core = atTheDesk();
      const { desk } = core;
      const open = () => desk.orders.filter((order) => order['statusCode'] === 1).length;
      let { renting } = core;
      let untaught = true;
      let press: () => PaymentAnswer = () => ({ result: 'none' });
      for (const { ordering, result, moneyMoves, reachable, reachableAfterwards, taps, pageKilled } of attempts) {
        desk.answers();
        if (ordering === 'answer lost') desk.losesItsAnswer();
        if (ordering === 'request lost') desk.hearsNothing();
        if (ordering === 'refused') core.http.answers(LEASE_ORDER, refused('1'));
        if (reachable) desk.isReachable();
        else desk.isUnreachable();
        const sheets = core.bridge.asked.length;
        const sheet = () => {
          const paid = desk.orders.find((order) => order['orderNo'] === core.bridge.asked.at(-1)?.order.number);
          expect(paid).toMatchObject({ statusCode: 1 });
          if (moneyMoves) desk.moneyMoves();
          if (!reachableAfterwards) desk.isUnreachable();
          return { result };
        };
        if (untaught) core.bridge.answers(() => press());
        press = sheet;
        untaught = false;
        const tapped = await Promise.all(Array.from({ length: taps }, () => renting.rent(sevenDays, {}).catch(Problem.of)));
        const [outcome] = tapped;
        expect(core.bridge.asked.length - sheets).toBeLessThanOrEqual(1);
        untaught = core.bridge.asked.length > sheets;
        expect(open()).toBeLessThanOrEqual(1);
        if (outcome && 'kind' in outcome && 'order' in outcome) {
          const state = desk.orders.find((order) => order['orderNo'] === outcome.order.number)?.['statusCode'];
          if (outcome.kind === 'paid') expect(state).toBe(5);
          if (outcome.kind === 'failed' || outcome.kind === 'cancelled') expect(state).toBe(1);
        }
        if (pageKilled) renting = core.reopened().get(RentDevice);
      }
    }),
    { numRuns: 1_000, seed: SEED },
  );
});

const start = fc.record({
  fault: fc.constantFrom('none', 'answer lost', 'request lost', 'refused'),
  reportsAfter: fc.integer({ min: 0, max: 20_000 }),
  wait: fc.integer({ min: 0, max: 30_000 }),
  taps: fc.integer({ min: 1, max: 3 }),
  pageKilled: fc.boolean(),
});

test('a thousand unlucky starts: however often it is tried, the device is started once', { timeout: 20_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(start, { minLength: 1, maxLength: 6 }), async (attempts) => {
      const core = coreOnFakes({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
      core.at({ sno: 'DEV0001' });
      const keys = new Set<string | undefined>();
      let runsFrom = Infinity;
      core.http
        .answers('/device/detail', online)
        .answers('/wallet/balance', aPage())
        .answers('/device/device/list', done([aDevice()]))
        .answers('/order/check/device', done({ ownerId: 'op1', status: 'DEVICE_USED' }))
        .answers('/device/real_time_data', () => aReport({ onOff: core.clock.now() >= runsFrom ? 1 : 0 }));
      let starting = core.get(StartTreatment);
      for (const { fault, reportsAfter, wait, taps, pageKilled } of attempts) {
        core.http.answers('/order/start/device', ({ headers }) => {
          if (fault === 'refused') return refused('1');
          if (fault === 'request lost') return new Problem('network');
          keys.add(headers['Idempotency-Key']);
          runsFrom = Math.min(runsFrom, core.clock.now() + reportsAfter);
          return fault === 'answer lost' ? new Problem('timeout') : done();
        });
        const [turn] = await Promise.all(Array.from({ length: taps }, () => starting.begin({ settings: presetOf('bio') })));
        expect(keys.size).toBeLessThanOrEqual(1);
        if (turn?.kind === 'started') return;
        await core.clock.advance(wait);
        if (pageKilled) starting = core.reopened().get(StartTreatment);
      }
    }),
    { numRuns: 1_000, seed: SEED },
  );
});
