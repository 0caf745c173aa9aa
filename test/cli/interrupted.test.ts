import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FakeHttp, TaughtAnswer } from '../../src/adapters/fake/fake-http.ts';
import { HurriedClock } from '../helpers/hurried-clock.ts';
import { aCardOrder, aDevice, aLeaseOrder, aPage, aReport, aSupply, done, durationPlans, online, usePlans } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';
let terminal: Terminal;
let ctrlC: AbortController;

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
  ctrlC = new AbortController();
  everyAnswer(terminal.http);
});
afterEach(() => terminal.close());

const physio = (typed: string) => terminal.physio(typed.split(' '), { ...SIGNED_IN, interruption: ctrlC });

/** Ctrl-C as soon as a path was asked, which never answers. */
async function brokenOffAt(path: string, typed: string, isSent = 1) {
  terminal.http.answers(path, SILENT);
  const running = physio(typed);
  await expect.poll(() => terminal.http.sentTo(path).length).toBe(isSent);
  ctrlC.abort();
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
  ])('Ctrl-C while %s is pending ends "%s" with 130 and without advice, since nothing was changed', async (path, typed) => {
    const { code, stderr } = await brokenOffAt(path, typed);
    expect([code, stderr.replace(/^0 checked.*\n/, '')]).toEqual([130, '']);
  });

  test('Ctrl-C ends "device wait" after its first poll without the advice to wait longer', async () => {
    const waiting = physio(`device wait ${SNO} --for running`);
    await expect.poll(() => terminal.http.sentTo('/api/device/real_time_data').length).toBe(1);
    ctrlC.abort();
    const { code, stdout, stderr } = await waiting;
    expect([code, stdout, stderr]).toEqual([130, '', '']);
  });

  test('Ctrl-C ends "device wait --json" without a result', async () => {
    const waiting = physio(`device wait ${SNO} --for running --json`);
    await expect.poll(() => terminal.http.sentTo('/api/device/real_time_data').length).toBe(1);
    ctrlC.abort();
    expect(await waiting).toMatchObject({ code: 130, stdout: '' });
  });
});

describe('Ctrl-C after a write was sent', () => {
  test.each([
    ['/api/order/consume/order', `order create ${SNO} --plan d7 --by duration --yes`, /7 days for ￥19\.90 for DEV0001 may have been placed\. Check with: physio order list$/m],
    ['/api/order/charge/order', `order create ${SNO} --plan u10 --by uses --yes`, /may have been placed\. Check with: physio order list --cards --operator shop-1$/m],
    ['/api/order/cancel', 'order cancel L-100 --yes', /Order L-100 may have been cancelled\. Check with: physio order show L-100/],
    ['/api/device/bind_device', `share add ${SNO} 13800000003`, /DEV0001 may now be shared with 138\*{4}0003\. Check with: physio share list DEV0001/],
    ['/api/device/un_bind_device', `share remove ${SNO} 13800000003 --yes`, /may no longer be shared with 138\*{4}0003\. Check with: physio share list DEV0001/],
    ['/api/user/updatePhone', 'account bind 13800000003 1234', /138\*{4}0003 may now be bound to the account\. Check with: physio account show/],
    ['/api/user/message', 'account send-code 13800000003', /A code may have been sent to 138\*{4}0003/],
    ['/api/feedback/create', 'feedback send --content hello', /The feedback may have been sent/],
    ['/api/order/stop/device', `treatment stop ${SNO} --yes`, /The stop was sent but not confirmed; DEV0001 may still be running\. Press the stop key/],
  ])('Ctrl-C after a write to %s prints what "%s" may have done', async (path, typed, tells) => {
    const { code, stderr } = await brokenOffAt(path, typed);
    expect([code, stderr]).toEqual([130, expect.stringMatching(tells)]);
  });

  test('Ctrl-C after a start was sent says that the device may start, and how to check and stop it', async () => {
    terminal.http.answers('/api/device/device/list', done([aDevice()])).answers('/api/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_USING' }));
    const { code, stderr } = await brokenOffAt('/api/order/start/device', `treatment start ${SNO} --mode bio --yes`);
    expect([code, stderr]).toEqual([130, expect.stringMatching(/The start was sent; DEV0001 may be running.* physio treatment show DEV0001.* physio treatment stop DEV0001/)]);
  });

  test('Ctrl-C during a payment says that the order may still be paid', async () => {
    const paying = physio('order pay L-100 --yes');
    await expect.poll(() => terminal.http.sentTo('/api/order/detail').length).toBeGreaterThan(1);
    ctrlC.abort();
    expect(await paying).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/Order L-100 \(￥19\.90\) may still be paid, or may have been paid\. Check with: physio order show L-100/),
    });
  });
});

test('Ctrl-C before a stop was sent says that the device may still be running', async () => {
  const { code, stderr } = await brokenOffAt('/api/device/detail', `treatment stop ${SNO} --yes`);
  expect([code, stderr]).toEqual([130, expect.stringMatching(/The stop was not sent; DEV0001 may still be running\. Press the stop key/)]);
  expect(terminal.http.sentTo('/api/order/stop/device')).toEqual([]);
});

test('Ctrl-C before a command has begun ends it, and nothing is sent', async () => {
  ctrlC.abort();
  expect(await physio('device list')).toMatchObject({ code: 130, stdout: '', stderr: '' });
  expect(terminal.http.sent).toEqual([]);
});

test('A second Ctrl-C does not repeat the warning', async () => {
  terminal.http.answers('/api/device/bind_device', SILENT);
  const sharing = physio(`share add ${SNO} 13800000003`);
  await expect.poll(() => terminal.http.sentTo('/api/device/bind_device').length).toBe(1);
  ctrlC.abort();
  ctrlC.abort();
  expect((await sharing).stderr.match(/may now be shared/g)).toHaveLength(1);
});

test('Ctrl-C clears the progress line', async () => {
  terminal.clock = new HurriedClock();
  const paying = terminal.physio(['order', 'pay', 'L-100', '--yes'], { ...SIGNED_IN, types: '', interruption: ctrlC });
  await expect.poll(() => terminal.stderrSoFar()).toContain('s left');
  ctrlC.abort();
  const { stderr } = await paying;
  expect(stderr.lastIndexOf('\r\u001b[K')).toBeGreaterThan(stderr.lastIndexOf('s left'));
});
