import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { hangs, httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aDevice, aPage, aReport, aSupply, offline, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
const statuses: Record<string, string> = {};

function checked({ body }: HttpRequest) {
  const { data } = JSON.parse(body) as { data: { sno: string } };
  const status = statuses[data.sno];
  return status === undefined ? refused(404, '没有这台设备') : { ownerId: 'shop-1', status };
}

beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [])
    .reply(listCards, aPage())
    .reply(listShares, [])
    .reply(getDetail, online)
    .reply(checkDevice, checked);
  Object.assign(statuses, {
    FREE1: 'DEVICE_FREE',
    LOCK1: 'DEVICE_LOCKED',
    OFF1: 'DEVICE_OFFLINE',
    WORK1: 'DEVICE_WORKING',
    USED1: 'DEVICE_USING',
  });
});
afterEach(() => terminal.close());

const controlsIn = (text: string) => text.match(/[\p{Cc}\u202e]/gu)?.filter((letter) => letter !== '\n');
const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

describe('device list', () => {
  test('device list prints a table with wide characters aligned', async () => {
    terminal.http.reply(listDevices, [aDevice(), aDevice({ sno: 'DEV2', deviceName: 'B', deviceArea: '二楼' })]);
    const { code, stdout } = await physio('device', 'list', '-o', 'table');
    expect(code).toBe(0);
    const [, first = '', second = ''] = stdout.split('\n');
    expect(first).toMatch(/^DEV0001 {2}理疗仪一号 {2}一楼 {2}online {6}2126-04-01/);
    expect(second).toMatch(/^DEV2 {5}B {11}二楼 {2}online/);
  });

  test('device list --json prints one array with the selected fields', async () => {
    terminal.http.reply(listDevices, [aDevice()]);
    expect((await physio('device', 'list', '--json', 'sno,online,sharedBy')).json()).toEqual([
      { sno: 'DEV0001', online: true, sharedBy: null },
    ]);
  });

  test('device list succeeds without devices: an empty array, and the next step on stderr', async () => {
    expect((await physio('device', 'list', '--json')).json()).toEqual([]);
    const { code, stdout, stderr } = await physio('device', 'list');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('physio device check');
  });

  test('device list masks phone numbers unless --show-phones is given', async () => {
    terminal.http.reply(listDevices, [aDevice({ shareUserId: '7', shareUserName: '13812345678' })]);
    expect((await physio('device', 'list')).stdout).toContain('138****5678');
    expect((await physio('device', 'list', '--json')).stdout).not.toContain('13812345678');
    expect((await physio('device', 'list', '--show-phones')).stdout).toContain('13812345678');
  });

  test('device list does not name the order by which another user rents a device that they share', async () => {
    terminal.http.reply(listDevices, [aDevice({ shareUserId: '7', orderNo: 'L-77' })]);
    expect((await physio('device', 'list', '--json')).json()).toMatchObject([{ orderNo: null }]);
  });

  test('device list removes control sequences from server text', async () => {
    terminal.http.reply(listDevices, [aDevice({ deviceName: '\u001b]0;taken\u0007\u001b[31mred\u009b2J\b\u202e' })]);
    const { stdout } = await physio('device', 'list');
    expect(stdout).toContain('red');
    expect(controlsIn(stdout.replaceAll('\t', ''))).toEqual([]);
    expect(controlsIn((await physio('device', 'list', '--json')).stdout)).toEqual([]);
  });
});

test('device history prints a lease once that the server sends twice', async () => {
  const lease = { id: 7, sno: 'DEV0009', deviceName: '理疗仪九号' };
  terminal.http.reply(listHistory, [lease, lease]);
  expect((await physio('device', 'history', '--json', 'sno')).json()).toEqual([{ sno: 'DEV0009' }]);
});

