import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Interruption } from '../../src/cli/interruption.ts';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { type AnyEndpoint, type FakeServer, hangs } from '../helpers/fake-server.ts';
import { HurriedClock } from '../helpers/hurried-clock.ts';
import { aCardOrder, aDevice, aLeaseOrder, aPage, aReport, aSupply, durationPlans, online, usePlans } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';
let terminal: Terminal;
let ctrlC: Interruption;

function everyAnswer(http: FakeServer): void {
  http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [])
    .reply(listHistory, [])
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(enterPage, aSupply)
    .reply(listShares, [])
    .reply(listCards, aPage())
    .reply(listRefunds, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(listDurationPlans, durationPlans())
    .reply(listUsePlans, usePlans())
    .reply(listLeaseOrders, aPage())
    .reply(getLeaseOrder, aLeaseOrder())
    .reply(listCardOrders, aPage(aCardOrder()));
}

beforeEach(() => {
  terminal = new Terminal();
  ctrlC = new Interruption();
  everyAnswer(terminal.http);
});
afterEach(() => terminal.close());

const physio = (typed: string) => terminal.physio(typed.split(' '), { ...SIGNED_IN, interruption: ctrlC });

/** Ctrl-C as soon as an endpoint was called, which never answers. */
async function brokenOffAt(endpoint: AnyEndpoint, typed: string, isSent = 1) {
  terminal.http.fails(endpoint, hangs);
  const running = physio(typed);
  await expect.poll(() => terminal.http.requests(endpoint).length).toBe(isSent);
  ctrlC.come();
  return running;
}

describe('Ctrl-C while a command waits', () => {
  test.each([
    [`device wait ${SNO} --for running`, getDetail],
    [`device watch ${SNO}`, getDetail],
    [`device show ${SNO}`, getDetail],
    [`device check ${SNO}`, checkDevice],
    [`device enter ${SNO}`, checkDevice],
    ['order pay L-100 --yes', getLeaseOrder],
    ['order list --all', listLeaseOrders],
    ['account show', getUser],
    ['doctor', getUser],
    [`treatment start ${SNO} --mode bio --yes`, getUser],
    [`order create ${SNO} --plan d7 --yes`, listDurationPlans],
  ])('ends "%s" as interrupted, with no word of advice, since nothing was changed', async (typed, endpoint) => {
    const { code, stderr } = await brokenOffAt(endpoint, typed);
    expect([code, stderr.replace(/^0 checked.*\n/, '')]).toEqual([130, '']);
  });

  test('ends "device wait" as interrupted after its first look, and does not advise to wait longer', async () => {
    const waiting = physio(`device wait ${SNO} --for running`);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
    ctrlC.come();
    const { code, stdout, stderr } = await waiting;
    expect([code, stdout, stderr]).toEqual([130, '', '']);
  });

  test('ends "device wait --json" without an answer that nobody has asked to its end', async () => {
    const waiting = physio(`device wait ${SNO} --for running --json`);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
    ctrlC.come();
    expect(await waiting).toMatchObject({ code: 130, stdout: '' });
  });
});

describe('Ctrl-C after a call with an effect was sent', () => {
  test.each([
    [`order create ${SNO} --plan d7 --by duration --yes`, createLeaseOrder, /7 days for ￥19\.90 for DEV0001 may have been placed\. Check it: physio order list$/m],
    [`order create ${SNO} --plan u10 --by uses --yes`, createCardOrder, /may have been placed\. Check it: physio order list --cards --operator shop-1$/m],
    ['order cancel L-100 --yes', cancelLeaseOrder, /Order L-100 may have been cancelled\. Check it: physio order show L-100/],
    [`share add ${SNO} 13800000003`, shareDevice, /DEV0001 may be shared with 138\*{4}0003 now\. Check it: physio share list DEV0001/],
    [`share remove ${SNO} 13800000003 --yes`, unshareDevice, /may have ended\. Check it: physio share list DEV0001/],
    ['account bind 13800000003 1234', updatePhone, /138\*{4}0003 may be bound to the account now\. Check it: physio account show/],
    ['account send-code 13800000003', sendCode, /A code may have been sent to 138\*{4}0003/],
    ['feedback send --content hello', createFeedback, /The feedback may have been sent/],
    [`treatment stop ${SNO} --yes`, stopDevice, /The stop was sent, but not confirmed: DEV0001 may still be running\. Press the stop key/],
  ])('tells what "%s" may have done', async (typed, endpoint, tells) => {
    const { code, stderr } = await brokenOffAt(endpoint, typed);
    expect([code, stderr]).toEqual([130, expect.stringMatching(tells)]);
  });

  test('tells that a device may start, how to look and how to stop it', async () => {
    terminal.http.reply(listDevices, [aDevice()]).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    const { code, stderr } = await brokenOffAt(startDevice, `treatment start ${SNO} --mode bio --yes`);
    expect([code, stderr]).toEqual([130, expect.stringMatching(/The start was sent: DEV0001 may be running.* physio treatment show DEV0001.* physio treatment stop DEV0001/)]);
  });

  test('while the customer pays tells that the order may still be paid', async () => {
    const paying = physio('order pay L-100 --yes');
    await expect.poll(() => terminal.http.requests(getLeaseOrder).length).toBeGreaterThan(1);
    ctrlC.come();
    expect(await paying).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/Order L-100 \(￥19\.90\) may still be paid, or may have been paid\. Check it: physio order show L-100/),
    });
  });
});

test('A stop that is broken off before it was sent says that the device may still be running', async () => {
  const { code, stderr } = await brokenOffAt(getDetail, `treatment stop ${SNO} --yes`);
  expect([code, stderr]).toEqual([130, expect.stringMatching(/The stop was not sent: DEV0001 may still be running\. Press the stop key/)]);
  expect(terminal.http.requests(stopDevice)).toEqual([]);
});

test('Ctrl-C that comes before a command has begun ends it, and nothing is asked', async () => {
  ctrlC.come();
  expect(await physio('device list')).toMatchObject({ code: 130, stdout: '', stderr: '' });
  expect(terminal.http.sent).toEqual([]);
});

test('Ctrl-C twice is told once', async () => {
  terminal.http.reply(shareDevice, hangs);
  const sharing = physio(`share add ${SNO} 13800000003`);
  await expect.poll(() => terminal.http.requests(shareDevice).length).toBe(1);
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
