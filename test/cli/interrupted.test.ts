import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { type AnyEndpoint, hangs } from '../helpers/fake-server.ts';
import { aDevice, aLeaseOrder, aPage, aReport, aSupply } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';
import { answersWell, SNO } from './well-behaved-server.ts';

let terminal: Terminal;
let ctrlC: AbortController;

beforeEach(() => {
  terminal = new Terminal();
  terminal.clock = new FakeClock();
  ctrlC = new AbortController();
  answersWell(terminal.http)
    .reply(listDevices, [])
    .reply(enterPage, aSupply)
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
});
afterEach(() => terminal.close());

const physio = (typed: string) => terminal.physio(typed.split(' '), { ...SIGNED_IN, interruption: ctrlC });

/** Runs a command, and presses Ctrl-C when its call to `endpoint` is pending. */
async function interruptedAt(endpoint: AnyEndpoint, typed: string, isSent = 1) {
  terminal.http.fails(endpoint, hangs);
  const running = physio(typed);
  await expect.poll(() => terminal.http.requests(endpoint).length).toBe(isSent);
  ctrlC.abort();
  return running;
}

describe('Ctrl-C while a command waits', () => {
  test.each([
    [`device wait ${SNO} --for running`, getDetail],
    [`device check ${SNO}`, checkDevice],
    ['order pay L-100 --yes', getLeaseOrder],
    ['doctor', getUser],
    [`treatment start ${SNO} --mode bio --yes`, getUser],
    [`order create ${SNO} --plan d7 --yes`, listDurationPlans],
  ])(
    'Ctrl-C while a read is pending ends "%s" with 130 and without advice, since nothing was changed',
    async (typed, endpoint) => {
      const { code, stderr } = await interruptedAt(endpoint, typed);
      expect([code, stderr.replace(/^(Interrupted: 0 checked|physio: Interrupted: 1 passed).*\n/, '')]).toEqual([
        130,
        '',
      ]);
    },
  );

  test('Ctrl-C ends "device wait" after its first poll without the advice to wait longer', async () => {
    const waiting = physio(`device wait ${SNO} --for running`);
    await expect.poll(() => terminal.http.requests(readLatest).length).toBe(1);
    ctrlC.abort();
    const { code, stdout, stderr } = await waiting;
    expect([code, stdout, stderr]).toEqual([130, '', '']);
  });
});

describe('Ctrl-C after a write was sent', () => {
  test.each([
    [
      `order create ${SNO} --plan d7 --by duration --yes`,
      createLeaseOrder,
      /7 days for ￥19\.90 for DEV0001 may have been placed\. Check with: physio order list$/m,
    ],
    [
      `order create ${SNO} --plan u10 --by uses --yes`,
      createCardOrder,
      /may have been placed\. Check with: physio order list --cards --operator shop-1$/m,
    ],
    [
      'order cancel L-100 --yes',
      cancelLeaseOrder,
      /Order L-100 may have been cancelled\. Check with: physio order show L-100/,
    ],
    [
      `share add ${SNO} 13800000003`,
      shareDevice,
      /DEV0001 may now be shared with 138\*{4}0003\. Check with: physio share list DEV0001/,
    ],
    [
      `share remove ${SNO} 13800000003 --yes`,
      unshareDevice,
      /may no longer be shared with 138\*{4}0003\. Check with: physio share list DEV0001/,
    ],
    [
      'account bind 13800000003 1234',
      updatePhone,
      /138\*{4}0003 may now be bound to the account\. Check with: physio account show/,
    ],
    ['account send-code 13800000003', sendCode, /A code may have been sent to 138\*{4}0003/],
    ['feedback send --content hello', createFeedback, /The feedback may have been sent/],
    [
      `treatment stop ${SNO} --yes`,
      stopDevice,
      /The stop was sent but not confirmed; DEV0001 may still be running\. Press the stop key/,
    ],
  ])('Ctrl-C after a write prints what "%s" may have done', async (typed, endpoint, tells) => {
    terminal.http.reply(listDevices, typed.startsWith('share') ? [aDevice()] : []);
    const { code, stderr } = await interruptedAt(endpoint, typed);
    expect([code, stderr]).toEqual([130, expect.stringMatching(tells)]);
  });

  test('Ctrl-C after a start was sent says that the device may start, and how to check and stop it', async () => {
    terminal.http.reply(listDevices, [aDevice()]).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    const { code, stderr } = await interruptedAt(startDevice, `treatment start ${SNO} --mode bio --yes`);
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(
        /The start was sent; DEV0001 may be running.* physio treatment show DEV0001.* physio treatment stop DEV0001/,
      ),
    ]);
  });

  test('Ctrl-C during a payment says that the order may still be paid', async () => {
    const paying = physio('order pay L-100 --yes');
    await expect.poll(() => terminal.http.requests(getLeaseOrder).length).toBeGreaterThan(1);
    ctrlC.abort();
    expect(await paying).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(
        /Order L-100 \(￥19\.90\) may still be paid, or may have been paid\. Check with: physio order show L-100/,
      ),
    });
  });
});