describe('device show', () => {
  test('device show accepts --json without fields before the device number', async () => {
    terminal.http.reply(getDetail, online).reply(readLatest, aReport({ useTime: 4 }));
    const { code, json } = await physio('device', 'show', '--json', 'DEV0001');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ sno: 'DEV0001', online: true, on: true, mode: 'bio', minutes: 30, usedMinutes: 4 });
  });

  test('A device that is on without minutes left is not called on to programs: it has finished, as people are told', async () => {
    terminal.http.reply(readLatest, aReport({ onOff: 1, workTime: 0, useTime: 30 })).reply(enterPage, refused(500));
    const { stdout } = await physio('device', 'show', 'FREE1');
    expect(stdout).toMatch(/^state\s+idle$/m);
    expect((await physio('device', 'show', 'FREE1', '--json', 'on,minutes')).json()).toEqual({ on: false, minutes: 0 });
    expect((await physio('treatment', 'show', 'FREE1', '--json', 'phase,on')).json()).toEqual({
      phase: 'idle',
      on: false,
    });
    expect((await physio('support', 'FREE1', '--json', 'state')).json()).toMatchObject({ state: { on: false } });
  });

  test('device show of a device of which the server has no record does not say that no device has its number', async () => {
    terminal.http.reply(getDetail, online).reply(readLatest, refused(404, '实时数据不存在'));
    const { code, stderr } = await physio('device', 'show', 'DEV0001');
    expect([code, stderr]).toEqual([
      0,
      'physio: Could not read the state: The server refused: 实时数据不存在 (code 404). Check the number.\n',
    ]);
  });

  test('device show prints state unknown and the reason when the state cannot be read', async () => {
    terminal.http.reply(getDetail, online).reply(readLatest, refused(500, '系统繁忙'));
    const { code, stdout, stderr } = await physio('device', 'show', 'DEV0001');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^connection\s+online\nstate\s+unknown$/m)]);
    expect(stderr).toMatch(/Could not read the state: The server failed: 系统繁忙/);
  });

  test.each([
    [0, 'idle'],
    [1, 'running bio, 0 of 30 min'],
  ])('device show calls an offline device neither idle nor running (OnOff %i)', async (onOff, report) => {
    terminal.http.reply(getDetail, offline).reply(readLatest, aReport({ onOff }));
    expect((await physio('device', 'show', 'DEV0001')).stdout).toMatch(
      new RegExp(`^state\\s+unknown \\(last report: ${report}\\)$`, 'm'),
    );
    expect((await physio('device', 'show', 'DEV0001', '--json', 'online,on,mode')).json()).toEqual({
      online: false,
      on: null,
      mode: null,
    });
  });

  test.each(['device', 'treatment'])(
    '%s show does not take the last report for the state of a device that only the check calls offline',
    async (noun) => {
      terminal.http
        .reply(getDetail, { ...online, onlineStatusDesc: undefined })
        .reply(readLatest, aReport())
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
      expect((await physio(noun, 'show', 'DEV0001', '--json', 'online,on,mode')).json()).toEqual({
        online: false,
        on: null,
        mode: null,
      });
    },
  );

  test.each([
    ['the user', 'DEVICE_WORKING'],
    ['somebody else', 'DEVICE_USED'],
  ])(
    'device show does not call a device idle by a record that the server has not renewed since it works for %s',
    async (_, status) => {
      terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, { ownerId: 'shop-1', status });
      expect((await physio('device', 'show', 'DEV0001')).stdout).toMatch(/^state\s+unknown \(last report: idle\)$/m);
      expect((await physio('device', 'show', 'DEV0001', '--json', 'on')).json()).toEqual({ on: null });
    },
  );

  test.each([
    ['fails', refused(500, '系统繁忙')],
    ['answers in a word that no table has', { ownerId: 'shop-1', status: 'DEVICE_PAUSED' }],
    ['calls it offline', { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' }],
  ])(
    'device show does not call a device idle by a record of unknown age while the check of it %s',
    async (_, check) => {
      terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, check);
      expect((await physio('device', 'show', 'DEV0001')).stdout).toMatch(/^state\s+unknown \(last report: idle\)$/m);
      expect((await physio('device', 'show', 'DEV0001', '--json', 'on')).json()).toEqual({ on: null });
    },
  );

  test.each(['DEVICE_FREE', 'DEVICE_USING'])(
    'No command calls a device running by the record of a run of which the server says by %s that it is over',
    async (status) => {
      terminal.http.reply(readLatest, aReport({ useTime: 12 })).reply(checkDevice, { ownerId: 'shop-1', status });
      terminal.http.reply(listDevices, status === 'DEVICE_USING' ? [aDevice()] : []);
      for (const noun of ['device', 'treatment']) {
        const { stdout } = await physio(noun, 'show', 'DEV0001');
        expect(stdout).toMatch(/^state\s+unknown \(last report: running bio, 12 of 30 min\)$/m);
        expect((await physio(noun, 'show', 'DEV0001', '--json', 'on')).json()).toEqual({ on: null });
      }
    },
  );

  test('device show says why nobody knows whether a device runs that reported rest', async () => {
    terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, refused(500, '系统繁忙'));
    const { code, stderr } = await physio('device', 'show', 'DEV0001');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/Could not ask who is using DEV0001\. .*系统繁忙/)]);
  });

  test.each([
    ['locked', { status: 'DEVICE_LOCKED' }, 'The device is locked. Check other devices or ask the operator.'],
    [
      'not in operation',
      refused('10005', '设备未投入运营'),
      'The device is not in operation. Check the number, or ask the operator.',
    ],
  ])('device show says of a device that reports rest that it is %s', async (_, check, said) => {
    terminal.http.reply(readLatest, aReport({ onOff: 0 })).reply(checkDevice, check);
    const { code, stderr } = await physio('device', 'show', 'DEV0001');
    expect([code, stderr]).toEqual([0, `physio: ${said}\n`]);
  });

  test('device show names the end of the user’s rental, also of one for a customer, never that of somebody else’s', async () => {
    const ends = async () => (await physio('device', 'show', 'DEV0001', '--json', 'expiresAt')).json();
    const expirationTime = '2126-06-01 00:00:00';
    terminal.http.reply(getDetail, { ...online, expirationTime }).reply(readLatest, aReport({ onOff: 0 }));
    expect(await ends()).toEqual({ expiresAt: null });
    terminal.http.reply(listDevices, [aDevice({ shareUserId: 'u7', shareUserName: '老王' })]);
    expect(await ends()).toEqual({ expiresAt: null });
    terminal.http.reply(listDevices, [aDevice({ expirationTime: '2126-04-01 00:00:00' })]);
    expect(await ends()).toEqual({ expiresAt: '2126-03-31T16:00:00.000Z' });
    expect((await physio('device', 'show', 'DEV0001')).stdout).toMatch(/^until\s+2126-04-01 /m);
    terminal.http.reply(listDevices, [aDevice({ assist: true, expirationTime: '2126-05-01 00:00:00' })]);
    expect(await ends()).toEqual({ expiresAt: '2126-04-30T16:00:00.000Z' });
  });
});

