import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RentOutcome } from '../../src/core/checkout/rent-device.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { Problem } from '../../src/core/problem.ts';
import type { PaymentAnswer } from '../../src/ports/payment-bridge.ts';
import { createTestApp, fakeAdapters, type TestApp } from '../helpers/create-test-app.ts';
import { refused } from '../helpers/fake-server.ts';
import { IDEMPOTENCY_HEADER, withOrderServer } from '../helpers/fake-order-server.ts';
import { sevenDays } from '../helpers/plans.ts';
import { rentingIn } from '../helpers/renting.ts';

type Renting = ReturnType<typeof rentingIn>;

const SEED = 20260302;
const RUNS = 1_000;
/** Guards against a hanging test only. It is generous because other processes may use the machine. */
const TIME_LIMIT = 180_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const attempt = fc.record({
  ordering: fc.constantFrom('answered', 'answer lost', 'request lost', 'refused'),
  result: fc.constantFrom('ok' as const, 'cancel' as const, 'fail' as const, 'none' as const),
  moneyMoves: fc.boolean(),
  reachable: fc.boolean(),
  reachableAfterwards: fc.boolean(),
  /** Which of two phones of one user acts. */
  onSecondPhone: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  /** The taps, each on one of two pages of that phone. */
  taps: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  choosesFirst: fc.boolean(),
  leaves: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  afterwards: fc.oneof(
    { weight: 9, arbitrary: fc.constant('goes on') },
    fc.constantFrom('is killed', 'is thrown away with its visit'),
  ),
  /** Jump of the clock during the step, in ms. */
  clockMoves: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(11 * MINUTE, DAY, -11 * MINUTE, -DAY)),
});

const customer = fc.record({
  serverAheadBy: fc.constantFrom(undefined, -DAY, -11 * MINUTE, 11 * MINUTE, DAY),
  /** Whether the user is an assistant who rents for customers. */
  isAssistant: fc.boolean(),
  /** Whether the server supports idempotency keys. */
  hasKeys: fc.boolean(),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 4 }),
});

