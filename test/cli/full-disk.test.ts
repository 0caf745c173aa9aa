import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { privateFiles } from '../../src/cli/main.ts';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { Problem } from '../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aDevice, aLeaseOrder, aPage, aReport, durationPlans, online, usePlans } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';
const START = ['treatment', 'start', SNO, '--mode', 'bio', '--yes'];
const STOP = ['treatment', 'stop', SNO, '--yes'];
const FULL = '/home/x cannot be used: the disk is full, ENOSPC';
const GOES_ON = expect.stringContaining(`${FULL}; this command goes on, and later commands do not know what it did`);

let terminal: Terminal;
let report: ReturnType<typeof aReport>;
beforeEach(() => {
  terminal = new Terminal();
  report = aReport({ onOff: 0 });
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [aDevice()])
    .reply(listCards, aPage())
    .reply(checkDevice, () => ({ ownerId: 'shop-1', status: report?.onOff === 1 ? 'DEVICE_WORKING' : 'DEVICE_USING' }))
    .reply(getDetail, online)
    .reply(readLatest, () => report)
    .reply(startDevice, () => (report = aReport({ useTime: 0 })))
    .reply(stopDevice, () => void (report = aReport({ onOff: 0 })))
    .reply(listDurationPlans, durationPlans())
    .reply(listUsePlans, usePlans())
    .reply(listLeaseOrders, aPage())
    .reply(getLeaseOrder, aLeaseOrder())
    .reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-100' });
});
afterEach(() => {
  vi.restoreAllMocks();
  terminal.close();
});

const physio = (words: string[]) => terminal.physio(words, SIGNED_IN);

type Failing = 'read' | 'write' | 'remove';

/** From now on, these accesses to what the accounts have stored fail. */
function fails(...accesses: Failing[]): void {
  for (const access of accesses)
    vi.spyOn(FakeAppStorage.prototype, access).mockImplementation(() => {
      throw new Problem('storage', { message: '/home/x cannot be used: ENOSPC' });
    });
}

describe('a disk that is full', () => {
  test.each<[string, Failing[]]>([
    ['written', ['write', 'remove']],
    ['read', ['read']],
  ])('treatment stop stops the device although what is stored cannot be %s', async (_, accesses) => {
    report = aReport({ useTime: 2 });
    fails(...accesses);
    expect(await physio(STOP)).toMatchObject({ code: 0, stdout: `Stopped ${SNO}.\n`, stderr: GOES_ON });
    expect(terminal.http.data(stopDevice)).toEqual([SNO]);
  });

  test('treatment stop stops the device although the files of its account belong to another user', async () => {
    report = aReport({ useTime: 2 });
    for (const access of ['read', 'exists', 'list'] as const)
      vi.spyOn(privateFiles, access).mockImplementation((path) => {
        throw Object.assign(new Error(`EACCES: permission denied, lstat '${path}'`), { syscall: 'lstat' });
      });
    expect(await physio(STOP)).toMatchObject({
      code: 0,
      stdout: `Stopped ${SNO}.\n`,
      stderr: expect.stringContaining('this command goes on, and later commands do not know what it did'),
    });
    expect(terminal.http.data(stopDevice)).toEqual([SNO]);
  });

  test('treatment stop in the first five seconds stops the device although nothing can be stored', async () => {
    await physio(START);
    report = aReport({ useTime: 0 });
    fails('write', 'remove');
    expect((await physio(STOP)).code).toBe(0);
    expect(terminal.http.data(stopDevice)).toEqual([SNO]);
  });

  test.each([
    [`treatment show ${SNO}`, 'idle'],
    ['order list', 'L-100'],
    ['order show L-100', 'cancelled'],
  ])('%s says what the server says when nothing of it can be stored', async (words, says) => {
    const clock = (terminal.clock = new FakeClock());
    await physio(START);
    await physio(['order', 'create', SNO, '--plan', 'd7', '--yes']);
    await clock.advance(MINUTE);
    report = aReport({ onOff: 0 });
    const cancelled = aLeaseOrder({ status: '已取消', statusCode: -1 });
    terminal.http.reply(getLeaseOrder, cancelled).reply(listLeaseOrders, aPage(cancelled));
    fails('write', 'remove');
    expect(await physio(words.split(' '))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(says),
      stderr: GOES_ON,
    });
  });

  test('treatment show says nothing of a device when it cannot be read what was started', async () => {
    await physio(START);
    fails('read');
    expect(await physio(['treatment', 'show', SNO])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(FULL),
    });
  });

  test('treatment start sends nothing when the start cannot be stored', async () => {
    fails('write', 'remove');
    expect(await physio(START)).toMatchObject({ code: 1, stderr: expect.stringContaining(FULL) });
    expect(terminal.http.data(startDevice)).toEqual([]);
  });

  test('treatment start says that the device runs when the disk is full only after the start was sent', async () => {
    terminal.http.reply(startDevice, () => {
      fails('write', 'remove');
      return (report = aReport({ useTime: 0 }));
    });
    expect(await physio(START)).toMatchObject({ code: 0, stdout: `Started ${SNO}: bio, 30 min\n`, stderr: GOES_ON });
  });

  test('order create names the order when the disk is full only after the order was sent', async () => {
    terminal.http.reply(listDevices, []).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    terminal.http.reply(createLeaseOrder, () => {
      fails('write', 'remove');
      return { payMoney: '19.90', orderNo: 'L-100' };
    });
    expect(await physio(['order', 'create', SNO, '--plan', 'd7', '--yes'])).toMatchObject({
      code: 0,
      stdout: 'Ordered: L-100, ￥19.90\n',
      stderr: GOES_ON,
    });
  });

  test('order pay says that the order is paid when the disk is full only after the link was shown', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(), () => {
      fails('write', 'remove');
      return aLeaseOrder({ status: '支付完成', statusCode: 5 });
    });
    expect(await physio(['order', 'pay', 'L-100', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Order L-100 is paid.'),
      stderr: GOES_ON,
    });
  });
});