describe('device check', () => {
  test('device check prints one line per device and exits with the most severe code', async () => {
    const { code, lines, stderr } = await physio(
      'device',
      'check',
      'FREE1',
      'LOCK1',
      'WORK1',
      'USED1',
      'NONE1',
      '--concurrency',
      '1',
      '--json',
      'sno,status,leadsTo',
    );
    expect(lines()).toEqual([
      { sno: 'FREE1', status: 'free', leadsTo: 'lease' },
      { sno: 'LOCK1', status: 'locked', leadsTo: 'locked' },
      { sno: 'WORK1', status: 'running', leadsTo: 'process' },
      { sno: 'USED1', status: 'leased', leadsTo: 'using' },
      { sno: 'NONE1', status: 'unknown', leadsTo: null },
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('5 checked');
  });

  test('device check reads device numbers from stdin and fetches shared data only once', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `FREE${index}`);
    for (const sno of numbers) statuses[sno] = 'DEVICE_FREE';
    const { code, lines } = await terminal.physio(['device', 'check', '-', '--json'], {
      ...SIGNED_IN,
      stdin: numbers.join('\r\n'),
    });
    expect(code).toBe(0);
    expect(lines()).toHaveLength(60);
    expect(terminal.http.requests(checkDevice)).toHaveLength(60);
    expect(terminal.http.requests(listCards)).toHaveLength(1);
  });

  test('device check stops at once on Ctrl-C, prints its summary and says that the others were not checked', async () => {
    const ctrlC = new AbortController();
    terminal.http.reply(checkDevice, checked, () => (ctrlC.abort(), new Promise<never>(() => {})));
    const { code, lines, stderr } = await terminal.physio(
      ['device', 'check', 'LOCK1', 'LOCK2', '--concurrency', '1', '--json', 'sno'],
      {
        ...SIGNED_IN,
        interruption: ctrlC,
      },
    );
    expect([code, lines()]).toEqual([130, [{ sno: 'LOCK1' }]]);
    expect(stderr).toMatch(
      /^{"note":{"message":"Interrupted: 1 checked in .* 1 locked; the others were not checked"}}$/m,
    );
  });

  test('device check shows progress, rate and remaining time on a terminal only', async () => {
    const { stderr } = await terminal.physio(['device', 'check', 'LOCK1', 'FREE1', 'USED1', '--concurrency', '1'], {
      ...SIGNED_IN,
      types: '',
    });
    expect(stderr).toMatch(/\[#{8}\.{16}\] 33 % {2}1 done, \d+\/s, \d+ s left/);
    expect(stderr).toMatch(/\[#{24}\] 100 %/);
    const off = await physio('device', 'check', 'LOCK1', 'FREE1');
    expect(off.stderr).not.toContain('[#');
  });
});

describe('device enter', () => {
  test('device enter prints the next command', async () => {
    const { code, stdout } = await physio('device', 'enter', 'FREE1');
    expect(code).toBe(0);
    expect(stdout).toContain('physio plan list FREE1');
  });

  test('device enter exits with 5 when the device is not available', async () => {
    for (const [sno, word] of [
      ['OFF1', 'offline'],
      ['LOCK1', 'locked'],
      ['USED1', 'rented'],
    ] as const) {
      const { code, stderr } = await physio('device', 'enter', sno);
      expect([code, stderr]).toEqual([5, expect.stringContaining(word)]);
    }
  });

  test.each([
    ['device', 'show'],
    ['device', 'wait', '--for', 'idle'],
    ['device', 'watch'],
    ['device', 'check'],
    ['device', 'enter'],
    ['treatment', 'start', '--mode', 'bio'],
    ['treatment', 'show'],
  ])('%s %s of a number that no device has says so and exits with 1', async (...argv) => {
    const unknown = refused('404', '设备不存在');
    terminal.http
      .reply(getDetail, unknown)
      .reply(readLatest, unknown)
      .reply(enterPage, unknown)
      .reply(checkDevice, unknown)
      .reply(getLeaseOrder, refused('404', '订单不存在'))
      .reply(listCards, aPage());
    const { code, stdout, stderr } = await physio(...argv, 'NONE1');
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('No device has the number NONE1.')]);
  });

  test('device enter --image reads the code from an image', async () => {
    terminal.scanner.reads('https://app.example/?sno=FREE1');
    expect((await physio('device', 'enter', '--image', 'code.png', '--json')).json()).toMatchObject({
      sno: 'FREE1',
      outcome: 'lease',
    });
  });

  test('device enter asks an assistant on a terminal and requires --assist or --no-assist elsewhere', async () => {
    terminal.http.reply(getUser, { mobile: '13800000001', assist: true });
    const off = await physio('device', 'enter', 'FREE1');
    expect(off.code).toBe(2);
    expect(off.stderr).toContain('--assist');
    expect(
      (await terminal.physio(['device', 'enter', 'FREE1', '--json'], { ...SIGNED_IN, types: 'y' })).json(),
    ).toMatchObject({ assist: true });
    expect((await physio('device', 'enter', 'FREE1', '--no-assist', '--json')).json()).toMatchObject({ assist: false });
  });

  test('device enter --assist calls the own lease of an assistant no rental for a customer', async () => {
    terminal.http
      .reply(getUser, { mobile: '13800000001', assist: true })
      .reply(listDevices, [aDevice()])
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    expect((await physio('device', 'enter', 'DEV0001', '--assist')).stdout).toBe(
      'DEV0001 is ready to start: physio treatment start DEV0001 --mode bio\n',
    );
  });

  test('device enter --assist fails when the account is not an assistant', async () => {
    const { code, stderr } = await physio('device', 'enter', 'FREE1', '--assist');
    expect(code).toBe(1);
    expect(stderr).toContain('not an assistant');
  });
});

describe('device watch and device wait', () => {
  beforeEach(() => {
    terminal.http
      .reply(getDetail, online)
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(enterPage, aSupply);
  });

  test('device watch prints one line per change until Ctrl-C', async () => {
    terminal.clock = new FakeClock();
    const ctrlC = new AbortController();
    const watching = terminal.physio(['device', 'watch', 'DEV0001', '--json', 'line,online,on'], {
      ...SIGNED_IN,
      interruption: ctrlC,
    });
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
    terminal.channel.push({ kind: 'line', state: 'open' });
    terminal.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
    terminal.channel.push({ kind: 'online', online: false });
    ctrlC.abort();
    const { code, lines } = await watching;
    expect(code).toBe(130);
    expect(lines()).toContainEqual({ line: 'live', online: true, on: true });
    expect(lines().at(-1)).toEqual({ line: 'live', online: false, on: null });
    await expect.poll(() => terminal.channel.openConnections).toBe(0);
  });

  test('device watch does not take the last report for the state of a device that only the check calls offline', async () => {
    const clock = new FakeClock();
    terminal.clock = clock;
    terminal.http
      .reply(getDetail, { ...online, onlineStatusDesc: null })
      .reply(readLatest, aReport())
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    const ctrlC = new AbortController();
    const watching = terminal.physio(['device', 'watch', 'DEV0001', '--json', 'online,on'], {
      ...SIGNED_IN,
      interruption: ctrlC,
    });
    await expect.poll(() => terminal.http.requests(checkDevice).length).toBe(1);
    await clock.advance(0);
    terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    await clock.advance(10_000);
    ctrlC.abort();
    expect((await watching).lines()).toEqual([
      { online: false, on: null },
      { online: null, on: true },
    ]);
  });

  test.each([
    [
      'says that a state is the record of the server until the device reports it',
      [],
      "idle (the server's record, which may be old)",
    ],
    ['says nothing of a record once the device reports', [{ kind: 'attributes', attributes: { OnOff: 1 } }], 'running'],
  ] as const)('device watch %s', async (_, pushes, said) => {
    terminal.clock = new FakeClock();
    const ctrlC = new AbortController();
    const watching = terminal.physio(['device', 'watch', 'DEV0001'], { ...SIGNED_IN, interruption: ctrlC });
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
    await terminal.clock.advance(0);
    if (pushes.length > 0) terminal.channel.push({ kind: 'line', state: 'open' });
    for (const push of pushes) terminal.channel.push(push);
    ctrlC.abort();
    const last = (await watching).stdout.trimEnd().split('\n').at(-1) ?? '';
    expect(last).toContain(said);
    expect(last.includes('record')).toBe(pushes.length === 0);
  });

  test.each([
    ['a program', ['--json'], '"on":true', '"on":null'],
    ['people', [], 'running bio, 3 of 30 min', 'unknown (last report: running bio, 3 of 30 min)'],
  ])(
    'device watch tells %s no report of minutes ago as the state of the device, once the network is lost',
    async (_, more, first, last) => {
      const clock = new FakeClock();
      terminal.clock = clock;
      terminal.http.reply(readLatest, aReport({ useTime: 3 }));
      const ctrlC = new AbortController();
      const watching = terminal.physio(['device', 'watch', 'DEV0001', ...more], {
        ...SIGNED_IN,
        interruption: ctrlC,
      });
      await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
      await clock.advance(5_000);
      const fails = (answer: Problem | ReturnType<typeof httpResponse>) => {
        for (const call of [readLatest, getDetail, enterPage]) terminal.http.reply(call, answer);
      };
      fails(new Problem('network'));
      await clock.advance(10 * MINUTE);
      fails(httpResponse({ status: 404 }));
      await clock.advance(20_000);
      ctrlC.abort();
      const lines = (await watching).stdout.trimEnd().split('\n');
      expect([lines[0], lines.at(-1)]).toEqual([expect.stringContaining(first), expect.stringContaining(last)]);
    },
  );

  test.each([
    ['idle', online],
    ['online', offline],
    ['running', offline],
  ])(
    'device wait --for %s on a computer that slept does not take what it heard before for what is so',
    async (goal, detail) => {
      const clock = new FakeClock();
      terminal.clock = clock;
      terminal.http.reply(getDetail, detail).reply(readLatest, aReport({ useTime: 3 }));
      const argv = ['device', 'wait', 'DEV0001', '--for', goal, '--timeout', '3600'];
      const waiting = terminal.physio(argv, SIGNED_IN);
      await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
      await clock.advance(20_000);
      terminal.http.reply(getDetail, () => clock.sleep(100).then(() => online));
      terminal.http.reply(readLatest, () => clock.sleep(100).then(() => aReport({ onOff: 0 })));
      await clock.suspend(8 * 60 * MINUTE);
      await clock.advance(1_000);
      const { code, stderr } = await waiting;
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining(`DEV0001 was last heard of 8 h ago, so whether it is ${goal} is not known after`),
      ]);
    },
  );

  test('device watch reports why there are no live updates and keeps polling', async () => {
    const ctrlC = new AbortController();
    const watch = (...more: string[]) =>
      terminal.physio(['device', 'watch', 'DEV0001', ...more], { ...SIGNED_IN, interruption: ctrlC });
    const watching = watch('--json', 'line,channel,channelCode');
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    terminal.channel.push({
      kind: 'failure',
      failure: { step: 'subscribe', reason: 'refused', code: '1004', message: 'not bound' },
    });
    terminal.channel.push({ kind: 'line', state: 'open' });
    ctrlC.abort();
    const rows = (await watching).lines();
    expect(rows).toContainEqual({ line: 'polling', channel: 'subscribe-refused', channelCode: '1004' });
    expect(rows.at(-1)).toMatchObject({ line: 'live' });
    terminal.http.reply(enterPage, httpResponse({ status: 404 }));
    const asking = new AbortController();
    const words = terminal.physio(['device', 'watch', 'DEV0001'], { ...SIGNED_IN, interruption: asking });
    await expect.poll(() => terminal.http.requests(enterPage).length).toBeGreaterThan(1);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBeGreaterThan(1);
    await new Promise((resolve) => setImmediate(resolve));
    asking.abort();
    expect((await words).stdout).toContain('The server returned no address for the device channel.');
  });

  test.each([
    ['first', [enterPage]],
    ['last', [getDetail, readLatest]],
  ])(
    'device watch says once in one line why a server can neither be read nor give the address of the channel, which it refuses %s',
    async (_, first) => {
      const clock = new FakeClock();
      terminal.clock = clock;
      for (const call of [getDetail, readLatest, enterPage])
        terminal.http.reply(call, async () => {
          if (!first.some((each) => each === call)) await clock.sleep(2_000);
          return new Problem('network', { message: 'ECONNREFUSED' });
        });
      const ctrlC = new AbortController();
      const watching = terminal.physio(['device', 'watch', 'DEV0001'], { ...SIGNED_IN, interruption: ctrlC });
      await expect.poll(() => terminal.http.sent.length).toBe(3);
      await clock.advance(15_000);
      ctrlC.abort();
      const { stdout } = await watching;
      expect([stdout.trimEnd().split('\n').length, stdout.match(/Could not reach the server/g)?.length]).toEqual([
        1, 1,
      ]);
    },
  );

  test.each([
    ['device list', 'Try again, or raise the limit: --timeout 60'],
    ['device list --timeout 90', 'Try again, or raise the limit: --timeout 180'],
    ['device wait DEV0001 --for idle', 'Try again.'],
    ['device wait DEV0001 --for idle --timeout 90', 'Try again.'],
    ['device wait DEV0001 --for idle --timeout 5', 'Try again, or raise the limit: --timeout 60'],
  ])(
    '%s, to which the server does not answer in time, suggests only a limit that gives it longer',
    async (command, advice) => {
      terminal.http.reply(listDevices, new Problem('timeout')).reply(getDetail, new Problem('timeout'));
      const { code, stderr } = await physio(...command.split(' '), '--retry', '0');
      expect([code, stderr]).toEqual([3, expect.stringContaining('did not answer in time')]);
      expect(stderr.trim().endsWith(` ${advice}`)).toBe(true);
    },
  );

  test('device wait ends when the device reaches the state, or after the timeout', async () => {
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'idle', '--json')).json()).toMatchObject({
      goal: 'idle',
      reached: true,
    });
    const late = await physio('device', 'wait', 'DEV0001', '--for', 'running', '--timeout', '0.05');
    expect([late.code, late.stdout]).toEqual([3, '']);
    terminal.http.reply(getDetail, offline);
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'offline')).code).toBe(0);
  });

  test.each(['idle', 'running'])(
    'device wait --for %s does not take a report of rest for the state of a device that the server calls working',
    async (goal) => {
      terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
      const { code, stderr } = await physio('device', 'wait', 'DEV0001', '--for', goal, '--timeout', '0.2');
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining(
          `DEV0001 reports rest, but the server says that a treatment is running on it, so whether it is ${goal} is not known`,
        ),
      ]);
    },
  );

  test('device wait --for idle does not take a report of rest for the state of a device that only the check calls offline', async () => {
    terminal.http
      .reply(getDetail, { ...online, onlineStatusDesc: null })
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    const { code, stderr } = await physio('device', 'wait', 'DEV0001', '--for', 'idle', '--timeout', '0.2');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('the server calls DEV0001 offline, so whether it is idle is not known'),
    ]);
  });

  test('device wait --for running does not take a record of a run for the state of a device that the server calls free', async () => {
    terminal.http.reply(readLatest, aReport()).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    const { code, stderr } = await physio('device', 'wait', 'DEV0001', '--for', 'running', '--timeout', '0.2');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(
        "The server's record of DEV0001 shows a treatment, but the server also says that none is running on it",
      ),
    ]);
  });

  test('device wait --for running does not say of a device that reports its run meanwhile that it is not running', async () => {
    terminal.http.reply(checkDevice, async () => {
      await terminal.clock.sleep(1_000);
      return { ownerId: 'shop-1', status: 'DEVICE_WORKING' };
    });
    const attributes = { OnOff: 1, Function: 1, WortTime: 30, UseTime: 0 };
    terminal.channelAnswers({ kind: 'line', state: 'open' }, { kind: 'attributes', attributes });
    const { code, stdout } = await physio('device', 'wait', 'DEV0001', '--for', 'running', '--timeout', '5');
    expect([code, stdout]).toEqual([0, expect.stringContaining('DEV0001 is running')]);
  });

  test.each([
    ['running', 'that it runs', 1],
    ['running', 'rest', 0],
    ['idle', 'rest', 0],
  ] as const)(
    'device wait --for %s of a device that reports %s says that it is not known where the server has not said whether it runs',
    async (goal, reported, onOff) => {
      terminal.http.reply(readLatest, aReport({ onOff })).reply(checkDevice, hangs);
      const { code, stderr } = await physio('device', 'wait', 'DEV0001', '--for', goal, '--timeout', '3');
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining(
          `DEV0001 reports ${reported}, and the server has not said whether a treatment is running on it, so whether it is ${goal} is not known after 3 s.`,
        ),
      ]);
    },
  );

  test('device wait says that a connection is not known which the server does not name', async () => {
    terminal.http.reply(getDetail, { ...online, onlineStatusDesc: null }).reply(enterPage, refused(1, '无'));
    const { code, stderr } = await physio('device', 'wait', 'DEV0001', '--for', 'online', '--timeout', '1');
    expect([code, stderr]).toEqual([3, expect.stringContaining('Whether DEV0001 is online is not known after 1 s.')]);
  });

  test('device wait fails at once when the token is rejected or the state is unknown', async () => {
    terminal.http.reply(getDetail, httpResponse({ status: 401 }));
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'idle')).code).toBe(4);
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'spring')).code).toBe(2);
  });
});

describe('failures', () => {
  test('device list exits with 130 on Ctrl-C', async () => {
    terminal.http.reply(listDevices, hangs);
    const ctrlC = new AbortController();
    const listing = terminal.physio(['device', 'list'], { ...SIGNED_IN, interruption: ctrlC });
    await expect.poll(() => terminal.http.sent.length).toBe(1);
    ctrlC.abort();
    expect((await listing).code).toBe(130);
  });
});

test('A field that the server did not send is reported as missing', async () => {
  terminal.http.reply(checkDevice, misshapen({ status: 'DEVICE_FREE' }));
  const { code, stderr } = await terminal.physio(['device', 'enter', 'DEV0001'], SIGNED_IN);
  expect([code, stderr]).toEqual([1, expect.stringContaining('(device.checkDevice: ownerId is missing)')]);
});
