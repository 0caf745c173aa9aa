import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RentDevice, type RentOutcome } from '../../src/core/lease/rent-device.ts';
import { Problem } from '../../src/core/problem.ts';
import type { PaymentAnswer } from '../../src/ports/payment-bridge.ts';
import type { CoreOnFakes } from '../helpers/core-on-fakes.ts';
import { atTheDesk, LEASE_ORDER } from '../helpers/order-desk.ts';
import { sevenDays } from '../helpers/plans.ts';
import { refused } from '../helpers/wire.ts';

const SEED = 20260302;
const RUNS = 1_000;
const TIME_LIMIT = 60_000;
const DAY = 24 * 60 * 60_000;

const attempt = fc.record({
  ordering: fc.constantFrom('answered', 'answer lost', 'request lost', 'refused'),
  result: fc.constantFrom('ok' as const, 'cancel' as const, 'fail' as const, 'none' as const),
  moneyMoves: fc.boolean(),
  reachable: fc.boolean(),
  reachableAfterwards: fc.boolean(),
  /** Each tap on one of two pages of the same phone. */
  taps: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  choosesFirst: fc.boolean(),
  afterwards: fc.oneof({ weight: 9, arbitrary: fc.constant('goes on') }, fc.constantFrom('is killed', 'is thrown away with its visit')),
  /** By how much the phone's clock is set forward meanwhile. */
  clockMoves: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(11 * 60_000, DAY)),
});

const customer = fc.record({
  serverAheadBy: fc.constantFrom(undefined, -DAY, -11 * 60_000, 11 * 60_000, DAY),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 4 }),
});

test('a thousand unlucky customers with two pages and wrong clocks: one open order, one sheet, one charge, never a wrong word', { timeout: TIME_LIMIT }, async () => {
  await fc.assert(
    fc.asyncProperty(customer, async ({ serverAheadBy, attempts }) => {
      const core = atTheDesk();
      const { desk, bridge } = core;
      desk.clockAhead = serverAheadBy;
      let pages = bothPages(core);
      const stateOf = (number: string) => desk.orders.find((order) => order['orderNo'] === number)?.['statusCode'];
      let open = 0;
      let taught = 0;
      let press: () => PaymentAnswer | Promise<PaymentAnswer> = () => ({ result: 'none' });
      for (const { ordering, result, moneyMoves, reachable, reachableAfterwards, taps, choosesFirst, afterwards, clockMoves } of attempts) {
        desk.answers();
        if (ordering === 'answer lost') desk.losesItsAnswer();
        if (ordering === 'request lost') desk.hearsNothing();
        if (ordering === 'refused') core.http.answers(LEASE_ORDER, refused('1'));
        if (reachable) desk.isReachable();
        else desk.isUnreachable();
        const sheets = bridge.asked.length;
        press = async () => {
          open += 1;
          if (open > 1) throw new Error('two sheets are open');
          const { number } = bridge.asked.at(-1)?.order ?? { number: '' };
          if (stateOf(number) !== 1) throw new Error(`a sheet is open for an order that is ${String(stateOf(number))}`);
          if (moneyMoves) desk.moneyMoves();
          if (!reachableAfterwards) desk.isUnreachable();
          await Promise.resolve();
          open -= 1;
          return { result };
        };
        if (choosesFirst) for (const page of pages) page.choose(sevenDays, {});
        while (taught < sheets + 2) {
          bridge.answers(() => press());
          taught += 1;
        }
        const tapped = await Promise.all(taps.map((onSecond) => pages[onSecond ? 1 : 0].rent(sevenDays, {}).catch(Problem.of)));
        const opened = bridge.asked.length - sheets;
        for (const outcome of tapped) hold(outcome, stateOf);
        const isCalledOff = (result === 'cancel' || result === 'fail') && new Set(taps).size > 1;
        expect(opened).toBeLessThanOrEqual(isCalledOff ? 2 : 1);
        expect(desk.orders.filter((order) => order['statusCode'] === 1).length).toBeLessThanOrEqual(1);
        if (clockMoves > 0) await core.clock.advance(clockMoves);
        if (afterwards === 'goes on') continue;
        if (afterwards === 'is thrown away with its visit') core.storage.clear('visit');
        pages = bothPages(core.reopened());
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

/** Two pages of one person on one phone, each at the device. */
function bothPages(core: CoreOnFakes) {
  const second = core.anotherTab();
  for (const page of [core, second]) {
    page.session.open('/', '?accessToken=token-1&openid=openid-1');
    page.at({ sno: 'DEV0001' });
  }
  return [core.get(RentDevice), second.get(RentDevice)] as const;
}

/** What was told is what the server says, or that it is being confirmed. */
function hold(outcome: RentOutcome | Problem, stateOf: (number: string) => unknown): void {
  if (outcome instanceof Problem || !('order' in outcome)) return;
  const state = stateOf(outcome.order.number);
  if (outcome.kind === 'paid' && state !== 5) throw new Error(`told as paid: ${String(state)}`);
  if ((outcome.kind === 'failed' || outcome.kind === 'cancelled') && state !== 1) throw new Error(`told as ${outcome.kind}: ${String(state)}`);
}
