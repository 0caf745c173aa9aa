import { describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { checkDevice, getDetail, readLatest } from '../../src/core/device/api.ts';
import { FollowDevice } from '../../src/core/device/follow/follow-device.ts';
import { EnterDevice } from '../../src/core/entry/enter-device.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../src/core/treatment/follow/follow-treatment.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { presetOf } from '../../src/core/treatment/settings/presets.ts';
import { StartTreatment } from '../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../src/core/treatment/stop/stop-treatment.ts';
import { createTestApp, problemOf, within } from '../helpers/create-test-app.ts';
import { refused } from '../helpers/fake-server.ts';
import { anOrder, withAnOrder, withOrderServer } from '../helpers/fake-order-server.ts';
import { atALeasedDevice } from '../helpers/leased-device.ts';
import { sevenDays } from '../helpers/plans.ts';
import { aReport, offline } from '../helpers/wire.ts';

describe('the outcomes of an entry', () => {
  test('A scan that leads to a screen of its device is counted once, a notice and an unreadable code are not', async () => {
    const core = atALeasedDevice();
    core.http.reply(getUser, {}).reply(listShares, []);
    const enter = core.get(EnterDevice);
    await enter.begin('nothing to read');
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    expect(await enter.begin('DEV0001')).toMatchObject({ kind: 'notice' });
    expect(core.reporter.outcomes()).toEqual([]);
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect(await enter.begin('DEV0001')).toMatchObject({ kind: 'go' });
    expect(core.reporter.outcomes()).toEqual(['entered']);
  });
});

describe('the outcomes of a purchase', () => {
  test('An order that is placed, paid and then asked about again is counted once as ordered and once as paid', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    const placed = await core.renting.order(sevenDays, {});
    const { order } = 'order' in placed ? placed : expect.fail('no order was placed');
    expect(core.reporter.outcomes()).toEqual(['ordered']);
    await core.paying.pay(order);
    core.orderServer.moneyMoves();
    expect(await within(core, 10_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'paid' });
    await within(core, 10_000, core.confirming.pollUntilSettled(order));
    expect(core.reporter.outcomes()).toEqual(['ordered', 'paid']);
  });

  test('A payment that the server does not settle is counted once as unconfirmed, and as paid when the server says so', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(anOrder);
    for (let round = 0; round < 3; round += 1) await within(core, 20_000, core.confirming.pollUntilSettled(anOrder));
    expect(core.reporter.outcomes()).toEqual(['payment-unconfirmed']);
    core.orderServer.moneyMoves();
    await within(core, 20_000, core.confirming.pollUntilSettled(anOrder));
    expect(core.reporter.outcomes()).toEqual(['payment-unconfirmed', 'paid']);
  });

  test('A check of a payment that the user leaves is not counted as unconfirmed', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(anOrder);
    const leaving = new AbortController();
    const polling = core.confirming.pollUntilSettled(anOrder, { signal: leaving.signal });
    leaving.abort();
    await within(core, 20_000, polling);
    expect(core.reporter.outcomes()).toEqual([]);
  });

  test('A paid order of another phone that this phone looks at is not counted as paid', async () => {
    const core = withAnOrder();
    core.orderServer.moneyMoves();
    await core.confirming.queryOrder(anOrder);
    expect(core.reporter.outcomes()).toEqual([]);
  });
});

