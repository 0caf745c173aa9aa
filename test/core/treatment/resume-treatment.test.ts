import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../../src/core/device/api.ts';
import { EnterDevice } from '../../../src/core/entry/enter-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { Queries } from '../../../src/core/queries.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { StartTreatment } from '../../../src/core/treatment/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop-treatment.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp, within } from '../../helpers/create-test-app.ts';
import { refused, type Reply } from '../../helpers/fake-server.ts';
import { bio } from '../../helpers/on-the-menu.ts';
import { aDevice, aPage, aReport, online } from '../../helpers/wire.ts';

const ME = '?accessToken=token-2&openid=openid-1';

const check = (status: string) => ({ ownerId: 'shop-1', status });
const toProcess = { kind: 'go', destination: { to: 'process', sno: 'DEV0001' } };
const toMy = { kind: 'go', destination: { to: 'my' } };

/** Somebody started DEV0001, and the messaging app threw the page away. */
async function awayFromTheTreatment({ isShare = false } = {}) {
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
    .reply(checkDevice, check('DEVICE_WORKING'));
  core.at({ sno: 'DEV0001', isShare });
  await core.get(StartTreatment).begin(bio);
  await core.clock.advance(60_000);
  const opens = (query = ME) => {
    core.storage.clear('session');
    core.http.sent.length = 0;
    return createTestApp({ adapters: core.adapters, query });
  };
  return { ...core, opens };
}

/** The device stands still as soon as it is told to stop. */
async function stopsIt({ http, get }: Pick<Awaited<ReturnType<typeof awayFromTheTreatment>>, 'http' | 'get'>) {
  http.reply(readLatest, aReport({ useTime: 1 }), aReport({ onOff: 0 }));
  expect(await get(StopTreatment).stop('DEV0001')).toMatchObject({ kind: 'stopped' });
}

const arrives = (core: Pick<Awaited<ReturnType<typeof awayFromTheTreatment>>, 'get'>) => core.get(EnterDevice).arrive();

describe('opening the app while a treatment runs', () => {
  test('leads straight to it, and its device is the current one', async () => {
    const core = (await awayFromTheTreatment()).opens();
    expect(await arrives(core)).toEqual(toProcess);
    expect([core.current.selected, core.current.operatorId, core.current.isWorking]).toEqual([
      { sno: 'DEV0001', isShare: false },
      'shop-1',
      true,
    ]);
    expect(core.http.sent).toHaveLength(2);
  });

  test('keeps a shared device shared: the next start deducts nothing there', async () => {
    const away = await awayFromTheTreatment({ isShare: true });
    const core = away.opens();
    await arrives(core);
    expect(core.current.selected).toEqual({ sno: 'DEV0001', isShare: true });
  });

  test.each(['&sno=DEV0001', '&pageType=device', '&pageType=device&sno=DEV0002'])(
    'leads to it by a link with %s as well',
    async (link) => {
      expect(await arrives((await awayFromTheTreatment()).opens(ME + link))).toEqual(toProcess);
    },
  );

  test('the account’s link opens the account', async () => {
    const core = (await awayFromTheTreatment()).opens(`${ME}&pageType=account&sno=DEV0001`);
    expect(await arrives(core)).toEqual(toMy);
    expect(core.http.sent).toEqual([]);
  });

  test('another device’s code is another wish', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, check('DEVICE_LOCKED'));
    expect(await arrives(away.opens(`${ME}&sno=DEV0002`))).toEqual({ kind: 'notice', reason: 'locked' });
    away.http.reply(checkDevice, ({ body }) => check(body.includes('DEV0002') ? 'DEVICE_LOCKED' : 'DEVICE_WORKING'));
    expect(await arrives(away.opens(`${ME}&sno=DEV0002`))).toEqual({ kind: 'notice', reason: 'locked' });
  });

  test('an assistant whose device runs is not asked for whom', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(getUser, { mobile: '138', assist: true });
    expect(await arrives(away.opens(`${ME}&sno=DEV0001`))).toEqual(toProcess);
  });
});

describe('nobody is led to what does not run for them', () => {
  test.each<[string, Reply<typeof checkDevice>, Reply<typeof readLatest>]>([
    ['somebody else has started the device', check('DEVICE_USED'), aReport()],
    ['the device stands still', check('DEVICE_WORKING'), aReport({ onOff: 0 })],
    ['its minutes are over', check('DEVICE_WORKING'), aReport({ workTime: 0 })],
    ['the server refuses', refused('500'), aReport()],
    ['the line is down', new Problem('timeout'), new Problem('timeout')],
  ])('where %s', async (_, checked, report) => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, checked).reply(readLatest, report);
    expect(await arrives(away.opens())).toEqual(toMy);
  });

  test('a server that does not answer keeps nobody for longer than four seconds', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, () => away.clock.sleep(60_000).then(() => check('DEVICE_WORKING')));
    expect(await within(away, 4_000, arrives(away.opens()))).toEqual(toMy);
  });

  test('where its own code leads somewhere else by now, that is where it goes', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(checkDevice, check('DEVICE_USING')).reply(readLatest, aReport({ onOff: 0 }));
    expect(await arrives(away.opens(`${ME}&sno=DEV0001`))).toEqual({
      kind: 'go',
      destination: { to: 'mode-menu', isShare: false },
    });
  });

  test('after a stop, nor after its time is over: then nobody is even asked', async () => {
    const stopped = await awayFromTheTreatment();
    await stopsIt(stopped);
    const core = stopped.opens();
    expect([await arrives(core), core.http.sent]).toEqual([toMy, []]);
    const over = await awayFromTheTreatment();
    await over.clock.advance(40 * 60_000);
    const later = over.opens();
    expect([await arrives(later), later.http.sent]).toEqual([toMy, []]);
  });

  test('and somebody else on the same phone finds nothing of it', async () => {
    const core = (await awayFromTheTreatment()).opens('?accessToken=token-9&openid=openid-9');
    expect([await arrives(core), core.http.sent]).toEqual([toMy, []]);
    expect(core.treatments.started.get()).toBeUndefined();
  });
});

