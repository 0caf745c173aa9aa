import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../../src/core/device/api.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { EnterDevice } from '../../../src/core/entry/enter-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { Queries } from '../../../src/core/queries.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp, within, type TestApp } from '../../helpers/create-test-app.ts';
import { refused, type Reply } from '../../helpers/fake-server.ts';
import { bio, onTheMenu } from '../../helpers/on-the-menu.ts';
import { aDevice, aPage, aReport, offline, online } from '../../helpers/wire.ts';

const ME = '?accessToken=token-2&openid=openid-1';

const check = (status: string) => ({ ownerId: 'shop-1', status });
const toProcess = { kind: 'go', destination: { to: 'process', sno: 'DEV0001' } };
const toMy = { kind: 'go', destination: { to: 'my' } };

/** A user started DEV0001. `opens` opens the app again after WeChat has discarded the page. */
async function awayFromTheTreatment() {
  const core = createTestApp();
  core.http
    .reply(getDetail, online)
    .reply(listCards, aPage())
    .reply(listDevices, [aDevice()])
    .reply(listShares, [])
    .reply(getUser, { mobile: '13800000000', assist: false })
    .reply(startDevice)
    .reply(stopDevice)
    .reply(readLatest, aReport({ onOff: 0 }), aReport({ useTime: 1 }))
    .reply(checkDevice, check('DEVICE_FREE'), check('DEVICE_WORKING'));
  core.at({ sno: 'DEV0001' });
  await core.get(StartTreatment).begin(bio);
  await core.clock.advance(60_000);
  const opens = (query = ME) => {
    core.storage.clear('session');
    core.http.sent.length = 0;
    return createTestApp({ adapters: core.adapters, query });
  };
  return { ...core, opens };
}

/** Stops the treatment: the device reports rest after the stop request. */
async function stopsIt({ http, get }: Pick<Awaited<ReturnType<typeof awayFromTheTreatment>>, 'http' | 'get'>) {
  http.reply(readLatest, aReport({ useTime: 1 }), aReport({ onOff: 0 }));
  expect(await get(StopTreatment).stop('DEV0001')).toMatchObject({ kind: 'stopped' });
}

const arrives = (core: Pick<Awaited<ReturnType<typeof awayFromTheTreatment>>, 'get'>) => core.get(EnterDevice).arrive();

describe('EnterDevice: opening the app during a treatment', () => {
  test('The code of another device enters that device even during a treatment', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, check('DEVICE_LOCKED'));
    expect(await arrives(away.opens(`${ME}&sno=DEV0002`))).toEqual({
      kind: 'notice',
      reason: 'locked',
      sno: 'DEV0002',
    });
    away.http.reply(checkDevice, ({ body }) => check(body.includes('DEV0002') ? 'DEVICE_LOCKED' : 'DEVICE_WORKING'));
    expect(await arrives(away.opens(`${ME}&sno=DEV0002`))).toEqual({
      kind: 'notice',
      reason: 'locked',
      sno: 'DEV0002',
    });
  });

  test('An assistant whose device runs is not asked whether the rental is for a customer', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(getUser, { mobile: '138', assist: true });
    expect(await arrives(away.opens(`${ME}&sno=DEV0001`))).toEqual(toProcess);
  });
});

describe('EnterDevice: no running treatment', () => {
  test.each<[string, Reply<typeof checkDevice>, Reply<typeof readLatest>]>([
    ['another user has started the device', check('DEVICE_USED'), aReport()],
    ['the device is at rest', check('DEVICE_USING'), aReport({ onOff: 0 })],
    ['the device has no minutes left', check('DEVICE_USING'), aReport({ workTime: 0 })],
    ['the server refuses the check', refused('500'), aReport()],
    ['the network fails', new Problem('timeout'), new Problem('timeout')],
  ])('Opening the app does not lead to a treatment if %s', async (_, checked, report) => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, checked).reply(readLatest, report);
    expect(await arrives(away.opens())).toEqual(toMy);
  });

  test('Opening the app takes at most four seconds if the server does not respond', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, () => away.clock.sleep(60_000).then(() => check('DEVICE_WORKING')));
    expect(await within(away, 4_000, arrives(away.opens()))).toEqual(toMy);
  });

  test('Opening the app after a stop or after the set minutes sends no request', async () => {
    const stopped = await awayFromTheTreatment();
    await stopsIt(stopped);
    const core = stopped.opens();
    expect([await arrives(core), core.http.sent]).toEqual([toMy, []]);
    const over = await awayFromTheTreatment();
    await over.clock.advance(40 * 60_000);
    const later = over.opens();
    expect([await arrives(later), later.http.sent]).toEqual([toMy, []]);
  });
});

