import { describe, expect, test } from 'vitest';
import { checkDevice, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { WaitForDevice } from '../../../src/core/treatment/follow/wait-for-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf, within } from '../../helpers/create-test-app.ts';
import { httpResponse } from '../../helpers/fake-server.ts';
import { followedDevice } from '../../helpers/followed-device.ts';
import { aReport, offline, online } from '../../helpers/wire.ts';

const FREE = { ownerId: 'shop-1', status: 'DEVICE_FREE' };

describe('WaitForDevice', () => {
  test.each([
    ['running', aReport(), online, 'reached'],
    ['idle', aReport({ onOff: 0 }), online, 'reached'],
    ['running', aReport({ onOff: 0 }), online, 'timeout'],
    ['running', aReport({ workTime: 0 }), online, 'timeout'],
    ['idle', aReport({ workTime: 0 }), online, 'reached'],
    ['running', aReport(), offline, 'timeout'],
    ['idle', aReport({ onOff: 0 }), offline, 'timeout'],
    ['online', aReport(), online, 'reached'],
    ['online', aReport(), offline, 'timeout'],
    ['offline', aReport(), offline, 'reached'],
    ['offline', aReport(), online, 'timeout'],
  ] as const)(
    'Waiting for a device to be %s ends as reached or as a timeout: case %#',
    async (goal, report, detail, outcome) => {
      const core = followedDevice();
      core.http.reply(readLatest, report).reply(getDetail, detail).reply(checkDevice, FREE);
      expect(await within(core, 30_000, core.get(WaitForDevice).wait('DEV0001', goal, 30_000))).toMatchObject({
        kind: outcome,
      });
      expect([core.clock.pending, core.channel.openConnections]).toEqual([0, 0]);
    },
  );

  test.each([
    ['idle', 'is not named', null, 'timeout'],
    ['idle', 'is named as online', '在线', 'reached'],
    ['running', 'is not named', null, 'timeout'],
    ['running', 'is named as online', '在线', 'reached'],
  ] as const)(
    'Waiting for %s believes the report of a device that the check calls offline or not: its connection %s',
    async (goal, _, onlineStatusDesc, outcome) => {
      const core = followedDevice();
      core.http
        .reply(readLatest, aReport({ onOff: goal === 'idle' ? 0 : 1 }))
        .reply(getDetail, { ...online, onlineStatusDesc })
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
      const waiting = core.get(WaitForDevice).wait('DEV0001', goal, 30_000);
      expect(await within(core, 30_000, waiting)).toMatchObject({ kind: outcome });
    },
  );

  test('Waiting for a device ends when the state arrives', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, FREE);
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'running', 300_000);
    await core.clock.advance(25_000);
    core.push({ OnOff: 1 });
    expect(await waiting).toEqual({ kind: 'reached' });
    expect(core.clock.pending).toBe(0);
  });

  test.each([
    ['the server calls working', 'DEVICE_WORKING', 'timeout'],
    ['the server calls rented', 'DEVICE_USING', 'reached'],
    ['has a status that this program does not know', 'DEVICE_NEW', 'timeout'],
  ] as const)(
    'Waiting for rest after a start with a lost answer believes the report of a device that %s or not',
    async (_, status, outcome) => {
      const core = followedDevice();
      const settings = { auxiliary: 'none', workMinutes: 30 } as const;
      core
        .get(TreatmentLog)
        .record({ type: 'startSent', start: { sno: 'DEV0001', settings, key: 'k', at: core.clock.now() } });
      core.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, { ownerId: 'shop-1', status });
      const waiting = core.get(WaitForDevice).wait('DEV0001', 'idle', 30_000);
      expect(await within(core, 30_000, waiting)).toMatchObject({ kind: outcome });
      expect(core.clock.pending).toBe(0);
    },
  );

  test.each([
    ['calls working', 'DEVICE_WORKING', 'timeout'],
    ['calls started by somebody else', 'DEVICE_USED', 'timeout'],
    ['calls free', 'DEVICE_FREE', 'reached'],
    ['gives a status that this program does not know', 'DEVICE_NEW', 'reached'],
  ] as const)(
    'Waiting for rest believes the report of a device that another phone may have started, and that the server %s, or not',
    async (_, status, outcome) => {
      const core = followedDevice();
      core.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, { ownerId: 'shop-1', status });
      const waiting = core.get(WaitForDevice).wait('DEV0001', 'idle', 30_000);
      expect(await within(core, 30_000, waiting)).toMatchObject({ kind: outcome });
      expect(core.clock.pending).toBe(0);
    },
  );

  test.each([
    ['calls free', 'DEVICE_FREE', 'timeout'],
    ['gives a status that this program does not know', 'DEVICE_NEW', 'timeout'],
    ['calls working', 'DEVICE_WORKING', 'reached'],
    ['calls started by somebody else', 'DEVICE_USED', 'reached'],
  ] as const)(
    'Waiting for a run after a stop that no report confirmed believes the report of a device that the server %s, or not',
    async (_, status, outcome) => {
      const core = followedDevice();
      core.get(TreatmentLog).record({ type: 'stopUnconfirmed', sno: 'DEV0001' });
      core.http.reply(readLatest, aReport()).reply(checkDevice, { ownerId: 'shop-1', status });
      const waiting = core.get(WaitForDevice).wait('DEV0001', 'running', 30_000);
      expect(await within(core, 30_000, waiting)).toMatchObject({ kind: outcome });
      expect(core.clock.pending).toBe(0);
    },
  );

  test('Waiting for rest after a start with a lost answer goes on once the device has run', async () => {
    const core = followedDevice();
    const settings = { auxiliary: 'none', workMinutes: 30 } as const;
    core
      .get(TreatmentLog)
      .record({ type: 'startSent', start: { sno: 'DEV0001', settings, key: 'k', at: core.clock.now() } });
    core.http
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'idle', 3_600_000);
    core.http.reply(readLatest, aReport({ onOff: 1 }));
    await core.clock.advance(60_000);
    expect(core.channel.openConnections).toBe(1);
    core.http
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    await core.clock.advance(21_000);
    expect(await waiting).toEqual({ kind: 'reached' });
  });

  test.each(['idle', 'running'] as const)(
    'Waiting for a device to be %s ends without a doubt about an earlier report once the device reports otherwise',
    async (goal) => {
      const core = followedDevice();
      const reports = (isGoal: boolean) =>
        core.http.reply(readLatest, aReport({ onOff: (goal === 'running') === isGoal ? 1 : 0 }));
      core.http
        .reply(getDetail, { ...online, onlineStatusDesc: null })
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
      reports(true);
      const waiting = core.get(WaitForDevice).wait('DEV0001', goal, 120_000);
      await core.clock.advance(30_000);
      reports(false);
      core.http.reply(getDetail, online);
      const ended = await within(core, 90_000, waiting);
      expect(ended).toMatchObject({ kind: 'timeout', online: true, doubt: undefined });
    },
  );

  test.each([
    ['running', 0, 'startSent', 'may-start'],
    ['idle', 1, 'stopUnconfirmed', 'may-have-stopped'],
  ] as const)(
    'Waiting for a device to be %s doubts a last report that says otherwise and may be older than what was sent from here',
    async (goal, onOff, sent, doubt) => {
      const core = followedDevice();
      const settings = { auxiliary: 'none', workMinutes: 30 } as const;
      const start = { sno: 'DEV0001', settings, key: 'k', at: core.clock.now() };
      core.get(TreatmentLog).record(sent === 'startSent' ? { type: sent, start } : { type: sent, sno: 'DEV0001' });
      core.http.reply(readLatest, aReport({ onOff })).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_NEW' });
      const waiting = core.get(WaitForDevice).wait('DEV0001', goal, 30_000);
      expect(await within(core, 30_000, waiting)).toMatchObject({ kind: 'timeout', online: true, doubt });
    },
  );

  test('Waiting for a device ends when the session ends', async () => {
    const core = followedDevice();
    const waiting = problemOf(core.get(WaitForDevice).wait('DEV0001', 'idle', 300_000));
    await core.clock.advance(1_000);
    core.http.reply(readLatest, httpResponse({ status: 401 }));
    await core.clock.advance(10_000);
    expect([core.clock.pending, core.channel.openConnections]).toEqual([0, 0]);
    expect((await waiting).code).toBe('unauthorized');
  });

  test('Waiting for a device that times out names the problem of the last request', async () => {
    const core = followedDevice();
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'offline', 60_000);
    core.http.reply(readLatest, new Problem('network', { message: 'no answer came: ECONNREFUSED' }));
    await core.clock.advance(60_000);
    expect(await waiting).toMatchObject({
      kind: 'timeout',
      problem: { code: 'network', message: 'no answer came: ECONNREFUSED' },
    });
  });

  test('Waiting for a device survives an outage, and ends when the state arrives after it', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, httpResponse({ status: 404 })).reply(checkDevice, FREE);
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'idle', 300_000);
    await core.clock.advance(30_000);
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    await core.clock.advance(10_000);
    expect(await waiting).toEqual({ kind: 'reached' });
  });

  test('Waiting for a device ends as cancelled when the caller aborts', async () => {
    const core = followedDevice();
    const leaving = new AbortController();
    const waiting = problemOf(core.get(WaitForDevice).wait('DEV0001', 'offline', 300_000, leaving));
    await core.clock.advance(1_000);
    leaving.abort();
    expect((await waiting).code).toBe('cancelled');
    expect(core.clock.pending).toBe(0);
    expect((await problemOf(core.get(WaitForDevice).wait('DEV0001', 'offline', 300_000, leaving))).code).toBe(
      'cancelled',
    );
  });
});
