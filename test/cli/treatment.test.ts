import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { aCard, aDevice, aLeaseOrder, aPage, aReport, aSheet, offline, online } from '../helpers/wire.ts';
import { until } from '../helpers/until.ts';
import { type Ended, SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
/** The reports of the fake device: it is stopped at first, and again after a stop command. */
let report: ReturnType<typeof aReport>;
const SNO = 'DEV0001';

beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [aDevice()])
    .reply(listCards, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
    .reply(getDetail, online)
    .reply(readLatest, () => report)
    .reply(startDevice, ({ body }) => {
      report = { ...(JSON.parse(body) as { data: object }).data, OnOff: 1, UseTime: 0 };
      return report;
    })
    .reply(stopDevice, () => {
      report = aReport({ onOff: 0 });
      return null;
    });
  report = aReport({ onOff: 0 });
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const started = () => terminal.http.data(startDevice);

describe('treatment start', () => {
  test('treatment start starts a rented device and prints how it runs', async () => {
    const { code, json } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--json', 'sno,on,mode,minutes');
    expect([code, json()]).toEqual([0, { sno: SNO, on: true, mode: 'bio', minutes: 30 }]);
    expect(started()).toEqual([{ sno: SNO, WortTime: 30, Function: 1, SubFunction: 1, Voltage: 6, Freq: 1, Grade: 4 }]);
  });

  test('treatment start tells what the device reports from what was asked for', async () => {
    terminal.http.reply(startDevice, () => {
      report = { onOff: 1, function: 1 };
      return { OnOff: 1 };
    });
    const { code, json } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--infrared', '3', '--json');
    expect([code, json()]).toEqual([
      0,
      expect.objectContaining({ on: true, mode: 'bio', minutes: null, voltage: null, infrared: null, asAsked: null }),
    ]);
  });

  test.each([
    ['still calls the device free', 'DEVICE_FREE'],
    ['calls the device rented already', 'DEVICE_USING'],
  ])(
    'treatment start of a device whose rental was paid a moment ago and is not listed yet says that it is paid, also where the check %s',
    async (_, status) => {
      const paid = aLeaseOrder({ status: '支付完成', statusCode: 5 });
      terminal.http.reply(getLeaseOrder, aLeaseOrder(), paid).reply(prePay, aSheet).reply(listDevices, []);
      terminal.http.reply(listShares, []).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
      expect((await physio('order', 'pay', 'L-100', '--yes')).code).toBe(0);
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status });
      const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
      expect([code, started()]).toEqual([1, []]);
      expect(stderr).toContain('It is paid: trying again neither charges nor deducts a use twice.');
      expect(stderr).toContain('The server does not list yet what was ordered.');
    },
  );

  test('treatment start names the settings that the device has not reported', async () => {
    terminal.http.reply(startDevice, () => {
      report = { onOff: 1, function: 3 };
      return null;
    });
    expect((await physio('treatment', 'start', SNO, '--mode', 'sleep')).stdout).toBe(
      `Started ${SNO}: sleep. The device has not reported its auxiliary, minutes.\n`,
    );
  });

  test.each(['device show', 'support'])(
    '%s does not call a device idle by a report from before its start',
    async (command) => {
      terminal.http.reply(startDevice, new Problem('timeout'));
      expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stderr).toContain('may still start');
      const { stdout } = await physio(...command.split(' '), SNO);
      expect(stdout).toMatch(/state\W+unknown/);
      expect(stdout).not.toMatch(/state\W+idle/);
    },
  );

  test('device watch does not call a device idle by a report from before its start', async () => {
    terminal.http.reply(startDevice, new Problem('timeout'));
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    const before = terminal.http.data(readLatest).length;
    const interruption = new AbortController();
    const watching = terminal.physio(['device', 'watch', SNO], { ...SIGNED_IN, columns: 200, interruption });
    await vi.waitFor(() => expect(terminal.http.data(readLatest).length).toBeGreaterThan(before));
    interruption.abort();
    expect((await watching).stdout).toContain('unknown (last report: idle)');
  });

  test('A second treatment start within seconds succeeds only after the device reports that it runs', async () => {
    let reads = 0;
    let second: Promise<Ended> | undefined;
    terminal.http.reply(startDevice).reply(readLatest, () => {
      if ((reads += 1) === 2) second = physio('treatment', 'start', SNO, '--mode', 'bio');
      return aReport({ onOff: reads > 3 ? 1 : 0 });
    });
    const first = physio('treatment', 'start', SNO, '--mode', 'bio');
    await first;
    expect([(await second)?.code, (await second)?.stdout]).toEqual([
      0,
      `${SNO} is already running: bio, 30 min. Nothing was changed.\n`,
    ]);
    expect(await first).toMatchObject({ code: 0, stdout: `Started ${SNO}: bio, 30 min\n` });
    expect(started()).toHaveLength(1);
  });

  test('After a share has ended, a start takes a use of the card only with consent', async () => {
    const shared = [aDevice({ shareUserId: 'u7', shareUserName: '老王', expirationTime: null })];
    terminal.http
      .reply(listDevices, shared)
      .reply(listShares, [{ mobile: '13800000001', ctime: '2026-03-01 08:00:00' }]);
    expect(await physio('device', 'enter', SNO)).toMatchObject({ code: 0 });
    terminal.http
      .reply(listDevices, [])
      .reply(listShares, [])
      .reply(listCards, aPage(aCard({ sysUserId: 'shop-1', money: 5 })))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).not.toBe(0);
    expect(started()).toEqual([]);
    expect(await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes')).toMatchObject({ code: 0 });
  });

  test('What an earlier command entered does not change what a start means', async () => {
    terminal.http
      .reply(getUser, { mobile: '13800000001', assist: true })
      .reply(listDevices, [])
      .reply(listCards, aPage(aCard({ sysUserId: 'shop-1', money: 5 })))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    expect(await physio('device', 'enter', SNO, '--assist')).toMatchObject({ code: 0 });
    const before = terminal.http.data(checkDevice).length;
    await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
    const asked = terminal.http.data(checkDevice).slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((data) => (data as { assist: boolean }).assist)).toEqual([]);
  });

  test('treatment start --mode custom sends the given settings', async () => {
    const custom = [
      '--minutes',
      '40',
      '--function',
      'bio',
      '--voltage',
      '8',
      '--frequency',
      '11',
      '--waveform',
      '2',
      '--quantum-chamber',
    ];
    expect((await physio('treatment', 'start', SNO, '--mode', 'custom', ...custom)).code).toBe(0);
    expect(started()).toEqual([{ sno: SNO, WortTime: 40, Function: 1, SubFunction: 2, Voltage: 8, Freq: 11, Wave: 2 }]);
  });

  test('treatment start lists the valid values for an invalid setting', async () => {
    for (const [options, word] of [
      [['--mode', 'bio', '--minutes', '31'], '30, 40, 50'],
      [['--mode', 'custom', '--voltage', '9'], '1 (3000 V)'],
      [['--mode', 'sleep', '--voltage', '3'], '--voltage does not apply to mode sleep; omit it, or use --mode custom'],
      [
        ['--mode', 'custom', '--function', 'light', '--voltage', '3'],
        '--voltage does not apply to function light; omit it, or use --function bio',
      ],
      [['--mode', 'custom', '--infrared', '2', '--quantum-chamber'], 'cannot be combined'],
      [['--mode', 'turbo'], 'bio, light, sleep, quantum, custom'],
    ] as const) {
      const { code, stderr } = await physio('treatment', 'start', SNO, ...options);
      expect([code, stderr]).toEqual([2, expect.stringContaining(word)]);
    }
    expect(terminal.http.sent).toEqual([]);
  });

  test('treatment start names the operator with whom no uses are left to a customer who has uses with another', async () => {
    terminal.http
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
      .reply(listDevices, [])
      .reply(listCards, aPage(aCard({ sysUserId: 'shop-2' })));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'light', '--yes');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('No uses are left with operator shop-1, and this account does not rent the device.'),
    ]);
  });

  test('treatment start deducts a use only after confirmation, and says so where nobody was asked', async () => {
    terminal.http.reply(listCards, aPage(aCard()));
    const off = await physio('treatment', 'start', SNO, '--mode', 'light');
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const no = await terminal.physio(['treatment', 'start', SNO, '--mode', 'light'], { ...SIGNED_IN, types: '' });
    expect([no.code, no.stderr]).toEqual([3, expect.stringContaining('one of 3 uses')]);
    expect(started()).toEqual([]);
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'light', '--yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('one of 3 uses at 康健店')]);
    expect(started()).toHaveLength(1);
  });

  test.each([
    ['this account rents the device', {}, 'one of 3 uses', 3],
    ['this account rents the device for a customer', { assist: true }, 'the last use', 1],
    ['this account rents another device', { sno: 'OTHER01' }, 'one of 3 uses', 3],
  ])(
    'treatment start does not ask to deduct a use where %s, so that the server may take none',
    async (_, row, uses, money) => {
      terminal.http.reply(listDevices, [aDevice(row)]).reply(listCards, aPage(aCard({ money })));
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'sno' in row ? 'DEVICE_FREE' : 'DEVICE_USING' });
      const { stderr } = await physio('treatment', 'start', SNO, '--mode', 'light', '--dry-run');
      expect(stderr).not.toContain('Deduct');
      expect(stderr).toContain(`Start ${SNO}, which may take ${uses} at 康健店?`);
    },
  );

  test('treatment start of a device that is rented by the day does not say that a use was deducted, which the server decides', async () => {
    terminal.http.reply(listCards, aPage(aCard()));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'light', '--yes');
    expect([code, started().length]).toEqual([0, 1]);
    expect(stderr).not.toContain('This start deducts');
    expect(stderr).toContain('The server decides whether this start takes one of 3 uses at 康健店.');
    expect(stderr).toContain('physio card list');
  });

  test.each([
    ['a minute', 60_000, true],
    ['two months', 60 * 86_400_000, false],
  ])('A start that fails %s after the payment says that it is paid: %o', async (_, later, isSaid) => {
    const { clock } = terminal;
    const paidAt = clock.now();
    terminal.http
      .reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder({ status: '支付完成', statusCode: 5 }))
      .reply(startDevice, new Problem('timeout'));
    expect((await physio('order', 'pay', 'L-100', '--yes')).code).toBe(0);
    clock.now = () => paidAt + later;
    const { stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
    expect(stderr).toContain('Start not confirmed');
    expect(stderr.includes('It is paid, and trying again charges nothing.')).toBe(isSaid);
    expect(stderr.includes('may deduct one more use')).toBe(isSaid);
    expect(stderr).not.toContain('nor deducts');
  });

  test('treatment start names the plans when no use is left', async () => {
    terminal.http.reply(listDevices, []);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`physio plan list ${SNO}`)]);
  });

  test('treatment start does not ask to deduct a use for a shared device', async () => {
    terminal.http.reply(listDevices, [aDevice({ shareUserId: '7' })]).reply(listCards, aPage(aCard()));
    expect((await physio('treatment', 'start', SNO, '--mode', 'sleep')).code).toBe(0);
  });

  describe.each([
    ['the server answers so', aReport({ subFunction: 0 }), 1],
    ['the device reports so a moment later', { OnOff: null }, 3],
  ])('a device that starts with other settings than asked: %s', (_, answer, reads) => {
    let uses: number;
    beforeEach(() => {
      uses = 5;
      let readsSince = Infinity;
      const isOn = () => (readsSince += 1) > reads && report.onOff === 1;
      terminal.http
        .reply(listDevices, [])
        .reply(listCards, () => aPage(aCard({ sysUserId: 'shop-1', money: uses })))
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
        .reply(readLatest, () => (isOn() ? report : aReport({ onOff: 0 })))
        .reply(startDevice, () => {
          uses -= 1;
          readsSince = 0;
          report = aReport({ subFunction: 0 });
          return answer;
        });
    });
    const start = (...more: string[]) => physio('treatment', 'start', SNO, '--mode', 'bio', '--yes', ...more);

    test('treatment start says that it has started, and how it runs', async () => {
      const { code, stdout, stderr } = await start();
      expect([code, stdout]).toEqual([
        0,
        `Started ${SNO}, with other settings than asked: bio, 30 min, voltage 6 (11000 V), frequency 1 (50 Hz), waveform 1 (waveform-1), auxiliary none\n`,
      ]);
      expect([stderr.includes('Nothing was changed'), uses]).toEqual([false, 4]);
    });

    test('treatment start --json says started and asAsked false', async () => {
      const { code, json } = await start('--json', 'sno,outcome,asAsked,on');
      expect([code, json()]).toEqual([0, { sno: SNO, outcome: 'started', asAsked: false, on: true }]);
      expect(uses).toBe(4);
    });
  });

  test('treatment start exits with 5 and says so when the device already runs with other settings, even in the same mode', async () => {
    report = aReport({ voltage: 6, useTime: 12 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' }).reply(listCards, aPage(aCard()));
    const gently = ['treatment', 'start', SNO, '--mode', 'bio', '--voltage', '1'];
    const { code, stderr } = await physio(...gently);
    const said = `${SNO} is already running, with other settings than asked: bio, 30 min, voltage 6 (11000 V), frequency 1 (50 Hz), waveform 1 (waveform-1), auxiliary infrared, level 4 (high). Nothing was changed.`;
    expect([code, stderr]).toEqual([5, expect.stringContaining(said)]);
    const json = await physio(...gently, '--json', 'outcome,voltage,usedMinutes');
    expect([json.code, json.json()]).toEqual([5, { outcome: 'already-running', voltage: 6, usedMinutes: 12 }]);
    expect(started()).toEqual([]);
  });

  test('treatment start names the strength of a device that runs stronger than asked', async () => {
    report = aReport({ voltage: 6, useTime: 12 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' }).reply(listCards, aPage(aCard()));
    const { stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--voltage', '1');
    expect(stderr).toContain('with other settings than asked: bio, 30 min, voltage 6 (11000 V)');
  });

  test('treatment start sends nothing to a device that reports a run of which nobody says for whom it is', async () => {
    report = aReport({ useTime: 2 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' }).reply(listCards, aPage(aCard()));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    const said = `${SNO} reports that it is running, and it is not known for whom. Nothing was sent.`;
    expect([code, stderr, started()]).toEqual([5, expect.stringContaining(said), []]);
  });

  test('treatment start succeeds and changes nothing when the device already runs with these settings', async () => {
    report = aReport({ useTime: 2 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { code, stdout } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stdout, started()]).toEqual([
      0,
      `${SNO} is already running: bio, 30 min. Nothing was changed.\n`,
      [],
    ]);
  });

  test('treatment start exits with 5 when the device is offline or locked', async () => {
    for (const status of ['DEVICE_OFFLINE', 'DEVICE_LOCKED']) {
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status });
      expect([status, (await physio('treatment', 'start', SNO, '--mode', 'bio')).code]).toEqual([status, 5]);
    }
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' }).reply(getDetail, offline);
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(5);
    expect(started()).toEqual([]);
  });

  test.each([
    ['that somebody else runs', 'DEVICE_USED', { useTime: 0 }],
    ['that was under way twenty minutes before', 'DEVICE_WORKING', { useTime: 20 }],
  ])('treatment start is not confirmed by a treatment %s', async (_, status, run) => {
    let isSent = false;
    terminal.http
      .reply(startDevice, () => void (isSent = true))
      .reply(readLatest, () => aReport(isSent ? run : { onOff: 0 }))
      .reply(checkDevice, () => ({ ownerId: 'shop-1', status: isSent ? status : 'DEVICE_USING' }));
    const { code, stdout, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringContaining('Start not confirmed')]);
  });

  test('treatment start reports success only after the device reports that it runs, else exits with 3', async () => {
    terminal.http.reply(startDevice);
    const silent = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([silent.code, silent.stdout, silent.stderr]).toEqual([
      3,
      '',
      expect.stringContaining('Start not confirmed; the device may still start'),
    ]);
    let looks = 0;
    terminal.http.reply(readLatest, () => aReport({ onOff: (looks += 1) > 4 ? 1 : 0 }));
    expect(await physio('treatment', 'start', SNO, '--mode', 'bio')).toMatchObject({
      code: 0,
      stdout: `Started ${SNO}: bio, 30 min\n`,
    });
  });

  test.each([
    ['every question', () => false],
    ['every question but one', (asked: number) => asked === 3],
  ])(
    'An accepted start that no report shows blames the device’s silence if the server answers %s',
    async (_, isLost) => {
      let asked = 0;
      terminal.http
        .reply(startDevice)
        .reply(readLatest, () => (isLost((asked += 1)) ? new Problem('timeout') : aReport({ onOff: 0 })));
      const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
      expect([code, stderr]).toEqual([3, expect.stringContaining('No report shows that this start took effect.')]);
      expect(stderr).not.toMatch(/did not answer|Try again/);
    },
  );

  test('treatment start prints the server’s reason when the device did not start', async () => {
    terminal.http.reply(startDevice, refused(500, '设备忙'));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr]).toEqual([1, expect.stringContaining('设备忙')]);
  });
});