describe('ResumeTreatment: running devices', () => {
  const openAgain = (core: Awaited<ReturnType<typeof awayFromTheTreatment>>) => {
    const opened = core.opens();
    const running = async () => {
      const { records } = await opened.get(Queries).devices();
      const readings = await opened.get(ResumeTreatment).lookAt(records.map(({ sno }) => sno));
      return [...readings.values()].filter((reading) => typeof reading === 'object');
    };
    return { opened, running };
  };

  test('The running devices contain treatments started elsewhere and assisted rentals, but no treatments of other users', async () => {
    const away = await awayFromTheTreatment();
    await stopsIt(away);
    const devices = [
      aDevice(),
      aDevice({ sno: 'DEV0002', assist: true }),
      aDevice({ sno: 'DEV0003', onlineStatus: '离线' }),
      aDevice({ sno: 'DEV0004' }),
    ];
    away.http
      .reply(listDevices, devices)
      .reply(checkDevice, ({ body }) => check(body.includes('DEV0002') ? 'DEVICE_WORKING' : 'DEVICE_USED'))
      .reply(readLatest, aReport({ useTime: 7 }));
    const { opened, running } = openAgain(away);
    expect((await running()).map(({ sno }) => sno)).toEqual(['DEV0002']);
    expect(opened.http.bodies(checkDevice)).toHaveLength(4);
  });

  test('Every leased device is queried, however many, a few at a time', async () => {
    const away = await awayFromTheTreatment();
    await stopsIt(away);
    let open = 0;
    let most = 0;
    away.http
      .reply(
        listDevices,
        Array.from({ length: 20 }, (_, index) => aDevice({ sno: `DEV1${index}` })),
      )
      .reply(checkDevice, async () => {
        most = Math.max(most, ++open);
        await Promise.resolve();
        open -= 1;
        return check('DEVICE_USING');
      });
    const { opened, running } = openAgain(away);
    await running();
    expect([opened.http.bodies(checkDevice).length, opened.http.bodies(readLatest).length]).toEqual([20, 20]);
    expect(most).toBeLessThanOrEqual(6);
  });

  test('A running device has its own start time, not that of the treatment started here', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(listDevices, [aDevice(), aDevice({ sno: 'DEV0002' })]).reply(readLatest, aReport({ useTime: 1 }));
    await away.clock.advance(30_000);
    const [here, other] = await openAgain(away).running();
    expect([here?.beganAt, other?.beganAt]).toEqual([away.clock.now() - 90_000, away.clock.now() - 60_000]);
  });
});

describe('ResumeTreatment: a run that is first seen minutes after the start of this phone', () => {
  const settings = { function: 'bio', auxiliary: 'none', workMinutes: 30 } as const;

  test.each([
    [
      'with an unknown outcome',
      (core: TestApp, at: number) =>
        core.treatments.pendingStarts.set({ DEV0001: { sno: 'DEV0001', settings, key: 'k', at } }),
    ],
    [
      'that the server accepted',
      (core: TestApp, at: number) => core.treatments.started.set({ sno: 'DEV0001', at, state: settings }),
    ],
  ])(
    'A device that does not count its minutes may have been started anew after a start %s: no start time is known, also when it is read again',
    async (_, startsAt) => {
      const core = createTestApp();
      core.http
        .reply(getDetail, online)
        .reply(checkDevice, check('DEVICE_WORKING'))
        .reply(readLatest, aReport({ useTime: undefined }));
      startsAt(core, core.clock.now());
      await core.clock.advance(4 * 60_000);
      const beganAt = async () => {
        const reading = (await core.get(ResumeTreatment).lookAt(['DEV0001'])).get('DEV0001');
        expect(reading).toMatchObject({ mode: 'bio' });
        return typeof reading === 'object' && reading.beganAt;
      };
      expect([await beganAt(), await beganAt()]).toEqual([undefined, undefined]);
    },
  );
});

