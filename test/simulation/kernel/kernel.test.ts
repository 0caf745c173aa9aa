import { expect, test } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { describeClock } from '../../ports/clock.conformance.ts';
import { describeMutex } from '../../ports/mutex.conformance.ts';
import { flowNow, runAs } from './flow.ts';
import { Life } from './life.ts';
import { Locks } from './locks.ts';
import { huntFor, replaced, type Mistake } from './mistake.ts';
import { Network } from './network.ts';
import { settled } from './settled.ts';
import { shrunk } from './shrink.ts';
import { hunt, simulate, storyOf, type Scenario, type Violation } from './simulate.ts';
import { PhoneTime, SimulatedClock, SimulatedTime } from './time.ts';

describeClock('SimulatedClock', () => {
  const time = new SimulatedTime();
  const phone = new PhoneTime();
  return {
    clock: new SimulatedClock(time, new Life('page'), phone),
    passes: async (ms) => {
      await settled();
      await time.pass(ms);
    },
    isSetBack: (ms) => void (phone.aheadMs -= ms),
  };
});

describeMutex('Locks', () => {
  const time = new SimulatedTime();
  const locks = new Locks(time);
  return {
    mutex: locks.of(new Life('page 1')),
    elsewhere: locks.of(new Life('page 2')),
    passes: async (ms) => {
      await settled();
      await time.pass(ms);
    },
  };
});

test('A page that has ended gets no answer, its timers do not fire, and its locks are free', async () => {
  const time = new SimulatedTime();
  const locks = new Locks(time);
  const network = new Network(time, () => 'answer');
  const [page, other] = [new Life('page'), new Life('other')];
  const seen: string[] = [];
  void network.ask(page, 'read', {}, { limitMs: 15_000 }).then(() => seen.push('answered'));
  void new SimulatedClock(time, page).sleep(1_000).then(() => seen.push('awake'));
  void locks.of(page).runExclusive('order', 60_000, () => new Promise(() => {}));
  void locks.of(other).runExclusive('order', 60_000, async () => seen.push('has the lock'));
  page.isOver = true;
  network.forget(page);
  locks.free(page);
  await time.pass(20_000);
  expect([seen, network.calls]).toEqual([['has the lock'], []]);
});

test('The timers of a frozen page fire once it has thawed', async () => {
  const time = new SimulatedTime();
  const page = new Life('page');
  let isAwake = false;
  void new SimulatedClock(time, page).sleep(1_000).then(() => (isAwake = true));
  page.isFrozen = true;
  await time.pass(60_000);
  expect(isAwake).toBe(false);
  page.isFrozen = false;
  await time.pass(0);
  expect(isAwake).toBe(true);
});

test('A write that its page has stopped waiting for may still reach the server, and a read may not', async () => {
  const time = new SimulatedTime();
  const served: string[] = [];
  const network = new Network(time, ({ name }) => served.push(name));
  const page = new Life('page');
  const asked = ['write', 'read'].map((name) =>
    network.ask(page, name, {}, { isWrite: name === 'write', limitMs: 15_000 }).catch(Problem.of),
  );
  await time.pass(15_000);
  expect(await Promise.all(asked)).toMatchObject([{ code: 'timeout' }, { code: 'timeout' }]);
  const late = network.choices();
  expect(late.map(({ kind }) => kind)).toEqual(['write arrives late', 'write never arrives']);
  await late[0]?.take();
  expect(served).toEqual(['write']);
});

test('What a flow calls belongs to it, also when another flow has begun meanwhile', async () => {
  const seen = await Promise.all(['first', 'second'].map((flow) => runAs(flow, () => settled().then(flowNow))));
  expect([seen, flowNow()]).toEqual([['first', 'second'], undefined]);
});

/** Counts up and down. It must not come to three. */
const counting: Scenario = {
  name: 'counting',
  most: { steps: 60, faults: 8 },
  begin() {
    let count = 0;
    const violations: Violation[] = [];
    const notes: string[] = [];
    const step = (kind: string, by: number) => ({
      kind,
      on: 'counter',
      weight: 1,
      isFault: false,
      take: () => void notes.push(`it is ${(count += by)}`),
    });
    return {
      violations,
      notes,
      choices: () => [step('up', 1), step('down', -1), step('nothing', 0)],
      toSettle: () => (count > 0 ? step('down', -1) : undefined),
      afterStep: () => {
        if (count >= 3) violations.push({ invariant: 'below-three', what: `it is ${count}` });
      },
      atRest: () => {},
    };
  },
};

test('The same seed gives the same trace, and other seeds give others', async () => {
  const traces = await Promise.all([7, 7, 8].map(async (seed) => storyOf(await simulate(counting, { seed }))));
  expect(traces[0]).toBe(traces[1]);
  expect(traces[0]).not.toBe(traces[2]);
});

test('A run that violates something shrinks to the choices that it needs, and the story says what happened', async () => {
  const { found } = await hunt(counting, { from: 1, runs: 1_000 });
  if (!found) throw new Error('nothing was found');
  const run = await shrunk(counting, found);
  expect(run.taken).toEqual(['counter: up', 'counter: up', 'counter: up']);
  expect(storyOf(run)).toMatch(/counter: up\n {2}it is 3\nVIOLATED below-three: it is 3$/);
});

test('A planted mistake is found while it is made, and is gone afterwards', async () => {
  const limit = { most: Infinity };
  const bounded: Scenario = {
    name: 'bounded',
    most: { steps: 60, faults: 8 },
    begin: () => ({
      violations: [],
      notes: [],
      choices: () => [],
      toSettle: () => undefined,
      afterStep: () => {},
      atRest() {
        if (limit.most < 1) this.violations.push({ invariant: 'is-bounded', what: 'nothing is allowed' });
      },
    }),
  };
  const mistake: Mistake = {
    name: 'Nothing is allowed',
    violates: 'is-bounded',
    seed: 1,
    plant: (work) => replaced(limit, 'most', () => 0, work),
  };
  expect((await huntFor(bounded, mistake, { from: 1, runs: 3 })).found?.violation?.invariant).toBe('is-bounded');
  expect((await hunt(bounded, { from: 1, runs: 3 })).found).toBeUndefined();
});
