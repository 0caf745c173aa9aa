import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { aCard, aDevice, aPage, aReport, offline, online } from '../helpers/wire.ts';
import { HurriedClock } from '../helpers/hurried-clock.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
/** What the device says of itself; it stands still until a test says otherwise, and as soon as it is told to stop. */
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
  test('starts a leased device in a mode and says how it runs', async () => {
    const { code, json } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--json', 'sno,on,mode,minutes');
    expect([code, json()]).toEqual([0, { sno: SNO, on: true, mode: 'bio', minutes: 30 }]);
    expect(started()).toEqual([{ sno: SNO, WortTime: 30, Function: 1, SubFunction: 1, Voltage: 6, Freq: 1, Grade: 4 }]);
  });

  test('starts with settings of one’s own', async () => {
    const custom = ['--minutes', '40', '--function', 'bio', '--voltage', '8', '--frequency', '11', '--waveform', '2', '--quantum-chamber'];
    expect((await physio('treatment', 'start', SNO, '--mode', 'custom', ...custom)).code).toBe(0);
    expect(started()).toEqual([{ sno: SNO, WortTime: 40, Function: 1, SubFunction: 2, Voltage: 8, Freq: 11, Wave: 2 }]);
  });

  test('names what there is to choose from where a setting is not to be had', async () => {
    for (const [options, word] of [
      [['--mode', 'bio', '--minutes', '31'], '30, 40, 50'],
      [['--mode', 'custom', '--voltage', '9'], '1 (3000 V)'],
      [['--mode', 'sleep', '--voltage', '3'], '--voltage does not go with mode sleep'],
      [['--mode', 'custom', '--function', 'light', '--waveform', '1'], 'function light'],
      [['--mode', 'custom', '--infrared', '2', '--quantum-chamber'], 'either'],
      [['--mode', 'turbo'], 'bio, light, sleep, quantum, custom'],
    ] as const) {
      const { code, stderr } = await physio('treatment', 'start', SNO, ...options);
      expect([code, stderr]).toEqual([2, expect.stringContaining(word)]);
    }
    expect(terminal.http.sent).toEqual([]);
  });

  test('deducts a use only after a yes', async () => {
    terminal.http.reply(listCards, aPage(aCard()));
    const off = await physio('treatment', 'start', SNO, '--mode', 'light');
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const no = await terminal.physio(['treatment', 'start', SNO, '--mode', 'light'], { ...SIGNED_IN, types: '' });
    expect([no.code, no.stderr]).toEqual([3, expect.stringContaining('one of 3 uses')]);
    expect(started()).toEqual([]);
    expect((await physio('treatment', 'start', SNO, '--mode', 'light', '--yes')).code).toBe(0);
    expect(started()).toHaveLength(1);
  });

  test('leads to the plans where no use is left', async () => {
    terminal.http.reply(listDevices, []);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio', '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`physio plan list ${SNO}`)]);
  });

  test('starts a shared device without asking for a use', async () => {
    terminal.http.reply(listDevices, [aDevice({ shareUserId: '7' })]).reply(listCards, aPage(aCard()));
    expect((await physio('treatment', 'start', SNO, '--mode', 'sleep')).code).toBe(0);
  });

  test('of a device that runs with other settings changes nothing, tells what it does, and ends with 5', async () => {
    report = aReport({ function: 3, workTime: 180, useTime: 12 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' }).reply(listCards, aPage(aCard()));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr]).toEqual([5, expect.stringContaining(`${SNO} is already running: sleep, 180 min. Nothing was changed.`)]);
    const json = await physio('treatment', 'start', SNO, '--mode', 'bio', '--json', 'outcome,mode,usedMinutes');
    expect([json.code, json.json()]).toEqual([5, { outcome: 'already-running', mode: 'sleep', usedMinutes: 12 }]);
    expect(started()).toEqual([]);
  });

  test('of a device that runs as asked says so, starts nothing, and is done', async () => {
    report = aReport({ useTime: 2 });
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    const { code, stdout } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stdout, started()]).toEqual([0, `${SNO} is already running: bio, 30 min. Nothing was changed.\n`, []]);
  });

  test('ends with 5 where the device is offline or locked', async () => {
    for (const status of ['DEVICE_OFFLINE', 'DEVICE_LOCKED']) {
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status });
      expect([status, (await physio('treatment', 'start', SNO, '--mode', 'bio')).code]).toEqual([status, 5]);
    }
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' }).reply(getDetail, offline);
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(5);
    expect(started()).toEqual([]);
  });

  test('is not said to have happened before the device reports that it runs, and ends with 3 where it never does', async () => {
    terminal.clock = new HurriedClock();
    terminal.http.reply(startDevice);
    const silent = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([silent.code, silent.stdout, silent.stderr]).toEqual([3, '', expect.stringContaining('Start not confirmed; the device may still start')]);
    let looks = 0;
    terminal.http.reply(readLatest, () => aReport({ onOff: (looks += 1) > 4 ? 1 : 0 }));
    expect(await physio('treatment', 'start', SNO, '--mode', 'bio')).toMatchObject({ code: 0, stdout: `Started ${SNO}: bio, 30 min\n` });
  });

  test('says in the server’s words why the device did not start', async () => {
    terminal.http.reply(startDevice, refused(500, '设备忙'));
    const { code, stderr } = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([code, stderr]).toEqual([1, expect.stringContaining('设备忙')]);
  });
});

