import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { type Failure, hangs, httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aDevice, aPage, aReport, aSupply, offline, online } from '../helpers/wire.ts';
import { Interruption } from '../../src/cli/interruption.ts';
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
    .reply(checkDevice, checked);
  Object.assign(statuses, { FREE1: 'DEVICE_FREE', LOCK1: 'DEVICE_LOCKED', OFF1: 'DEVICE_OFFLINE', WORK1: 'DEVICE_WORKING', USED1: 'DEVICE_USING' });
});
afterEach(() => terminal.close());

const controlsIn = (text: string) => text.match(/[\p{Cc}\u202e]/gu)?.filter((letter) => letter !== '\n');
const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

describe('device list', () => {
  test('is a table that a person can read, wide characters aligned', async () => {
    terminal.http.reply(listDevices, [aDevice(), aDevice({ sno: 'DEV2', deviceName: 'B', deviceArea: '二楼' })]);
    const { code, stdout } = await physio('device', 'list');
    expect(code).toBe(0);
    const [, first = '', second = ''] = stdout.split('\n');
    expect(first).toMatch(/^DEV0001 {2}理疗仪一号 {2}一楼 {2}online {2}2026-04-01/);
    expect(second).toMatch(/^DEV2 {5}B {11}二楼 {2}online/);
  });

  test('is one array as JSON, with the fields that were asked for', async () => {
    terminal.http.reply(listDevices, [aDevice()]);
    expect((await physio('device', 'list', '--json', 'sno,online,sharedBy')).json()).toEqual([{ sno: 'DEV0001', online: true, sharedBy: null }]);
  });

  test('names the fields there are where one is asked for that there is not', async () => {
    const { code, stdout, stderr } = await physio('device', 'list', '--json', 'sno,colour');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('"colour"');
    expect(stderr).toContain('sno,name,area,online');
    expect(terminal.http.sent).toEqual([]);
  });

  test('is done where there is none: an empty array, and what to do on stderr', async () => {
    expect((await physio('device', 'list', '--json')).json()).toEqual([]);
    const { code, stdout, stderr } = await physio('device', 'list');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('physio device check');
  });

  test('hides the middle of phone numbers unless told otherwise', async () => {
    terminal.http.reply(listDevices, [aDevice({ shareUserId: '7', shareUserName: '13812345678' })]);
    expect((await physio('device', 'list')).stdout).toContain('138****5678');
    expect((await physio('device', 'list', '--json')).stdout).not.toContain('13812345678');
    expect((await physio('device', 'list', '--show-phones')).stdout).toContain('13812345678');
  });

  test('lets nothing through that a terminal would obey', async () => {
    terminal.http.reply(listDevices, [aDevice({ deviceName: '\u001b]0;taken\u0007\u001b[31mred\u009b2J\b\u202e' })]);
    const { stdout } = await physio('device', 'list');
    expect(stdout).toContain('red');
    expect(controlsIn(stdout)).toEqual([]);
    expect(controlsIn((await physio('device', 'list', '--json')).stdout)).toEqual([]);
  });
});

describe('device show', () => {
  test('takes a bare --json before the number', async () => {
    terminal.http.reply(getDetail, online).reply(readLatest, aReport({ useTime: 4 }));
    const { code, json } = await physio('device', 'show', '--json', 'DEV0001');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ sno: 'DEV0001', online: true, on: true, mode: 'bio', minutes: 30, usedMinutes: 4 });
  });
});