test(
  'A thousand users with two phones, two pages each, faults and wrong clocks pay each order once, keep one open order and one sheet per phone, and get correct outcomes',
  { timeout: TIME_LIMIT },
  async () => {
    await fc.assert(
      fc.asyncProperty(customer, async ({ serverAheadBy, isAssistant, hasKeys, attempts }) => {
        const core = withOrderServer(hasKeys ? { idempotencyHeader: IDEMPOTENCY_HEADER } : {});
        const { orderServer, bridge } = core;
        const terms = { forWhom: isAssistant ? 'customer' : 'self' } as const;
        orderServer.clockAhead = serverAheadBy;
        const secondPhone = createTestApp({ adapters: { ...core.adapters, storage: fakeAdapters().storage } });
        const phones = [new Phone(core, isAssistant), new Phone(secondPhone, isAssistant)] as const;
        const stateOf = (number: string) =>
          orderServer.orders.find((order) => order['orderNo'] === number)?.['statusCode'];
        let open = 0;
        /** The app catches what a sheet throws, so violations are collected here. */
        const violations: string[] = [];
        let taught = 0;
        let press: () => PaymentAnswer | Promise<PaymentAnswer> = () => ({ result: 'none' });
        for (const {
          ordering,
          result,
          moneyMoves,
          reachable,
          reachableAfterwards,
          onSecondPhone,
          taps,
          choosesFirst,
          leaves,
          afterwards,
          clockMoves,
        } of attempts) {
          const phone = phones[onSecondPhone ? 1 : 0];
          orderServer.answers();
          if (ordering === 'answer lost') orderServer.losesItsAnswer();
          if (ordering === 'request lost') orderServer.hearsNothing();
          if (ordering === 'refused') core.http.reply(createLeaseOrder, refused('1'));
          if (reachable) orderServer.isReachable();
          else orderServer.isUnreachable();
          const sheets = bridge.asked.length;
          const made = orderServer.orders.length;
          press = async () => {
            open += 1;
            if (open > 1) violations.push('two sheets are open');
            const { number, amountFen } = bridge.asked.at(-1)?.order ?? { number: '', amountFen: 0 };
            if (amountFen !== sevenDays.priceFen) violations.push(`a sheet is open at ${String(amountFen)}`);
            if (stateOf(number) !== 1)
              violations.push(`a sheet is open for an order that is ${String(stateOf(number))}`);
            if (moneyMoves) orderServer.moneyMoves(number);
            if (!reachableAfterwards) orderServer.isUnreachable();
            await Promise.resolve();
            open -= 1;
            return { result };
          };
          if (choosesFirst) for (const page of phone.pages) page.choose(sevenDays, terms);
          while (taught < sheets + 2) {
            bridge.answers(() => press());
            taught += 1;
          }
          const screen = new AbortController();
          const tapping = Promise.all(
            taps.map((onSecond) =>
              phone.pages[onSecond ? 1 : 0].rent(sevenDays, terms, { signal: screen.signal }).catch(Problem.of),
            ),
          );
          if (leaves) screen.abort();
          const tapped = await tapping;
          const opened = bridge.asked.slice(sheets).filter(({ sheet }) => sheet !== undefined).length;
          expect(violations).toEqual([]);
          for (const outcome of tapped) hold(outcome, stateOf);
          const isCalledOff = (result === 'cancel' || result === 'fail') && new Set(taps).size > 1;
          expect(opened).toBeLessThanOrEqual(leaves ? 0 : isCalledOff ? 2 : 1);
          phone.hasOrdered(
            orderServer.orders.slice(made).map((order) => String(order['orderNo'])),
            tapped,
            stateOf,
          );
          if (clockMoves !== 0) await core.clock.advance(clockMoves);
          if (clockMoves > 0) for (const each of phones) each.growsOlder();
          if (afterwards === 'goes on') continue;
          phone.opensAgain(afterwards === 'is thrown away with its visit');
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
);

/** A phone with two pages that have selected the device, and the orders that it must not place again. */
class Phone {
  pages: readonly [Renting, Renting];
  private order?: { number: string; isKnown: boolean };

  constructor(
    private core: TestApp,
    private readonly isAssistant: boolean,
  ) {
    this.pages = this.bothPages();
  }

  opensAgain(withoutItsVisit: boolean): void {
    if (withoutItsVisit) this.core.storage.clear('session');
    this.core = this.core.reopened();
    this.pages = this.bothPages();
  }

  /** Allows a new order only if the last one is settled, or is over ten minutes old and either lost or for a customer. */
  hasOrdered(
    made: readonly string[],
    tapped: readonly (RentOutcome | Problem)[],
    stateOf: (number: string) => unknown,
  ): void {
    if (this.order && stateOf(this.order.number) !== 1) this.order = undefined;
    if (made.length > (this.order ? 0 : 1))
      throw new Error(`${made.join(', ')} was ordered beside ${this.order?.number ?? 'itself'}`);
    const [number = this.order?.number] = made;
    if (number === undefined || stateOf(number) !== 1) return;
    const isNamed = tapped.some(
      (outcome) => !(outcome instanceof Problem) && 'order' in outcome && outcome.order.number === number,
    );
    this.order = { number, isKnown: isNamed || (this.order?.isKnown ?? false) };
  }

  growsOlder(): void {
    if (this.isAssistant || this.order?.isKnown === false) this.order = undefined;
  }

  private bothPages(): readonly [Renting, Renting] {
    const second = this.core.anotherTab();
    for (const page of [this.core, second]) {
      page.session.open('/', '?accessToken=token-1&openid=openid-1');
      page.at({ sno: 'DEV0001' });
    }
    return [rentingIn(this.core), rentingIn(second)];
  }
}

/** Checks that the outcome matches the server's order state or is unconfirmed. */
function hold(outcome: RentOutcome | Problem, stateOf: (number: string) => unknown): void {
  if (outcome instanceof Problem || !('order' in outcome)) return;
  const state = stateOf(outcome.order.number);
  if (outcome.kind === 'paid' && state !== 5) throw new Error(`reported as paid: ${String(state)}`);
  if ((outcome.kind === 'failed' || outcome.kind === 'cancelled') && state !== 1)
    throw new Error(`reported as ${outcome.kind}: ${String(state)}`);
}