describe('treatment stop and show', () => {
  beforeEach(() => {
    report = aReport({ useTime: 2 });
  });

  test('stops after a yes', async () => {
    expect((await physio('treatment', 'stop', SNO)).code).toBe(2);
    expect(terminal.http.sent).toEqual([]);
    expect((await physio('treatment', 'stop', SNO, '--yes', '--json')).json()).toEqual({ sno: SNO, outcome: 'stopped' });
  });

  test('of a device that does not run says so, and is done', async () => {
    report = aReport({ onOff: 0 });
    const { code, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stdout]).toEqual([0, `${SNO} is not running.\n`]);
    expect((await physio('treatment', 'stop', SNO, '--yes', '--json', 'outcome')).json()).toEqual({ outcome: 'not-running' });
    expect((await physio('treatment', 'start', SNO, '--mode', 'bio')).code).toBe(0);
  });

  test('of a device that is offline confirms nothing, says that it may run, and ends with 5', async () => {
    terminal.http.reply(getDetail, offline);
    const { code, stderr, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr, stdout]).toEqual([5, expect.stringMatching(/is offline.*may still be running.*stop key/s), '']);
  });

  test('of a device that runs on is not confirmed, and ends with 1', async () => {
    terminal.clock = new HurriedClock();
    terminal.http.reply(stopDevice);
    const { code, stderr, stdout } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr, stdout]).toEqual([1, expect.stringMatching(/Could not confirm that DEV0001 stopped; it may still be running.*stop key/s), '']);
  });

  test.each([
    [401, 4, 'login --token-file FILE'],
    [403, 1, 'no access'],
    [404, 1, 'PHYSIO_API'],
    [500, 1, 'Try again'],
  ])('whose stop is answered with HTTP %i may still be running, and the stop key is named before what else to do', async (status, exit, advice) => {
    terminal.clock = new HurriedClock();
    terminal.http.reply(stopDevice, httpResponse({ status, body: '' }));
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([exit, expect.stringMatching(new RegExp(`${SNO}.* may still be running\\. Press the stop key on the device\\. .*${advice}`, 's'))]);
  });

  test('in the first five seconds waits for their end, says so, and stops the device then', async () => {
    terminal.clock = new HurriedClock();
    report = aReport({ onOff: 0 });
    await physio('treatment', 'start', SNO, '--mode', 'bio');
    const { code, stderr } = await physio('treatment', 'stop', SNO, '--yes');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/was started less than 5 s ago. The stop is sent in [1-5] s/)]);
  });

  test('does not start what was stopped a moment ago, and starts another device at once', async () => {
    await physio('treatment', 'stop', SNO, '--yes');
    const again = await physio('treatment', 'start', SNO, '--mode', 'bio');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('ten seconds')]);
    terminal.http.reply(listDevices, [aDevice({ sno: 'DEV0002' })]);
    expect((await physio('treatment', 'start', 'DEV0002', '--mode', 'bio')).code).toBe(0);
  });

  test('shows how it stands', async () => {
    const { json } = await physio('treatment', 'show', SNO, '--json', 'phase,mode,minutes,usedMinutes,elapsedSeconds');
    expect(json()).toEqual({ phase: 'running', mode: 'bio', minutes: 30, usedMinutes: 2, elapsedSeconds: 120 });
    report = aReport({ onOff: 0 });
    expect((await physio('treatment', 'show', SNO, '--json', 'phase,on')).json()).toEqual({ phase: 'idle', on: false });
  });
});