describe('device check', () => {
  test('tells each device as a line and ends with the gravest of all outcomes', async () => {
    const { code, lines, stderr } = await physio('device', 'check', 'FREE1', 'LOCK1', 'WORK1', 'USED1', 'NONE1', '--concurrency', '1', '--json', 'sno,outcome,exitCode');
    expect(lines()).toEqual([
      { sno: 'FREE1', outcome: 'lease', exitCode: 0 },
      { sno: 'LOCK1', outcome: 'locked', exitCode: 5 },
      { sno: 'WORK1', outcome: 'process', exitCode: 0 },
      { sno: 'USED1', outcome: 'using', exitCode: 5 },
      { sno: 'NONE1', outcome: 'not-in-operation', exitCode: 5 },
    ]);
    expect(code).toBe(5);
    expect(stderr).toContain('5 checked');
  });

  test('reads the numbers from stdin, and asks for what is the same for all only once', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `FREE${index}`);
    for (const sno of numbers) statuses[sno] = 'DEVICE_FREE';
    const { code, lines } = await terminal.physio(['device', 'check', '-', '--json'], { ...SIGNED_IN, stdin: numbers.join('\r\n') });
    expect(code).toBe(0);
    expect(lines()).toHaveLength(60);
    expect(terminal.http.requests(checkDevice)).toHaveLength(60);
    expect(terminal.http.requests(listCards)).toHaveLength(1);
  });

  test('stops where nobody is signed in any more', async () => {
    terminal.http.reply(checkDevice, httpResponse({ status: 401 }));
    const { code, lines, stderr } = await physio('device', 'check', 'FREE1', 'FREE2', 'FREE3', '--concurrency', '1', '--json', 'sno,outcome');
    expect([code, lines()]).toEqual([4, [{ sno: 'FREE1', outcome: 'unauthorized' }, { sno: 'FREE2', outcome: 'not-asked' }, { sno: 'FREE3', outcome: 'not-asked' }]]);
    expect(stderr).toMatch(/Stopped: 2 devices were not asked\. .*physio login/);
    expect(terminal.http.requests(checkDevice)).toHaveLength(1);
  });

  test('stops at once with Ctrl-C, and still tells what was done', async () => {
    const ctrlC = new Interruption();
    terminal.http.reply(checkDevice, checked, () => (ctrlC.come(), new Promise<never>(() => {})));
    const { code, lines, stderr } = await terminal.physio(['device', 'check', 'LOCK1', 'LOCK2', '--concurrency', '1', '--json', 'sno'], {
      ...SIGNED_IN,
      interruption: ctrlC,
    });
    expect([code, lines()]).toEqual([130, [{ sno: 'LOCK1' }]]);
    expect(stderr).toMatch(/^1 checked in .* 1 locked$/m);
  });

  test('shows somebody at a terminal how far it is, how fast, and how long it takes', async () => {
    const { stderr } = await terminal.physio(['device', 'check', 'LOCK1', 'FREE1', 'LOCK1', '--concurrency', '1'], { ...SIGNED_IN, types: '' });
    expect(stderr).toMatch(/\[#{8}\.{16}\] 33 % {2}1 done, \d+ a second, \d+ s left/);
    expect(stderr).toMatch(/\[#{24}\] 100 %/);
    const off = await physio('device', 'check', 'LOCK1', 'FREE1');
    expect(off.stderr).not.toContain('[#');
  });

  test('goes on after a line that names no device, and fails in the end', async () => {
    const { code, lines } = await physio('device', 'check', '!', 'FREE1', '--json', 'sno,outcome');
    expect(code).toBe(1);
    expect(lines()).toContainEqual({ sno: 'FREE1', outcome: 'lease' });
  });
});

describe('device enter', () => {
  test('says what comes next', async () => {
    const { code, stdout } = await physio('device', 'enter', 'FREE1');
    expect(code).toBe(0);
    expect(stdout).toContain('physio plan list FREE1');
  });

  test('ends with 5 where a notice stands in the way', async () => {
    for (const [sno, word] of [['OFF1', 'offline'], ['LOCK1', 'locked'], ['USED1', 'rented'], ['NONE1', 'not in operation']] as const) {
      const { code, stderr } = await physio('device', 'enter', sno);
      expect([code, stderr]).toEqual([5, expect.stringContaining(word)]);
    }
  });

  test('reads the code from a picture', async () => {
    terminal.scanner.reads('https://app.example/?sno=FREE1');
    expect((await physio('device', 'enter', '--image', 'code.png', '--json')).json()).toMatchObject({ sno: 'FREE1', outcome: 'lease' });
  });

  test('asks an assistant on a terminal, and elsewhere wants to be told', async () => {
    terminal.http.reply(getUser, { mobile: '13800000001', assist: true });
    const off = await physio('device', 'enter', 'FREE1');
    expect(off.code).toBe(2);
    expect(off.stderr).toContain('--assist');
    expect((await terminal.physio(['device', 'enter', 'FREE1', '--json'], { ...SIGNED_IN, types: 'y' })).json()).toMatchObject({ assist: true });
    expect((await physio('device', 'enter', 'FREE1', '--no-assist', '--json')).json()).toMatchObject({ assist: false });
  });

  test('does not enter for a customer where the account is no assistant', async () => {
    const { code, stderr } = await physio('device', 'enter', 'FREE1', '--assist');
    expect(code).toBe(1);
    expect(stderr).toContain('no assistant');
  });
});

describe('device watch and device wait', () => {
  beforeEach(() => {
    terminal.http
      .reply(getDetail, online)
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(enterPage, aSupply);
  });

  test('tells each change as a line until Ctrl-C', async () => {
    const ctrlC = new Interruption();
    const watching = terminal.physio(['device', 'watch', 'DEV0001', '--json', 'line,online,on'], { ...SIGNED_IN, interruption: ctrlC });
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
    terminal.channel.push({ kind: 'line', state: 'open' });
    terminal.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
    terminal.channel.push({ kind: 'online', online: false });
    ctrlC.come();
    const { code, lines } = await watching;
    expect(code).toBe(130);
    expect(lines()).toContainEqual({ line: 'live', online: true, on: true });
    expect(lines().at(-1)).toEqual({ line: 'live', online: false, on: true });
    await expect.poll(() => terminal.channel.openConnections).toBe(0);
  });

  test('tells what keeps the device from being seen live, and goes on asking', async () => {
    const ctrlC = new Interruption();
    const watch = (...more: string[]) => terminal.physio(['device', 'watch', 'DEV0001', ...more], { ...SIGNED_IN, interruption: ctrlC });
    const watching = watch('--json', 'line,channel,channelCode');
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    terminal.channel.push({ kind: 'failure', failure: { step: 'subscribe', reason: 'refused', code: '1004', message: 'not bound' } });
    terminal.channel.push({ kind: 'line', state: 'open' });
    ctrlC.come();
    const rows = (await watching).lines();
    expect(rows).toContainEqual({ line: 'polling', channel: 'subscribe-refused', channelCode: '1004' });
    expect(rows.at(-1)).toMatchObject({ line: 'live' });
    terminal.http.reply(enterPage, httpResponse({ status: 404 }));
    const asking = new Interruption();
    const words = terminal.physio(['device', 'watch', 'DEV0001'], { ...SIGNED_IN, interruption: asking });
    await expect.poll(() => terminal.http.requests(enterPage).length).toBeGreaterThan(1);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBeGreaterThan(1);
    await new Promise((resolve) => setImmediate(resolve));
    asking.come();
    expect((await words).stdout).toContain('The server named no address for the device channel.');
  });

  test('waits until the device is as wished, or gives up after the time it was given', async () => {
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'idle', '--json')).json()).toMatchObject({ goal: 'idle', reached: true });
    const late = await physio('device', 'wait', 'DEV0001', '--for', 'running', '--timeout', '0.05');
    expect([late.code, late.stdout]).toEqual([3, '']);
    terminal.http.reply(getDetail, offline);
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'offline')).code).toBe(0);
  });

  test('does not wait for what cannot be asked', async () => {
    terminal.http.reply(getDetail, httpResponse({ status: 401 }));
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'idle')).code).toBe(4);
    expect((await physio('device', 'wait', 'DEV0001', '--for', 'spring')).code).toBe(2);
  });
});