describe('the outcomes of a start', () => {
  test('A start is counted when the device reports that it runs, and only once', async () => {
    const core = atALeasedDevice();
    await core.get(StartTreatment).begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) });
    expect(core.reporter.outcomes()).toEqual([]);
    const following = core.get(FollowTreatment).follow('DEV0001', () => undefined);
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'attributes', attributes: { OnOff: 1, UseTime: 0 } });
    core.channel.push({ kind: 'attributes', attributes: { OnOff: 1, UseTime: 1 } });
    following.stop();
    core
      .get(FollowTreatment)
      .follow('DEV0001', () => undefined)
      .stop();
    expect(core.reporter.outcomes()).toEqual(['started']);
  });

  test('A device that never reports that it runs is counted once as a start that is not confirmed', async () => {
    const core = atALeasedDevice();
    await core.get(StartTreatment).begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) });
    const following = core.get(FollowTreatment).follow('DEV0001', () => undefined);
    await core.clock.advance(60_000);
    following.stop();
    expect(core.reporter.outcomes()).toEqual(['start-unconfirmed']);
  });

  test('A start whose response is lost is counted as not confirmed, a refused start is not', async () => {
    const core = atALeasedDevice();
    core.http.fails(startDevice, new Problem('timeout'));
    await within(
      core,
      60_000,
      core.get(StartTreatment).begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) }),
    );
    expect(core.reporter.outcomes()).toEqual(['start-unconfirmed']);

    const another = atALeasedDevice();
    another.http.reply(startDevice, refused('5001'));
    await within(
      another,
      60_000,
      another.get(StartTreatment).begin({ sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) }),
    );
    expect(another.reporter.outcomes()).toEqual([]);
  });
});

describe('the outcomes of a stop', () => {
  const stops = (core: ReturnType<typeof atALeasedDevice>) =>
    within(core, 30_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000, isRunning: true }));

  test('A stop that the device confirms is counted, also if two taps ask for it', async () => {
    const core = atALeasedDevice();
    const stop = core.get(StopTreatment);
    await Promise.all([stops(core), stop.stop('DEV0001', { elapsed: 60_000, isRunning: true })]);
    expect(core.reporter.outcomes()).toEqual(['stopped']);
  });

  test.each([
    [
      'is offline',
      (core: ReturnType<typeof atALeasedDevice>) => core.http.reply(getDetail, offline).reply(readLatest, aReport()),
    ],
    ['keeps running', (core: ReturnType<typeof atALeasedDevice>) => core.http.reply(readLatest, aReport())],
    [
      'is refused the stop',
      (core: ReturnType<typeof atALeasedDevice>) =>
        core.http.reply(stopDevice, refused('5001')).reply(readLatest, aReport()),
    ],
  ])('The stop of a device that %s is counted as not confirmed', async (_, prepare) => {
    const core = atALeasedDevice();
    prepare(core);
    await stops(core);
    expect(core.reporter.outcomes()).toEqual(['stop-unconfirmed']);
  });
});

describe('the outcomes of a line', () => {
  test('A lost line is counted once, and its return with the time that it was lost', async () => {
    const core = atALeasedDevice();
    const following = core.get(FollowDevice).follow('DEV0001', () => undefined);
    await core.clock.advance(100);
    core.channel.push({ kind: 'line', state: 'lost' });
    core.channel.push({ kind: 'line', state: 'open' });
    core.reporter.events.splice(0);
    for (const state of ['lost', 'lost'] as const) core.channel.push({ kind: 'line', state });
    await core.clock.advance(4_200);
    core.channel.push({ kind: 'line', state: 'open' });
    following.stop();
    expect(core.reporter.events).toEqual([
      { kind: 'outcome', outcome: 'line-lost', ms: undefined },
      { kind: 'outcome', outcome: 'line-restored', ms: 4_200 },
    ]);
  });
});

describe('the problems of calls', () => {
  test('A call that fails after its retries is reported once, with its name and its duration', async () => {
    const core = createTestApp();
    core.http.fails(readLatest, new Problem('network'));
    const failing = problemOf(core.get(ApiClient).call(readLatest, { sno: 'DEV0001' }));
    await core.clock.advance(60_000);
    expect(await failing).toMatchObject({ code: 'network' });
    expect(core.reporter.events).toEqual([
      expect.objectContaining({ kind: 'problem', code: 'network', call: 'device.readLatest', ms: expect.any(Number) }),
    ]);
  });
});