describe('the devices on lease', () => {
  const looking = (core: Awaited<ReturnType<typeof awayFromTheTreatment>>) => {
    const opened = core.opens();
    return { opened, running: () => opened.get(ResumeTreatment).running(opened.get(Queries).devices()) };
  };

  test('show what was started here, with its name, its mode and the instant it began', async () => {
    const away = await awayFromTheTreatment();
    const began = away.clock.now() - 60_000;
    const [only, ...others] = await looking(away).running();
    expect(only).toMatchObject({
      sno: 'DEV0001',
      name: '理疗仪一号',
      operatorId: 'shop-1',
      mode: 'bio',
      beganAt: began,
    });
    expect(others).toEqual([]);
  });

  test('show what runs for the user wherever it was started, agent rentals included, and nothing that runs for others', async () => {
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
    const { opened, running } = looking(away);
    expect((await running()).map(({ sno }) => sno)).toEqual(['DEV0002']);
    expect(opened.http.bodies(checkDevice)).toHaveLength(3);
  });

  test('are asked about four at most', async () => {
    const away = await awayFromTheTreatment();
    await stopsIt(away);
    away.http.reply(
      listDevices,
      Array.from({ length: 20 }, (_, index) => aDevice({ sno: `DEV1${index}` })),
    );
    const { opened, running } = looking(away);
    await running();
    expect([opened.http.bodies(checkDevice).length, opened.http.bodies(readLatest).length]).toEqual([4, 4]);
  });

  test('need not come for what was started here to be found', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(listDevices, new Problem('timeout'));
    expect(await looking(away).running()).toMatchObject([{ sno: 'DEV0001' }]);
  });

  test('each bear their own name, and whether they are shared with the user', async () => {
    const away = await awayFromTheTreatment();
    await stopsIt(away);
    away.http
      .reply(listDevices, [
        aDevice({ deviceName: '客厅' }),
        aDevice({ sno: 'DEV0002', deviceName: '卧室', shareUserId: 'u-6' }),
      ])
      .reply(readLatest, aReport({ useTime: 7 }));
    expect(await looking(away).running()).toMatchObject([
      { sno: 'DEV0001', name: '客厅', isShare: false, beganAt: away.clock.now() - 7 * 60_000 },
      { sno: 'DEV0002', name: '卧室', isShare: true, beganAt: away.clock.now() - 7 * 60_000 },
    ]);
  });

  test('began when they say, although another was started here', async () => {
    const away = await awayFromTheTreatment();
    away.http.reply(listDevices, [aDevice(), aDevice({ sno: 'DEV0002' })]).reply(readLatest, aReport({ useTime: 1 }));
    await away.clock.advance(30_000);
    const [here, other] = await looking(away).running();
    expect([here?.beganAt, other?.beganAt]).toEqual([away.clock.now() - 90_000, away.clock.now() - 60_000]);
  });
});

describe('what was started here is taken to run', () => {
  const MINUTE = 60_000;
  const startedWith = (state: { workMinutes?: number }) => {
    const core = createTestApp();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state });
    return core;
  };

  test.each([
    ['until five minutes after its end', { workMinutes: 30 }, 35 * MINUTE],
    ['for a day where its minutes are not known', {}, 24 * 60 * MINUTE],
  ])('%s', async (_, state, longest) => {
    const core = startedWith(state);
    await core.clock.advance(longest - 1);
    expect(core.get(ResumeTreatment).remembered()).toBe('DEV0001');
    await core.clock.advance(1);
    expect(core.get(ResumeTreatment).remembered()).toBeUndefined();
  });

  test.each([true, false])(
    'after the server was asked for this device and as whom it is rented: on behalf of a customer %s',
    async (assist) => {
      const core = startedWith({ workMinutes: 30 });
      if (assist) core.current.setAssist(true);
      core.http.reply(checkDevice, check('DEVICE_WORKING')).reply(readLatest, aReport());
      await core.get(ResumeTreatment).resume();
      expect([core.http.data(checkDevice), core.http.data(readLatest)]).toEqual([
        [{ sno: 'DEV0001', assist }],
        ['DEV0001'],
      ]);
    },
  );

  test('when the server takes three seconds to say so', async () => {
    const core = startedWith({ workMinutes: 30 });
    core.http.reply(checkDevice, check('DEVICE_WORKING')).reply(readLatest, async () => {
      await core.clock.sleep(3_000);
      return aReport();
    });
    expect(await within(core, 3_000, core.get(ResumeTreatment).resume())).toEqual({ to: 'process', sno: 'DEV0001' });
  });

  test('while the server calls it working and tells nothing of its state', async () => {
    const core = startedWith({ workMinutes: 30 });
    core.http
      .reply(checkDevice, check('DEVICE_WORKING'))
      .reply(readLatest, null, aReport({ onOff: null }), aReport({ onOff: 0 }));
    const seen: unknown[] = [];
    for (let time = 0; time < 3; time += 1)
      seen.push((await core.get(ResumeTreatment).lookAt(['DEV0001'])).get('DEV0001'));
    expect(seen).toEqual(['unknown', 'unknown', 'at-rest']);
  });

  test('by nobody who started nothing: no question is asked', async () => {
    const core = createTestApp();
    expect([await core.get(ResumeTreatment).resume(), core.http.sent]).toEqual([undefined, []]);
  });
});