describe('what does not work', () => {
  test('has a code of its own for each kind', async () => {
    const kinds: [Failure, number][] = [
      [httpResponse({ status: 500 }), 1], [httpResponse({ body: 'no json' }), 1], [refused(7, '不行'), 1], [httpResponse({ status: 401 }), 4], [httpResponse({ status: 403 }), 1], [httpResponse({ status: 429 }), 1], [hangs, 3],
    ];
    for (const [answer, expected] of kinds) {
      terminal.http.reply(listDevices, answer);
      expect([answer, (await physio('device', 'list', '--timeout', '0.05')).code]).toEqual([answer, expected]);
    }
    expect((await terminal.physio(['device', 'list'], { env: { PHYSIO_API: 'https://cloud.example/api' } })).code).toBe(4);
  });

  test('is a matter of usage where a command is unknown, unfinished or given too much', async () => {
    for (const argv of [[], ['device'], ['acount', 'show'], ['shares', 'list', 'DEV1'], ['device', 'list', 'x'], ['device', 'show'], ['device', 'list', '--colour'], ['device', 'show', 'x!']])
      expect([argv, (await terminal.physio(argv, SIGNED_IN)).code]).toEqual([argv, 2]);
  });

  test('ends with 130 on Ctrl-C', async () => {
    terminal.http.reply(listDevices, hangs);
    const ctrlC = new Interruption();
    const listing = terminal.physio(['device', 'list'], { ...SIGNED_IN, interruption: ctrlC });
    await expect.poll(() => terminal.http.sent.length).toBe(1);
    ctrlC.come();
    expect((await listing).code).toBe(130);
  });
});

test('calls a field missing that the server left out', async () => {
  terminal.http.reply(checkDevice, misshapen({ status: 'DEVICE_FREE' }));
  const { code, stderr } = await terminal.physio(['device', 'enter', 'DEV0001'], SIGNED_IN);
  expect([code, stderr]).toEqual([1, expect.stringContaining('(device.checkDevice: ownerId is missing)')]);
});
