import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { HurriedClock } from '../helpers/hurried-clock.ts';
import { aLeaseOrder, aPage, aReport, aSupply, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const GONE = new Problem('network', { message: 'no answer came: ECONNREFUSED' });
let terminal: Terminal;

beforeEach(() => {
  terminal = new Terminal();
  terminal.clock = new HurriedClock();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [])
    .reply(listCards, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(enterPage, aSupply)
    .reply(getLeaseOrder, aLeaseOrder());
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const many = Array.from({ length: 400 }, (_, index) => `FREE${index}`);

/** The server answers so many times and is gone then. */
function diesAfter(answers: number) {
  let left = answers;
  return (_request: HttpRequest) => (left-- > 0 ? { ownerId: 'shop-1', status: 'DEVICE_FREE' } : GONE);
}

interface Line {
  sno: string;
  outcome: string;
  exitCode: number;
}

describe('device check with a server that dies in the middle', () => {
  test('stops asking, reports each device that was not asked, and says once why and what to do', async () => {
    terminal.http.reply(checkDevice, diesAfter(50));
    const { code, lines, stderr } = await terminal.physio(['device', 'check', '-', '--concurrency', '4', '--json', 'sno,outcome,exitCode'], { ...SIGNED_IN, stdin: many.join('\n') });
    const told = lines() as Line[];
    const count = (outcome: string) => told.filter((line) => line.outcome === outcome).length;
    expect(told.map(({ sno }) => sno).toSorted()).toEqual(many.toSorted());
    expect([code, count('lease')]).toEqual([1, 50]);
    expect(count('network')).toBeLessThan(150);
    expect(count('not-asked')).toBe(400 - 50 - count('network'));
    expect(told.find(({ outcome }) => outcome === 'not-asked')).toMatchObject({ exitCode: 1 });
    const sentences = stderr.split('\n').filter((line) => line.startsWith('physio: '));
    expect(sentences).toEqual([
      `physio: Stopped after ${count('network')} failures in a row: ${count('not-asked')} devices were not asked. The server cannot be reached (connection refused, ECONNREFUSED). Find out why: physio doctor`,
    ]);
    expect(stderr).toMatch(new RegExp(`^${50 + count('network')} checked in .*; ${count('not-asked')} not asked$`, 'm'));
  });

  test('shows a device that was not asked in the table, too', async () => {
    terminal.http.reply(checkDevice, httpResponse({ status: 404 }));
    const { code, stdout, stderr } = await physio('device', 'check', ...many, '--concurrency', '4');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FREE399 +not-asked$/m);
    expect(stdout.match(/HTTP status 404/g)?.length).toBeLessThan(20);
    expect(stderr).toMatch(/physio: Stopped after \d+ failures in a row: \d+ devices were not asked\. There is no device\.checkDevice at the API address \(HTTP status 404\)\. Set the address/);
  });

  test('does not wait for the end of a pipe that has none', async () => {
    terminal.http.reply(checkDevice, httpResponse({ status: 401 }));
    const endless = new PassThrough();
    endless.write('FREE1\nFREE2\n');
    const { code, lines } = await terminal.physio(['device', 'check', '-', '--concurrency', '1', '--json', 'sno,outcome'], { ...SIGNED_IN, pipe: endless });
    expect([code, lines()]).toEqual([4, [{ sno: 'FREE1', outcome: 'unauthorized' }, { sno: 'FREE2', outcome: 'not-asked' }]]);
  });

  test('goes on where the server comes back in time', async () => {
    terminal.http.reply(checkDevice, ...Array.from({ length: 30 }, () => GONE), { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    const { lines } = await physio('device', 'check', ...many.slice(0, 100), '--concurrency', '16', '--json', 'outcome');
    expect((lines() as Line[]).filter(({ outcome }) => outcome === 'not-asked')).toEqual([]);
    expect((lines() as Line[]).at(-1)).toEqual({ outcome: 'lease' });
  });
});

describe('a busy server', () => {
  test('is not told as a device that is not in operation', async () => {
    terminal.http.reply(checkDevice, refused('500', '系统繁忙'));
    const { code, lines } = await physio('device', 'check', 'FREE1', '--json', 'outcome,exitCode');
    expect([code, lines()]).toEqual([1, [{ outcome: 'refused', exitCode: 1 }]]);
    const entered = await physio('device', 'enter', 'FREE1');
    expect([entered.code, entered.stderr]).toEqual([1, expect.stringContaining('The server failed: 系统繁忙 (code 500). Try again in a while.')]);
  });

  test('does not end a watch, which goes on when the server answers again', async () => {
    terminal.http.reply(getDetail, refused('500', '系统繁忙'), online);
    terminal.http.reply(readLatest, aReport(), aReport({ onOff: 0 }), httpResponse({ status: 401 }));
    const { code, stdout } = await physio('device', 'watch', 'FREE1');
    expect([code, stdout]).toEqual([4, expect.stringMatching(/系统繁忙[\s\S]*online +idle/)]);
  });
});

describe('a command that waits for a server that has gone', () => {
  test('device wait names the last problem when it gives up', async () => {
    terminal.http.reply(getDetail, online, GONE).reply(readLatest, aReport({ onOff: 0 }), GONE);
    const { code, stderr } = await physio('device', 'wait', 'FREE1', '--for', 'running', '--timeout', '30');
    expect([code, stderr]).toEqual([3, expect.stringMatching(/FREE1 is not known to be running after \d+ s\. The server cannot be reached \(connection refused, ECONNREFUSED\)\. Find out why: physio doctor/)]);
  });

  test('device wait advises to wait longer where the server answers and the device is otherwise', async () => {
    const { code, stderr } = await physio('device', 'wait', 'FREE1', '--for', 'running', '--timeout', '30');
    expect([code, stderr]).toEqual([3, expect.stringMatching(/FREE1 is not running after \d+ s\. Wait longer with --timeout/)]);
  });

  test('device wait does not begin at an address that does not lead to the API', async () => {
    terminal.http.reply(getDetail, httpResponse({ status: 404 }));
    expect(await physio('device', 'wait', 'FREE1', '--for', 'running')).toMatchObject({ code: 1, stderr: expect.stringContaining('physio profile set api URL') });
  });

  test('device watch ends at an address that does not lead to the API, and goes on where it has led there before', async () => {
    terminal.http.reply(getDetail, httpResponse({ status: 404 })).reply(readLatest, httpResponse({ status: 404 }));
    expect(await physio('device', 'watch', 'FREE1')).toMatchObject({ code: 1, stderr: expect.stringContaining('physio profile set api URL') });
    terminal.http.reply(getDetail, online, httpResponse({ status: 404 }), httpResponse({ status: 401 })).reply(readLatest, aReport({ onOff: 0 }));
    expect(await physio('device', 'watch', 'FREE1')).toMatchObject({ code: 4 });
  });

  test('order pay names the last problem beside the advice to ask again', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), GONE);
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--timeout', '10');
    expect([code, stderr]).toEqual([6, expect.stringMatching(/The server cannot be reached[\s\S]*nobody knows yet whether it is paid\. Ask again: physio order show L-100/)]);
  });

  test('order pay says that the payment is not known where the session ends meanwhile', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(), httpResponse({ status: 401 }));
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--timeout', '60');
    expect([code, stderr]).toEqual([4, expect.stringMatching(/physio login[\s\S]*nobody knows yet whether it is paid/)]);
  });

  test('order list --all fails at the first page that does not come, and prints no half of a list', async () => {
    const page = (from: number) => aPage(...Array.from({ length: 15 }, (_, at) => aLeaseOrder({ orderNo: `L-${from + at}` })));
    terminal.http.reply(listLeaseOrders, page(0), page(15), GONE);
    const { code, stdout, stderr } = await physio('order', 'list', '--all', '--json');
    expect([code, stdout, stderr.match(/cannot be reached/g)?.length]).toEqual([1, '', 1]);
    expect(terminal.http.requests(listLeaseOrders)).toHaveLength(5);
  });
});
