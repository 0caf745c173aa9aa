import { describe, expect, test } from 'vitest';
import { checkDevice, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { Problem } from '../../../src/core/problem.ts';
import { WaitForDevice } from '../../../src/core/treatment/follow/wait-for-device.ts';
import { problemOf, within } from '../../helpers/create-test-app.ts';
import { httpResponse, refused, type Reply } from '../../helpers/fake-server.ts';
import { followedDevice } from '../../helpers/followed-device.ts';
import { aReport, offline, online } from '../../helpers/wire.ts';

describe('WaitForDevice', () => {
  const settings = { auxiliary: 'none', workMinutes: 30 } as const;
  const says = (status: string) => ({ ownerId: 'shop-1', status });
  const started = (core: ReturnType<typeof followedDevice>) =>
    core
      .get(TreatmentLog)
      .record({ type: 'startSent', start: { sno: 'DEV0001', settings, key: 'k', at: core.clock.now() } });
  const stopped = (core: ReturnType<typeof followedDevice>) =>
    core.get(TreatmentLog).record({ type: 'stopUnconfirmed', sno: 'DEV0001' });
  const [on, off, out] = [aReport(), aReport({ onOff: 0 }), aReport({ workTime: 0 })];
  const unnamed = { ...online, onlineStatusDesc: null };

  test.each<{
    goal: Parameters<WaitForDevice['wait']>[1];
    device: string;
    report: typeof on;
    detail?: Reply<typeof getDetail>;
    status?: string;
    sent?: typeof started;
    is: 'reached' | 'timeout';
  }>([
    { goal: 'running', device: 'runs', report: on, status: 'DEVICE_WORKING', is: 'reached' },
    { goal: 'running', device: 'somebody else runs', report: on, status: 'DEVICE_USED', is: 'reached' },
    { goal: 'running', device: 'has a new status and runs', report: on, status: 'DEVICE_NEW', is: 'reached' },
    ...['DEVICE_FREE', 'DEVICE_USING'].map((status) => ({
      goal: 'running' as const,
      device: `ran according to its record and is ${status}`,
      report: on,
      status,
      is: 'timeout' as const,
    })),
    { goal: 'idle', device: 'rests', report: off, is: 'reached' },
    { goal: 'running', device: 'rests', report: off, is: 'timeout' },
    { goal: 'running', device: 'has no minutes left', report: out, is: 'timeout' },
    { goal: 'idle', device: 'has no minutes left', report: out, is: 'reached' },
    { goal: 'running', device: 'is offline and ran', report: on, detail: offline, is: 'timeout' },
    { goal: 'idle', device: 'is offline and rested', report: off, detail: offline, is: 'timeout' },
    { goal: 'online', device: 'is online', report: on, is: 'reached' },
    { goal: 'online', device: 'is offline', report: on, detail: offline, is: 'timeout' },
    { goal: 'offline', device: 'is offline', report: on, detail: offline, is: 'reached' },
    { goal: 'offline', device: 'is online', report: on, is: 'timeout' },
    ...(['idle', 'running'] as const).flatMap((goal) => {
      const report = goal === 'idle' ? off : on;
      const check = { goal, report, status: 'DEVICE_OFFLINE' };
      return [
        { ...check, device: 'only the check calls offline', detail: unnamed, is: 'timeout' as const },
        {
          ...check,
          device: 'the check still calls offline',
          is: goal === 'idle' ? ('timeout' as const) : ('reached' as const),
        },
      ];
    }),
    { goal: 'idle', device: 'somebody else may have started', report: off, status: 'DEVICE_USED', is: 'timeout' },
    { goal: 'idle', device: 'another phone may have started', report: off, status: 'DEVICE_WORKING', is: 'timeout' },
    { goal: 'idle', device: 'has a new status', report: off, status: 'DEVICE_NEW', is: 'reached' },
    {
      goal: 'idle',
      device: 'works after a start without an answer',
      report: off,
      status: 'DEVICE_WORKING',
      sent: started,
      is: 'timeout',
    },
    {
      goal: 'idle',
      device: 'is rented after a start without an answer',
      report: off,
      status: 'DEVICE_USING',
      sent: started,
      is: 'reached',
    },
    {
      goal: 'idle',
      device: 'has a new status after a start without an answer',
      report: off,
      status: 'DEVICE_NEW',
      sent: started,
      is: 'timeout',
    },
    ...(
      [
        ['DEVICE_FREE', 'timeout'],
        ['DEVICE_NEW', 'timeout'],
        ['DEVICE_WORKING', 'reached'],
        ['DEVICE_USED', 'reached'],
      ] as const
    ).map(([status, is]) => ({
      goal: 'running' as const,
      device: `is ${status} after a stop that no report confirmed`,
      report: on,
      status,
      sent: stopped,
      is,
    })),
  ])(
    'Waiting for "$goal" of a device that $device ends as $is',
    async ({ goal, report, detail = online, status = 'DEVICE_FREE', sent, is }) => {
      const core = followedDevice();
      sent?.(core);
      core.http.reply(readLatest, report).reply(getDetail, detail).reply(checkDevice, says(status));
      const waiting = core.get(WaitForDevice).wait('DEV0001', goal, 30_000);
      expect(await within(core, 30_000, waiting)).toMatchObject({ kind: is });
      expect([core.clock.pending, core.channel.openConnections]).toEqual([0, 0]);
    },
  );

  test.each([
    ['idle', off, 'DEVICE_USED'],
    ['running', on, 'DEVICE_USING'],
  ] as const)(
    'Waiting for "%s" believes no record of it while the server fails to say whether the device works',
    async (goal, record, status) => {
      for (const failure of [refused(500, '系统繁忙'), httpResponse({ status: 503 }), new Problem('timeout')]) {
        const core = followedDevice();
        core.http.reply(readLatest, record).reply(checkDevice, failure);
        const waiting = core.get(WaitForDevice).wait('DEV0001', goal, 60_000);
        await core.clock.advance(25_000);
        core.http.reply(checkDevice, says(status));
        expect(await within(core, 60_000, waiting)).toMatchObject({ kind: 'timeout' });
      }
    },
  );

  test('Waiting for a run believes no record of the own treatment once the server says that the device works for nobody', async () => {
    const core = followedDevice();
    const treatment = {
      sno: 'DEV0001',
      at: core.clock.now(),
      state: { function: 'bio', workMinutes: 30 },
      ran: true,
    } as const;
    core.get(TreatmentLog).record({ type: 'startTookEffect', treatment });
    await core.clock.advance(60_000);
    core.http.reply(readLatest, aReport({ useTime: 1 })).reply(checkDevice, says('DEVICE_USING'));
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'running', 30_000);
    expect(await within(core, 30_000, waiting)).toMatchObject({ kind: 'timeout', doubt: 'may-have-ended' });
  });

  test('Waiting for rest goes on until the server has said that the device works for nobody', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, off).reply(checkDevice, refused(500, '系统繁忙'), says('DEVICE_USING'));
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'idle', 60_000);
    await core.clock.advance(20_000);
    expect(await waiting).toEqual({ kind: 'reached' });
  });

  test('Waiting for a run that the record still shows of the last one ends when the device reports it', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, on).reply(checkDevice, says('DEVICE_FREE'));
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'running', 300_000);
    await core.clock.advance(25_000);
    core.push({ OnOff: 0 });
    core.push({ OnOff: 1 });
    core.http.reply(checkDevice, says('DEVICE_WORKING'));
    await core.clock.advance(10_000);
    expect(await waiting).toEqual({ kind: 'reached' });
  });

  test.each([
    ['running', off, 1],
    ['idle', on, 0],
  ] as const)(
    'Waiting for "%s" ends at once with the report of it that comes while the server is asked about the one before',
    async (goal, before, onOff) => {
      const core = followedDevice();
      if (goal === 'idle') stopped(core);
      core.http.reply(readLatest, before).reply(checkDevice, async () => {
        await core.clock.sleep(1_000);
        return says(goal === 'running' ? 'DEVICE_WORKING' : 'DEVICE_USING');
      });
      const waiting = core.get(WaitForDevice).wait('DEV0001', goal, 5_000);
      await core.clock.advance(500);
      core.push({ OnOff: onOff });
      await core.clock.advance(4_500);
      expect(await waiting).toEqual({ kind: 'reached' });
    },
  );

  test('Waiting for rest after a start with a lost answer goes on once the device has run', async () => {
    const core = followedDevice();
    started(core);
    core.http.reply(readLatest, off).reply(checkDevice, says('DEVICE_WORKING'));
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
      if (goal === 'running') core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
      const ended = await within(core, 90_000, waiting);
      expect(ended).toMatchObject({ kind: 'timeout', online: true, doubt: undefined });
    },
  );

  test.each([
    ['running', off, started, 'may-start'],
    ['idle', on, stopped, 'may-have-stopped'],
  ] as const)(
    'Waiting for a device to be %s doubts a last report that says otherwise and may be older than what was sent from here',
    async (goal, report, sent, doubt) => {
      const core = followedDevice();
      sent(core);
      core.http.reply(readLatest, report).reply(checkDevice, says('DEVICE_NEW'));
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

  test('Waiting for a device survives an outage, and ends when the state arrives after it', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, httpResponse({ status: 404 })).reply(checkDevice, says('DEVICE_FREE'));
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
