import { expect, test } from 'vitest';
import { enterPage } from '../../../src/core/device/api.ts';
import { TryChannel } from '../../../src/core/diagnosis/try-channel.ts';
import type { ChannelEvent } from '../../../src/ports/device-channel.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { httpResponse } from '../../helpers/fake-server.ts';
import { aSupply } from '../../helpers/wire.ts';

const LIMIT_MS = 10_000;
const failure = (
  step: 'connect' | 'login' | 'subscribe',
  reason: 'refused' | 'closed' | 'no-answer',
): ChannelEvent => ({
  kind: 'failure',
  failure: { step, reason },
});
const OPEN: ChannelEvent = { kind: 'line', state: 'open' };
const RUNNING: ChannelEvent = { kind: 'attributes', attributes: { OnOff: 1 } };

/** The result of a trial in which the channel sends these events, each some ms after the one before. */
async function trial(...events: [ms: number, event: ChannelEvent][]) {
  const core = createTestApp();
  core.http.reply(enterPage, aSupply);
  const tried = core.get(TryChannel).try('DEV0001', LIMIT_MS);
  let isDone = false;
  void tried.then(() => (isDone = true));
  await expect.poll(() => core.channel.openConnections).toBe(1);
  for (const [ms, event] of events) {
    await core.clock.advance(ms);
    core.channel.push(event);
  }
  await core.clock.advance(0);
  const isEarly = isDone;
  await core.clock.advance(LIMIT_MS);
  const result = await tried;
  expect([core.clock.pending, core.channel.openConnections]).toEqual([0, 0]);
  return { ...result, isEarly, endedAt: core.clock.now() };
}

test('A trial ends with the device’s own report and measures each step', async () => {
  const result = await trial([100, { kind: 'logged-in' }], [50, OPEN], [20, RUNNING]);
  expect(result).toMatchObject({
    loginMs: 100,
    subscribeMs: 150,
    reportMs: 170,
    state: { on: true },
    reportedAt: result.endedAt - LIMIT_MS,
    failure: undefined,
    isEarly: true,
  });
});

test('A device that sends no report, or an empty one, is awaited for a few seconds only', async () => {
  const result = await trial([100, OPEN], [10, { kind: 'attributes', attributes: {} }], [2_980, { kind: 'logged-in' }]);
  expect(result).toMatchObject({ loginMs: 100, subscribeMs: 100, state: {}, failure: undefined, isEarly: false });
  expect(result.reportedAt).toBeUndefined();
});

test.each<[string, ChannelEvent, object]>([
  ['login', { kind: 'login-failed', code: '9' }, { step: 'login', reason: 'refused', code: '9' }],
  ['subscription', failure('subscribe', 'refused'), { step: 'subscribe', reason: 'refused' }],
  ['connection', failure('connect', 'refused'), { step: 'connect', reason: 'refused' }],
])('A refused %s ends the trial at once', async (_what, event, expected) => {
  expect(await trial([5, event])).toMatchObject({ failure: expected, isEarly: true });
});

test('A connection that fails is tried anew by the channel, and given up after the third time', async () => {
  const CLOSED = { step: 'connect', reason: 'closed' } as const;
  const closed: ChannelEvent = { kind: 'failure', failure: CLOSED };
  expect(await trial([5, closed], [5, closed])).toMatchObject({ failure: CLOSED, isEarly: false });
  expect(await trial([5, closed], [5, closed], [5, closed])).toMatchObject({ failure: CLOSED, isEarly: true });
  expect(await trial([5, closed], [5, OPEN], [5, RUNNING])).toMatchObject({ failure: undefined, state: { on: true } });
});

test('A channel that never answers is given up at the limit, and the unanswered step is named', async () => {
  expect(await trial()).toMatchObject({ failure: { step: 'login', reason: 'no-answer' }, isEarly: false });
  expect(await trial([5, { kind: 'logged-in' }])).toMatchObject({
    loginMs: 5,
    failure: { step: 'subscribe', reason: 'no-answer' },
  });
});

test('A trial without an address reports the problem of the request', async () => {
  const core = createTestApp();
  core.http.reply(enterPage, httpResponse({ status: 404 }));
  expect(await core.get(TryChannel).try('DEV0001', LIMIT_MS)).toMatchObject({
    failure: { step: 'address', problem: { code: 'http', status: 404 } },
  });
  expect(core.channel.openConnections).toBe(0);
});
