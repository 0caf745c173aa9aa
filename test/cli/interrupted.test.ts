import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FakeHttp, TaughtAnswer } from '../../src/adapters/fake/fake-http.ts';
import { Interruption } from '../../src/cli/interruption.ts';
import { HurriedClock } from '../helpers/hurried-clock.ts';
import { aCardOrder, aDevice, aLeaseOrder, aPage, aReport, aSupply, done, durationPlans, online, usePlans } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';
let terminal: Terminal;
let ctrlC: Interruption;

/** The server gets the call, and nobody hears of it again. */
const SILENT: TaughtAnswer = 'hangs';

function everyAnswer(http: FakeHttp): void {
  http
    .answers('/api/user/get', done({ mobile: '13800000001', assist: false }))
    .answers('/api/device/device/list', done([]))
    .answers('/api/device/device/history/list', done([]))
    .answers('/api/device/detail', online)
    .answers('/api/device/real_time_data', aReport({ onOff: 0 }))
    .answers('/api/device/intoDevicePage', done(aSupply))
    .answers('/api/device/device/share/list', done([]))
    .answers('/api/wallet/balance', aPage())
    .answers('/api/refund/page', aPage())
    .answers('/api/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_FREE' }))
    .answers('/api/product/service/mode/get', durationPlans())
    .answers('/api/rechargeMode/get', usePlans())
    .answers('/api/order/list', aPage())
    .answers('/api/order/detail', done(aLeaseOrder()))
    .answers('/api/wallet/list', aPage(aCardOrder()));
}

beforeEach(() => {
  terminal = new Terminal();
  ctrlC = new Interruption();
  everyAnswer(terminal.http);
});
afterEach(() => terminal.close());

const physio = (typed: string) => terminal.physio(typed.split(' '), { ...SIGNED_IN, interruption: ctrlC });

/** Ctrl-C as soon as a path was asked, which never answers. */
async function brokenOffAt(path: string, typed: string, isSent = 1) {
  terminal.http.answers(path, SILENT);
  const running = physio(typed);
  await expect.poll(() => terminal.http.sentTo(path).length).toBe(isSent);
  ctrlC.come();
  return running;
}

describe('Ctrl-C while a command waits', () => {
  test.each([
    ['/api/device/detail', `device wait ${SNO} --for running`],
    ['/api/device/detail', `device watch ${SNO}`],
    ['/api/device/detail', `device show ${SNO}`],
    ['/api/order/check/device', `device check ${SNO}`],
    ['/api/order/check/device', `device enter ${SNO}`],
    ['/api/order/detail', 'order pay L-100 --yes'],
    ['/api/order/list', 'order list --all'],
    ['/api/user/get', 'account show'],
    ['/api/user/get', 'doctor'],
    ['/api/user/get', `treatment start ${SNO} --mode bio --yes`],
    ['/api/product/service/mode/get', `order create ${SNO} --plan d7 --yes`],
  ])('for %s ends "%s" as interrupted, with no word of advice, since nothing was changed', async (path, typed) => {
    const { code, stderr } = await brokenOffAt(path, typed);
    expect([code, stderr.replace(/^0 checked.*\n/, '')]).toEqual([130, '']);
  });

  test('ends "device wait" as interrupted after its first look, and does not advise to wait longer', async () => {
    const waiting = physio(`device wait ${SNO} --for running`);
    await expect.poll(() => terminal.http.sentTo('/api/device/real_time_data').length).toBe(1);
    ctrlC.come();
    const { code, stdout, stderr } = await waiting;
    expect([code, stdout, stderr]).toEqual([130, '', '']);
  });

  test('ends "device wait --json" without an answer that nobody has asked to its end', async () => {
    const waiting = physio(`device wait ${SNO} --for running --json`);
    await expect.poll(() => terminal.http.sentTo('/api/device/real_time_data').length).toBe(1);
    ctrlC.come();
    expect(await waiting).toMatchObject({ code: 130, stdout: '' });
  });
});