describe('treatment stop and treatment show', () => {
  test.each([
    ['the server says nothing else', null, 5, 'is offline'],
    ['the details of the device say online', '在线', 3, 'Could not confirm'],
  ])('A stop of a device that the check calls offline is not called done, and %s', async (_, words, exit, says) => {
    report = aReport({ onOff: 0 });
    terminal.http
      .reply(getDetail, { ...online, onlineStatusDesc: words })
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    const { code, stdout, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stdout, stderr]).toEqual([exit, '', expect.stringContaining(says)]);
  });

  beforeEach(() => {
    report = aReport({ useTime: 2 });
    terminal.http.reply(checkDevice, () => ({
      ownerId: 'shop-1',
      status: report?.onOff === 1 ? 'DEVICE_WORKING' : 'DEVICE_USING',
    }));
  });

  test('treatment stop sends nothing to a device that runs for somebody else', async () => {
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USED' });
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([5, expect.stringContaining('running for somebody else. Nothing was sent')]);
    expect(stderr).toContain('ask the operator');
    expect(stderr).not.toMatch(/stop key/);
    expect(terminal.http.data(stopDevice)).toEqual([]);
  });

  test.each(['DEVICE_FREE', 'DEVICE_USING'])(
    'Nothing is sent to a device that runs otherwise than it was started here, with the status %s',
    async (status) => {
      report = aReport({ onOff: 0 });
      await physio('treatment', 'start', SNO, '--mode', 'bio');
      report = aReport({ function: 3, workTime: 180, useTime: 5 });
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status });
      const words = 'not the treatment started from here, and it is not known for whom it runs. Nothing was sent';
      for (const command of [
        ['stop', SNO, '--yes'],
        ['start', SNO, '--mode', 'bio'],
      ]) {
        const { code, stderr } = await physio('treatment', ...command);
        expect([code, stderr]).toEqual([5, expect.stringContaining(words)]);
        expect(stderr).toContain('If it treats this user, use the device itself');
      }
      expect([terminal.http.data(stopDevice), terminal.http.data(startDevice).length]).toEqual([[], 1]);
      const { stdout } = await physio('treatment', 'show', SNO);
      expect(stdout).toContain('running otherwise than started from here; it is not known for whom');
      expect(stdout).not.toMatch(/sleep|180|voltage|began/);
    },
  );

  test('treatment stop requires confirmation', async () => {
    expect((await physio('treatment', 'stop', SNO)).code).toBe(2);
    expect(terminal.http.sent).toEqual([]);
    expect((await physio('treatment', 'stop', SNO, '--yes', '--json')).json()).toEqual({
      sno: SNO,
      outcome: 'stopped',
    });
  });

  test('treatment stop is sent within seconds although the server does not answer whose the token is', async () => {
    report = aReport({ useTime: 2 });
    terminal.http.reply(getUser, async () => {
      await until(
        async () => terminal.http.data(stopDevice),
        (stops) => stops.length > 0,
      );
      return { assist: false };
    });
    const { code, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stdout]).toEqual([0, `Stopped ${SNO}.\n`]);
  });

  test('treatment stop succeeds when the device is not running', async () => {
    report = aReport({ onOff: 0 });
    const { code, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stdout]).toEqual([0, `${SNO} is not running.\n`]);
    expect((await physio('treatment', 'stop', SNO, '--yes', '--json', 'outcome')).json()).toEqual({
      outcome: 'not-running',
    });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(0);
  });

  test('treatment stop exits with 5 and warns that the device may still be running when it is offline', async () => {
    terminal.http.reply(getDetail, offline);
    const { code, stderr, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr, stdout]).toEqual([
      5,
      expect.stringMatching(/is offline.*may still be running.*stop key/s),
      '',
    ]);
  });

  test('treatment stop finds a device at rest long after a start that it never reported', async () => {
    report = aReport({ onOff: 0 });
    terminal.http.reply(startDevice);
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stderr).toContain('Start not confirmed');
    await terminal.clock.advance(60 * MINUTE);
    terminal.http.reply(stopDevice, refused('500', '设备未在运行'));
    const { code, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stdout]).toEqual([0, `${SNO} is not running.\n`]);
  });

  test('treatment stop does not say that the device runs when its reports do not say so', async () => {
    terminal.http.reply(stopDevice).reply(readLatest, {});
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([3, expect.stringContaining('no report shows that the device is at rest')]);
    expect(stderr).not.toContain('reports that it is running');
  });

  test('treatment stop exits with 3, as a wait that gave up does, when the device reports that it still runs', async () => {
    terminal.http.reply(stopDevice);
    const { code, stderr, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr, stdout]).toEqual([
      3,
      expect.stringMatching(/Could not confirm that DEV0001 stopped; it may still be running.*stop key/s),
      '',
    ]);
  });

  test.each([
    ['系统繁忙', 'The server failed to stop DEV0001: 系统繁忙 (code 500). It may still be running.'],
    ['没有权限', 'The server refused to stop DEV0001: 没有权限 (code 500). It may still be running.'],
  ])('treatment stop distinguishes a busy server from a refusal: %s', async (words, message) => {
    terminal.http.reply(stopDevice, refused(500, words));
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test('treatment stop of a number that no device has says so, and where to find the right one', async () => {
    terminal.http.reply(stopDevice, refused(404, '设备不存在'));
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/No device has the number DEV0001\. Nothing was stopped\. Check the label .* stop key/),
    ]);
    terminal.http.reply(stopDevice, refused(404, '订单不存在'));
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('It may still be running.');
  });

  test('A stop that the server accepted is not called unsent because the proxy fails afterwards', async () => {
    const gone = new Problem('network', { proxy: 'http://proxy.example', message: 'connect ECONNREFUSED' });
    terminal.http.reply(stopDevice).reply(readLatest, aReport(), gone);
    const { stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect(stderr).toContain('The proxy http://proxy.example failed (connection refused, ECONNREFUSED).');
    expect(stderr).not.toContain('nothing was sent');
  });

  test.each(['设备启动记录不存在', '设备型号不存在', '该设备的租赁关系不存在'])(
    'treatment stop of a device that runs does not say that there is no such device because the server misses something of it: %s',
    async (words) => {
      report = aReport();
      terminal.http.reply(stopDevice, refused(7001, words));
      const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
      expect([code, stderr]).toEqual([
        1,
        `physio: The server refused to stop ${SNO}: ${words} (code 7001). It may still be running. Press the stop key on the device.\n`,
      ]);
    },
  );

  test.each([
    [401, 4, 'replace it there'],
    [403, 1, 'no access'],
    [404, 1, 'PHYSIO_API'],
    [500, 1, 'Try again'],
  ])(
    'treatment stop warns that the device may still be running and names the stop key first when the server answers with HTTP %i',
    async (status, exit, advice) => {
      terminal.http.reply(stopDevice, httpResponse({ status, body: '' }));
      const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
      expect([code, stderr]).toEqual([
        exit,
        expect.stringMatching(
          new RegExp(`${SNO}.* may still be running\\. Press the stop key on the device\\. .*${advice}`, 's'),
        ),
      ]);
    },
  );

  test('treatment stop says what to do about a given token that a read before the stop found expired', async () => {
    for (const read of [checkDevice, getDetail, readLatest]) terminal.http.reply(read, httpResponse({ status: 401 }));
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/stop key on the device\. The token is invalid or expired.*It came from PHYSIO_TOKEN: /),
    ]);
    expect(stderr).not.toContain('physio login');
  });

  test('treatment stop waits during the first five seconds of a treatment, says so, and then stops the device', async () => {
    const clock = new FakeClock();
    terminal.clock = clock;
    report = aReport({ onOff: 0 });
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    const stopping = physio('treatment', 'stop', SNO, '--yes');
    await until(terminal.stderrSoFar, (text) => text.includes('less than 5 s ago. Sending the stop in 5 s.'));
    await clock.advance(4_999);
    expect(terminal.http.data(stopDevice)).toEqual([]);
    await clock.advance(1);
    expect([(await stopping).code, terminal.http.data(stopDevice)]).toEqual([0, [SNO]]);
  });

  test('treatment stop that was suspended for minutes before it could be sent sends nothing and says that the device may still be running', async () => {
    const clock = new FakeClock();
    terminal.clock = clock;
    report = aReport({ onOff: 0 });
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    const stopping = physio('treatment', 'stop', SNO, '--yes');
    await until(terminal.stderrSoFar, (text) => text.includes('Sending the stop in 5 s.'));
    await clock.suspend(3 * MINUTE);
    const { code, stdout, stderr } = await stopping;
    expect([code, stdout, terminal.http.data(stopDevice)]).toEqual([3, '', []]);
    expect(stderr).toContain(`The stop of ${SNO} was not sent in time; it may still be running.`);
    expect(stderr).toContain('Press the stop key on the device.');
  });

  test('treatment start refuses a device that was stopped a moment ago and starts another one at once', async () => {
    await physio('treatment', 'stop', SNO, '--yes');
    const again = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Wait 10 s')]);
    terminal.http.reply(listDevices, [aDevice({ sno: 'DEV0002' })]);
    expect((await physio('treatment', 'start', 'DEV0002', '--mode', 'bio')).code).toBe(0);
  });

  test('device wait does not call a device idle whose start was not answered', async () => {
    terminal.http.reply(startDevice, new Problem('timeout'));
    report = aReport({ onOff: 0 });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(3);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { code, stdout, stderr } = await physio('device', 'wait', SNO, '--for', 'idle', '--timeout', '1');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(
      'was started from here, and it may not have reported since, so whether it is idle is not known',
    );
  });

  test('No command calls a device idle that was started a moment ago by a record from before the start', async () => {
    report = aReport({ onOff: 0 });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stdout).toContain(`Started ${SNO}`);
    report = aReport({ onOff: 0 });
    const waited = await physio('device', 'wait', SNO, '--for', 'idle', '--timeout', '1');
    expect([waited.code, waited.stdout]).toEqual([3, '']);
    expect((await physio('treatment', 'show', SNO, '--json', 'on')).json()).toEqual({ on: null });
    expect((await physio('device', 'show', SNO, '--json', 'on')).json()).toEqual({ on: null });
    await terminal.clock.advance(10_000);
    expect((await physio('device', 'wait', SNO, '--for', 'idle', '--timeout', '20')).code).toBe(0);
  });

  test.each([
    ['is over', 'DEVICE_USING', { phase: 'unresponsive', on: null, elapsedSeconds: null }],
    ['goes on', 'DEVICE_WORKING', { phase: 'running', on: true, elapsedSeconds: expect.any(Number) as number }],
  ])(
    'After a stop that no report confirms, the commands say of a treatment started here what the server says: it %s',
    async (_, status, shown) => {
      report = aReport({ onOff: 0 });
      expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stdout).toContain(`Started ${SNO}`);
      terminal.http.reply(stopDevice).reply(checkDevice, { ownerId: 'shop-1', status });
      expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
      await terminal.clock.advance(20_000);
      const { json } = await physio('treatment', 'show', SNO, '--json', 'phase,on,elapsedSeconds');
      expect(json()).toEqual(shown);
      expect((await physio('device', 'show', SNO, '--json', 'on')).json()).toEqual({ on: shown.on });
    },
  );

  test.each([
    ['was answered', null],
    ['had no answer', new Problem('timeout')],
  ])(
    'treatment start says of no device that it runs as asked by a report that may be older than a stop that %s',
    async (_, answer) => {
      report = aReport({ onOff: 0 });
      await physio('treatment', 'start', SNO, '--mode', 'bio');
      terminal.http.reply(stopDevice, answer).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
      expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
      await terminal.clock.advance(20_000);
      const { code, stdout, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`${SNO} may be running for you, and it is not known whether it still runs`);
      expect(started()).toHaveLength(1);
    },
  );

  test('treatment start says of no device that it runs as asked while the server does not say so after its stop', async () => {
    report = aReport({ onOff: 0 });
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    terminal.http.reply(stopDevice);
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_CHARGING' });
    await terminal.clock.advance(20_000);
    const { code, stdout, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${SNO} may be running for you, and it is not known whether it still runs`);
    expect(started()).toHaveLength(1);
  });

  test.each([
    ['was answered', null],
    ['had no answer', new Problem('timeout')],
  ])('The commands doubt a report that may be older than a stop of an offline device that %s', async (_, answer) => {
    report = aReport({ onOff: 0 });
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    terminal.http.reply(stopDevice, answer).reply(getDetail, offline);
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('is offline');
    terminal.http.reply(getDetail, online).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    await terminal.clock.advance(20_000);
    const { json } = await physio('treatment', 'show', SNO, '--json', 'phase,on');
    expect(json()).toEqual({ phase: 'unresponsive', on: null });
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${SNO} may be running`)]);
    expect(started()).toHaveLength(1);
  });

  test('device show calls no device running whose start and stop had no answer, where the server says that it does not work', async () => {
    report = aReport({ onOff: 0 });
    terminal.http.reply(startDevice, new Problem('timeout')).reply(stopDevice, new Problem('timeout'));
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stderr).toContain('Start not confirmed');
    report = aReport();
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
    expect((await physio('device', 'show', SNO, '--json', 'on')).json()).toEqual({ on: null });
    expect((await physio('treatment', 'show', SNO, '--json', 'on')).json()).toEqual({ on: null });
    const sent = started().length;
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr, started().length]).toEqual([5, expect.stringContaining('not known for whom'), sent]);
  });

  test.each([
    ['rented', [aDevice()], []],
    ['used with a card', [], [aCard({ sysUserId: 'shop-1' })]],
  ])(
    'treatment start advises no other device while one that is %s, and was started from here, is offline',
    async (_, rows, cards) => {
      report = aReport({ onOff: 0 });
      terminal.http.reply(listDevices, rows).reply(listCards, aPage(...cards));
      if (rows.length === 0) terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
      expect((await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes')).code).toBe(0);
      terminal.http
        .reply(
          listDevices,
          rows.map((row) => ({ ...row, onlineStatus: '离线' })),
        )
        .reply(getDetail, offline)
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
      await terminal.clock.advance(5 * MINUTE);
      const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
      expect([code, started().length]).toEqual([1, 1]);
      expect(stderr).toContain(`${SNO} may be running for you`);
      expect(stderr).toContain(`To stop it: physio treatment stop ${SNO}`);
    },
  );

  test('treatment start says that an offline device may be running which the server says works for the user, and not that it was started from here', async () => {
    terminal.http
      .reply(listDevices, [aDevice({ onlineStatus: '离线' })])
      .reply(getDetail, offline)
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, started()]).toEqual([1, []]);
    expect(stderr).toContain(`${SNO} may be running for you`);
    expect(stderr).not.toContain('started from here');
  });

  test('treatment start sends nothing to a device that reports a run after a stop without an answer', async () => {
    terminal.http.reply(stopDevice, new Problem('timeout'));
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
    await terminal.clock.advance(20_000);
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr, started()]).toEqual([5, expect.stringContaining(`${SNO} reports that it is running`), []]);
  });

  test('treatment start says of a device that was started, and has not reported, that its settings may not be those asked', async () => {
    report = aReport({ onOff: 0 });
    terminal.http.reply(startDevice);
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stderr).toContain('Start not confirmed');
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'light');
    expect([code, started()]).toEqual([5, [expect.objectContaining({ Function: 1 })]]);
    expect(stderr).toContain(
      `${SNO} was started, perhaps with other settings than asked, and has not reported yet that it runs.`,
    );
  });

  test('A report that comes only after the stop of its run is no sign that the device runs', async () => {
    report = aReport({ onOff: 0 });
    terminal.http.reply(startDevice).reply(stopDevice);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stderr).toContain('Start not confirmed');
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
    report = aReport();
    expect((await physio('treatment', 'show', SNO, '--json', 'phase,on')).json()).toEqual({
      phase: 'unresponsive',
      on: null,
    });
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${SNO} may be running`)]);
  });

  test('No command calls a device running by a report that may be older than a stop that none has confirmed', async () => {
    terminal.http.reply(stopDevice).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
    const { code, stdout, stderr } = await physio('device', 'wait', SNO, '--for', 'running', '--timeout', '1');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(
      `A stop of ${SNO} was sent from here, and it may not have reported since, so whether it is running is not known`,
    );
    const ctrlC = new AbortController();
    terminal.http.reply(enterPage, refused('500'));
    const watching = terminal.physio(['device', 'watch', SNO, '--json', 'on'], { ...SIGNED_IN, interruption: ctrlC });
    const before = terminal.http.requests(readLatest).length;
    await expect.poll(() => terminal.http.requests(readLatest).length).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve));
    ctrlC.abort();
    expect((await watching).lines().map((row) => (row as { on?: boolean }).on)).not.toContain(true);
    for (const command of ['device show', 'treatment show', 'support']) {
      const shown = await physio(...command.split(' '), SNO);
      expect(shown.stdout).toMatch(/state\W+unknown/);
      expect(shown.stdout).not.toMatch(/state\W+running/);
    }
  });

  test.each([
    [1, 'infrared, off'],
    [4, 'infrared, level 4 (high)'],
    [null, 'infrared, level unknown'],
  ])('treatment show names the level of infrared, at %s as %s', async (grade, words) => {
    report = aReport({ useTime: 2, subFunction: 1, grade });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { stdout } = await physio('treatment', 'show', SNO);
    expect(stdout).toMatch(new RegExp(`^auxiliary\\s+${words.replaceAll(/[()]/g, '\\$&')}$`, 'm'));
  });

  test('treatment show and support say what the codes of a device mean, and JSON stays raw', async () => {
    report = aReport({ useTime: 2, voltage: 6, freq: 1, wave: 9 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { stdout } = await physio('treatment', 'show', SNO);
    for (const line of ['voltage\t6 (11000 V)', 'frequency\t1 (50 Hz)', 'waveform\t9 (unknown code)'])
      expect(stdout).toContain(`\n${line}\n`);
    expect((await physio('support', SNO)).stdout).toContain('voltage 6 (11000 V), frequency 1 (50 Hz)');
    const { json } = await physio('treatment', 'show', SNO, '--json', 'voltage,frequency,waveform');
    expect(json()).toEqual({ voltage: 6, frequency: 1, waveform: 9 });
  });

  test('treatment show and support say nothing of a setting that the treatment does not set, which a device reports as 0', async () => {
    report = aReport({ useTime: 2, wave: 0 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    for (const line of [`treatment show ${SNO}`, `support ${SNO}`])
      expect((await physio(...line.split(' '))).stdout).not.toMatch(/waveform|unknown code/);
  });

  test('treatment show calls an offline device neither idle nor running', async () => {
    terminal.http.reply(getDetail, offline).reply(readLatest, aReport({ onOff: 0 }));
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    const { stdout } = await physio('treatment', 'show', SNO);
    expect(stdout).toMatch(/^phase\s+offline\nstate\s+unknown \(last report: idle\)$/m);
    expect((await physio('treatment', 'show', SNO, '--json', 'phase,on')).json()).toEqual({
      phase: 'offline',
      on: null,
    });
  });

  test.each([
    ['from the start', undefined],
    ['after the own treatment ended', 'replaced'],
  ])('treatment show says only that a device is in use by somebody else, %s', async (_, replaced) => {
    if (replaced) {
      report = aReport({ onOff: 0 });
      await physio('treatment', 'start', SNO, '--mode', 'bio');
    }
    report = aReport({ function: 3, workTime: 180, useTime: 5 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USED' });
    const { code, json } = await physio('treatment', 'show', SNO, '--json');
    const { sno, phase, online: isOnline, ...others } = json() as Record<string, unknown>;
    expect([code, sno, phase, isOnline]).toEqual([0, SNO, replaced ?? 'not-mine', true]);
    expect(Object.values(others).filter((value) => value !== null)).toEqual([]);
    const { stdout } = await physio('treatment', 'show', SNO);
    expect(stdout).toContain('in use by somebody else');
    expect(stdout).not.toMatch(/sleep|180|voltage|began/);
  });

  test('treatment show says nothing of the run of somebody else after its device went offline', async () => {
    report = aReport({ function: 3, workTime: 180, useTime: 5 });
    terminal.http.reply(getDetail, offline).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USED' });
    const { json } = await physio('treatment', 'show', SNO, '--json');
    const { sno, phase, online: isOnline, ...others } = json() as Record<string, unknown>;
    expect([sno, phase, isOnline]).toEqual([SNO, 'offline', false]);
    expect(Object.values(others).filter((value) => value !== null)).toEqual([]);
  });

  test.each([
    ['rests', { onOff: 0 }, 'timeout', 3, 'The server did not answer in time'],
    ['runs', { onOff: 1, useTime: 5 }, 'http', 1, 'The server failed with HTTP status 500'],
  ] as const)(
    'treatment show of a device that %s says why the server did not say who is using it, and fails',
    async (_, state, problem, exit, why) => {
      report = aReport(state);
      terminal.http.reply(checkDevice, new Problem(problem, { status: problem === 'http' ? 500 : undefined }));
      const { code, json, stderr } = await physio('treatment', 'show', SNO, '--json', 'phase', '--retry', '0');
      expect([code, json()]).toEqual([exit, { phase: 'unresponsive' }]);
      expect(stderr).toContain(`Could not ask who is using ${SNO}. ${why}`);
    },
  );

  test('treatment show of a treatment that was started here and runs needs no word of the server who is using it', async () => {
    report = aReport({ onOff: 0 });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(0);
    terminal.http.reply(checkDevice, new Problem('timeout'));
    const { code, json, stderr } = await physio('treatment', 'show', SNO, '--json', 'phase', '--retry', '0');
    expect([code, json(), stderr]).toEqual([0, { phase: 'running' }, '']);
  });

  test('treatment show does not call a device idle whose start it has not answered yet', async () => {
    terminal.http.reply(startDevice, new Problem('timeout'));
    report = aReport({ onOff: 0, workTime: undefined });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(3);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { json } = await physio('treatment', 'show', SNO, '--json', 'phase,on,mode,minutes');
    expect(json()).toEqual({ phase: 'starting', on: null, mode: null, minutes: null });
    expect((await physio('treatment', 'show', SNO)).stdout).toContain('unknown (last report: idle)');
  });

  test.each(['treatment show', 'support'])(
    'A start without an answer is settled once %s has shown that it runs for this user, so that a later rest is no old report',
    async (command) => {
      report = aReport({ onOff: 0 });
      terminal.http.reply(startDevice, new Problem('timeout')).reply(enterPage, refused('500', '坏了'));
      expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).stderr).toContain('may still start');
      report = aReport({ workTime: 30, useTime: 0 });
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
      expect((await physio(...command.split(' '), SNO)).stdout).toMatch(/state\W+running/);
      report = aReport({ onOff: 0 });
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
      await terminal.clock.advance(MINUTE);
      expect((await physio('treatment', 'show', SNO, '--json', 'phase,on')).json()).toEqual({
        phase: 'finished',
        on: false,
      });
      expect((await physio('device', 'show', SNO, '--json', 'on')).json()).toEqual({ on: false });
    },
  );

  test.each(['treatment show', 'device show', 'support'])(
    '%s counts no minutes of the treatment before while the device still reports them after a new start',
    async (command) => {
      report = aReport({ onOff: 0, useTime: 17 });
      terminal.http.reply(enterPage, refused('500', '坏了')).reply(startDevice, () => {
        report = aReport({ useTime: 17 });
        terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
        return report;
      });
      await physio('treatment', 'start', SNO, '--mode', 'bio');
      const { stdout } = await physio(...command.split(' '), SNO);
      expect(stdout).toMatch(/state\W+running bio/);
      expect(stdout).not.toMatch(/17 of|usedMinutes 17/);
      const row = (await physio(...command.split(' '), SNO, '-o', 'json')).json() as Record<string, object | null>;
      expect({ ...row, ...row.state }).toMatchObject({ minutes: 30, usedMinutes: null });
      const again = await physio('treatment', 'start', SNO, '--mode', 'bio', '--json');
      expect(again.json()).toMatchObject({ outcome: 'already-running', minutes: 30, usedMinutes: null });
      report = aReport({ useTime: 1 });
      await terminal.clock.advance(MINUTE);
      const counted = (await physio(...command.split(' '), SNO, '-o', 'json')).json() as Record<string, object | null>;
      expect({ ...counted, ...counted.state }).toMatchObject({ usedMinutes: 1 });
    },
  );

  test.each(['treatment show', 'device show', 'support'])(
    '%s says no 0 minutes of a treatment that was started here many minutes ago, whose device counts none',
    async (command) => {
      report = aReport({ onOff: 0 });
      terminal.http.reply(enterPage, refused('500', '坏了'));
      await physio('treatment', 'start', SNO, '--mode', 'bio');
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
      await terminal.clock.advance(15 * MINUTE);
      const { stdout } = await physio(...command.split(' '), SNO);
      expect(stdout).toMatch(/state\W+running bio/);
      expect(stdout).not.toMatch(/ 0 of|usedMinutes 0/);
      const row = (await physio(...command.split(' '), SNO, '-o', 'json')).json() as Record<string, object | null>;
      expect({ ...row, ...row.state }).toMatchObject({ minutes: 30, usedMinutes: null });
    },
  );

  test.each(['treatment show', 'device show', 'support'])(
    '%s names no settings and minutes of a report from before a start that no report has shown yet',
    async (command) => {
      report = aReport({ onOff: 0, voltage: 8, workTime: 60, useTime: 12 });
      terminal.http.reply(startDevice, new Problem('timeout'));
      await physio('treatment', 'start', SNO, '--mode', 'custom', '--voltage', '1');
      terminal.http
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' })
        .reply(enterPage, refused('500', '坏了'));
      const { stdout } = await physio(...command.split(' '), SNO);
      expect(stdout).toMatch(/state\W+unknown/);
      expect(stdout).not.toMatch(/voltage|minutes|infrared/);
      const row = (await physio(...command.split(' '), SNO, '-o', 'json')).json() as Record<string, object | null>;
      const told = { ...row, ...row.state };
      for (const field of ['on', 'voltage', 'minutes', 'usedMinutes', 'infrared'])
        expect(told[field] ?? null).toBeNull();
    },
  );

  test.each(['treatment show', 'device show', 'support'])(
    '%s names no strength of the treatment before while the server still shows that one after a new start',
    async (command) => {
      report = aReport({ voltage: 8, workTime: 60, useTime: 12 });
      terminal.http
        .reply(stopDevice)
        .reply(enterPage, refused('500', '坏了'))
        .reply(startDevice, () => {
          terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
          return null;
        });
      expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
      expect((await physio('treatment', 'start', SNO, '--mode', 'light')).stderr).toContain('may still start');
      const { stdout } = await physio(...command.split(' '), SNO);
      expect(stdout).toMatch(/state\W+unknown/);
      expect(stdout).not.toMatch(/state\W+running|voltage|minutes 60/);
      const row = (await physio(...command.split(' '), SNO, '-o', 'json')).json() as Record<string, object | null>;
      const told = { ...row, ...row.state };
      for (const field of ['on', 'mode', 'voltage', 'minutes']) expect(told[field] ?? null).toBeNull();
      report = aReport({ function: 2, workTime: 30 });
      await terminal.clock.advance(MINUTE);
      expect((await physio(...command.split(' '), SNO)).stdout).toMatch(/state\W+running light/);
    },
  );

  test('treatment start and show take no run of the start before, which the server shows late, for that of the new start', async () => {
    const { clock } = terminal;
    const done = [{ at: clock.now(), shown: aReport({ onOff: 0 }) }];
    const changes = (shown: ReturnType<typeof aReport>) => void done.push({ at: clock.now(), shown });
    const seenAt = (at: number) => done.findLast((each) => each.at <= at)?.shown ?? aReport({ onOff: 0 });
    terminal.http
      .reply(readLatest, () => seenAt(clock.now() - 40_000))
      .reply(checkDevice, () => ({
        ownerId: 'shop-1',
        status: seenAt(clock.now()).onOff === 1 ? 'DEVICE_WORKING' : 'DEVICE_USING',
      }))
      .reply(startDevice, ({ body }) => {
        const { Function: code, WortTime: minutes } = (JSON.parse(body) as { data: Record<string, number> }).data;
        changes(aReport({ function: code, workTime: minutes }));
        return null;
      })
      .reply(stopDevice, () => {
        changes(aReport({ onOff: 0, function: 3, workTime: 180 }));
        return null;
      });
    expect((await physio('treatment', 'start', SNO, '--mode', 'sleep')).code).toBe(3);
    expect((await physio('treatment', 'stop', SNO, '--yes')).code).toBe(3);
    const again = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([again.code, again.stdout]).toEqual([3, '']);
    expect((await physio('treatment', 'show', SNO)).stdout).toMatch(/^state\tunknown/m);
    await clock.advance(MINUTE);
    expect((await physio('treatment', 'show', SNO)).stdout).toMatch(/^phase\trunning\nstate\trunning bio/m);
  });

  test.each(['device show', 'support'])(
    "%s takes the server's record of the own run that was stopped for none of somebody else's",
    async (command) => {
      report = aReport({ voltage: 8, workTime: 60, useTime: 12 });
      terminal.http.reply(stopDevice).reply(enterPage, refused('500', '坏了'));
      expect((await physio('treatment', 'stop', SNO, '--yes')).stderr).toContain('Could not confirm');
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USED' });
      const { stdout } = await physio(...command.split(' '), SNO);
      expect(stdout).toMatch(/state\W+unknown/);
      expect(stdout).not.toMatch(/state\W+running|voltage|minutes 60/);
    },
  );

  test('treatment show calls no stop unconfirmed of a device that rests after the time of its treatment, of which no report showed a run', async () => {
    const { clock } = terminal;
    const startedAt = clock.now();
    report = aReport({ onOff: 0 });
    terminal.http.reply(startDevice);
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    await physio('treatment', 'stop', SNO, '--yes');
    const show = async () => (await physio('treatment', 'show', SNO)).stdout;
    expect(await show()).toMatch(/^stop\tasked for, not confirmed as of/m);
    clock.now = () => startedAt + 60 * MINUTE;
    expect(await show()).toMatch(/^phase\tover\nstate\tidle$/m);
    expect(await show()).not.toMatch(/^stop/m);
  });

  test.each([
    ['that no report confirmed', null, /^stop\tasked for, not confirmed as of \d{4}-\S+ \S+ \S+$/m],
    ['that the server refused', refused(501, '没有权限'), /^stop\trefused at \d{4}-.*: 没有权限 \(code 501\)$/m],
    [
      'that the server failed to carry out',
      refused(500, '系统异常'),
      /^stop\tfailed at \d{4}-.*: 系统异常 \(code 500\)$/m,
    ],
  ])('treatment show names a stop %s, until the device is at rest', async (_, answer, words) => {
    terminal.http.reply(stopDevice, answer);
    await physio('treatment', 'stop', SNO, '--yes');
    expect((await physio('treatment', 'show', SNO)).stdout).toMatch(words);
    const { json } = await physio('treatment', 'show', SNO, '--json', 'phase,stopUnconfirmedAt');
    expect(json()).toEqual({ phase: 'running', stopUnconfirmedAt: expect.stringMatching(/Z$/) });
    report = aReport({ onOff: 0 });
    await terminal.clock.advance(20_000);
    expect((await physio('treatment', 'show', SNO, '--json', 'stopUnconfirmedAt')).json()).toEqual({
      stopUnconfirmedAt: null,
    });
  });

  test('treatment show prints phase, settings and elapsed time', async () => {
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { json } = await physio('treatment', 'show', SNO, '--json', 'phase,mode,minutes,usedMinutes,elapsedSeconds');
    expect(json()).toEqual({ phase: 'running', mode: 'bio', minutes: 30, usedMinutes: 2, elapsedSeconds: 120 });
    report = aReport({ onOff: 0 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('treatment', 'show', SNO, '--json', 'phase,on')).json()).toEqual({ phase: 'idle', on: false });
  });
});