describe('ResumeTreatment: the stored treatment', () => {
  const MINUTE = 60_000;
  const startedWith = (state: DeviceState) => {
    const core = createTestApp();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state });
    return core;
  };

  test.each([
    ['A stored treatment counts as running until five minutes after its end', { workMinutes: 30 }, 35 * MINUTE],
    ['A stored treatment without known minutes counts as running for one day', {}, 24 * 60 * MINUTE],
  ])('%s', async (_, state, longest) => {
    const core = startedWith(state);
    await core.clock.advance(longest - 1);
    expect(core.get(ResumeTreatment).remembered()).toBe('DEV0001');
    await core.clock.advance(1);
    expect(core.get(ResumeTreatment).remembered()).toBeUndefined();
  });

  test.each([
    ['a bar', (core: TestApp) => core.get(ResumeTreatment).lookAt(['DEV0001'])],
    ['the opened page', (core: TestApp) => core.get(ResumeTreatment).resume()],
  ])('A stop of an offline device stays unconfirmed when %s reads rest from its past', async (_, reads) => {
    const core = startedWith({ workMinutes: 30 });
    core.http
      .reply(getDetail, offline)
      .reply(checkDevice, check('DEVICE_WORKING'))
      .reply(stopDevice)
      .reply(readLatest, aReport());
    const stopping = core.get(StopTreatment).stop('DEV0001');
    expect(await within(core, 5_000, stopping)).toEqual({ kind: 'offline' });
    await core.clock.advance(30_000);
    core.http.reply(checkDevice, check('DEVICE_FREE')).reply(readLatest, aReport({ onOff: 0 }));
    await reads(core);
    expect(core.get(ResumeTreatment).unconfirmedStops()).toEqual(['DEV0001']);
    core.http.reply(getDetail, online);
    await reads(core);
    expect(core.get(ResumeTreatment).unconfirmedStops()).toEqual([]);
  });

  test('A device that goes offline before it has reported its start may run, although its record says that it rests', async () => {
    const core = startedWith({ workMinutes: 30 });
    core.http
      .reply(getDetail, offline)
      .reply(checkDevice, check('DEVICE_FREE'))
      .reply(readLatest, aReport({ onOff: 0 }));
    await core.clock.advance(MINUTE);
    const reads = async () => (await core.get(ResumeTreatment).lookAt(['DEV0001'])).get('DEV0001');
    expect(await reads()).toMatchObject({ sno: 'DEV0001', isStarting: true });
    core.http.reply(getDetail, online);
    expect(await reads()).toBe('at-rest');
  });
});

test.each([
  ['the screen of the treatment', (core: Away) => void core.get(FollowTreatment).follow('DEV0001', () => undefined)],
  ['the bar of another screen', (core: Away) => void core.get(ResumeTreatment).lookAt(['DEV0001'])],
])(
  'A device that runs longer than it was started for may run until the reported time is over, once %s has seen it',
  async (_, sees) => {
    const core = await awayFromTheTreatment();
    core.http
      .reply(enterPage, refused('500'))
      .reply(readLatest, aReport({ workTime: 60, useTime: 1 }))
      .reply(checkDevice, check('DEVICE_WORKING'));
    sees(core);
    await core.clock.advance(40 * 60_000);
    expect(core.opens().get(ResumeTreatment).mayRun()).toEqual(['DEV0001']);
    await core.clock.advance(25 * 60_000);
    expect(core.opens().get(ResumeTreatment).mayRun()).toEqual([]);
  },
);

type Away = Awaited<ReturnType<typeof awayFromTheTreatment>>;

test('The bar records a lost start as started once the server says that the device runs for this user', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  await core.starting.begin(bio);
  core.http.reply(readLatest, aReport()).reply(checkDevice, check('DEVICE_WORKING'));
  await core.get(ResumeTreatment).lookAt(['DEV0001']);
  expect([core.treatments.started.get()?.ran, core.treatments.pendingStarts.get()]).toEqual([true, undefined]);
});