describe('Ctrl-C after a call with an effect was sent', () => {
  test.each([
    ['/api/order/consume/order', `order create ${SNO} --plan d7 --by duration --yes`, /7 days for ￥19\.90 for DEV0001 may have been placed\. Check it: physio order list$/m],
    ['/api/order/charge/order', `order create ${SNO} --plan u10 --by uses --yes`, /may have been placed\. Check it: physio order list --cards --operator shop-1$/m],
    ['/api/order/cancel', 'order cancel L-100 --yes', /Order L-100 may have been cancelled\. Check it: physio order show L-100/],
    ['/api/device/bind_device', `share add ${SNO} 13800000003`, /DEV0001 may be shared with 138\*{4}0003 now\. Check it: physio share list DEV0001/],
    ['/api/device/un_bind_device', `share remove ${SNO} 13800000003 --yes`, /may have ended\. Check it: physio share list DEV0001/],
    ['/api/user/updatePhone', 'account bind 13800000003 1234', /138\*{4}0003 may be bound to the account now\. Check it: physio account show/],
    ['/api/user/message', 'account send-code 13800000003', /A code may have been sent to 138\*{4}0003/],
    ['/api/feedback/create', 'feedback send --content hello', /The feedback may have been sent/],
    ['/api/order/stop/device', `treatment stop ${SNO} --yes`, /The stop was sent, but not confirmed: DEV0001 may still be running\. Press the stop key/],
  ])('to %s tells what "%s" may have done', async (path, typed, tells) => {
    const { code, stderr } = await brokenOffAt(path, typed);
    expect([code, stderr]).toEqual([130, expect.stringMatching(tells)]);
  });

  test('tells that a device may start, how to look and how to stop it', async () => {
    terminal.http.answers('/api/device/device/list', done([aDevice()])).answers('/api/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_USING' }));
    const { code, stderr } = await brokenOffAt('/api/order/start/device', `treatment start ${SNO} --mode bio --yes`);
    expect([code, stderr]).toEqual([130, expect.stringMatching(/The start was sent: DEV0001 may be running.* physio treatment show DEV0001.* physio treatment stop DEV0001/)]);
  });

  test('while the customer pays tells that the order may still be paid', async () => {
    const paying = physio('order pay L-100 --yes');
    await expect.poll(() => terminal.http.sentTo('/api/order/detail').length).toBeGreaterThan(1);
    ctrlC.come();
    expect(await paying).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/Order L-100 \(￥19\.90\) may still be paid, or may have been paid\. Check it: physio order show L-100/),
    });
  });
});

test('A stop that is broken off before it was sent says that the device may still be running', async () => {
  const { code, stderr } = await brokenOffAt('/api/device/detail', `treatment stop ${SNO} --yes`);
  expect([code, stderr]).toEqual([130, expect.stringMatching(/The stop was not sent: DEV0001 may still be running\. Press the stop key/)]);
  expect(terminal.http.sentTo('/api/order/stop/device')).toEqual([]);
});

test('Ctrl-C that comes before a command has begun ends it, and nothing is asked', async () => {
  ctrlC.come();
  expect(await physio('device list')).toMatchObject({ code: 130, stdout: '', stderr: '' });
  expect(terminal.http.sent).toEqual([]);
});

test('Ctrl-C twice is told once', async () => {
  terminal.http.answers('/api/device/bind_device', SILENT);
  const sharing = physio(`share add ${SNO} 13800000003`);
  await expect.poll(() => terminal.http.sentTo('/api/device/bind_device').length).toBe(1);
  ctrlC.come();
  ctrlC.come();
  expect((await sharing).stderr.match(/may be shared/g)).toHaveLength(1);
});

test('A progress line is cleared before the command ends', async () => {
  terminal.clock = new HurriedClock();
  const paying = terminal.physio(['order', 'pay', 'L-100', '--yes'], { ...SIGNED_IN, types: '', interruption: ctrlC });
  await expect.poll(() => terminal.stderrSoFar()).toContain('s left');
  ctrlC.come();
  const { stderr } = await paying;
  expect(stderr.lastIndexOf('\r\u001b[K')).toBeGreaterThan(stderr.lastIndexOf('s left'));
});