test('Ctrl-C before a stop was sent says that the device may still be running', async () => {
  const { code, stderr } = await interruptedAt(getDetail, `treatment stop ${SNO} --yes`);
  expect([code, stderr]).toEqual([
    130,
    expect.stringMatching(/The stop was not sent; DEV0001 may still be running\. Press the stop key/),
  ]);
  expect(terminal.http.requests(stopDevice)).toEqual([]);
});

test.each([
  [`treatment start ${SNO} --mode bio --yes`, readLatest, aReport({ onOff: 0 }), startDevice],
  [`treatment stop ${SNO} --yes`, readLatest, aReport(), stopDevice],
  [`order create ${SNO} --plan d7 --by duration --yes`, listLeaseOrders, aPage(), createLeaseOrder],
  ['order cancel L-100 --yes', getLeaseOrder, aLeaseOrder(), cancelLeaseOrder],
] as const)(
  'After Ctrl-C "%s" changes nothing, although the answer that it was waiting for still comes',
  async (typed, read, answer, write) => {
    terminal.http.reply(listDevices, typed.startsWith('order') ? [] : [aDevice()]);
    let comes = () => {};
    const coming = new Promise<void>((resolve) => (comes = resolve));
    terminal.http.reply(read as typeof readLatest, () => coming.then(() => answer as ReturnType<typeof aReport>));
    const running = physio(typed);
    await expect.poll(() => terminal.http.requests(read).length).toBe(1);
    ctrlC.abort();
    expect((await running).code).toBe(130);
    comes();
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(terminal.http.requests(write)).toEqual([]);
    expect(terminal.stderrSoFar()).not.toContain('Cancelled');
  },
);

test('Ctrl-C before a command starts ends it, and the command sends nothing', async () => {
  ctrlC.abort();
  expect(await physio('device list')).toMatchObject({ code: 130, stdout: '', stderr: '' });
  expect(terminal.http.sent).toEqual([]);
});

test('A second Ctrl-C does not repeat the warning', async () => {
  terminal.http.reply(listDevices, [aDevice()]).reply(shareDevice, hangs);
  const sharing = physio(`share add ${SNO} 13800000003`);
  await expect.poll(() => terminal.http.requests(shareDevice).length).toBe(1);
  ctrlC.abort();
  ctrlC.abort();
  expect((await sharing).stderr.match(/may now be shared/g)).toHaveLength(1);
});

test('Ctrl-C clears the progress line', async () => {
  const paying = terminal.physio(['order', 'pay', 'L-100', '--yes'], { ...SIGNED_IN, types: '', interruption: ctrlC });
  await expect.poll(() => terminal.stderrSoFar()).toContain('s left');
  ctrlC.abort();
  const { stderr } = await paying;
  expect(stderr.lastIndexOf('\r\u001b[K')).toBeGreaterThan(stderr.lastIndexOf('s left'));
});
