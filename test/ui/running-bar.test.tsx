// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/time.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { RUNNING } from './under-treatment.ts';

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };

/** A customer who started PL1001 on this phone, eleven minutes ago. */
function whoIsTreated(): AppHarness {
  const app = new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKING);
  app.treatments.started.set({
    sno: 'PL1001',
    at: app.clock.now() - 11 * MINUTE,
    state: { workMinutes: 30 },
    ran: true,
  });
  return app;
}

const bar = () => screen.findByRole('navigation', { name: '理疗进行中' });

// covers 4.treatment.14a
test.each(['/my?tab=my', '/modeMenu', '/lease', '/orderDetail?orderNo=L100', '/my/orderList', '/custom', '/share'])(
  'While a device runs for the customer %s says so, for how long, and leads to it in one tap',
  async (address) => {
    const app = whoIsTreated().open(address);
    await within(await bar()).findByText('理疗中 · 剩余19分钟');
    await app.passes(MINUTE);
    await within(await bar()).findByText('理疗中 · 剩余18分钟');
    await presses(/理疗中/);
    await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
    expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: '理疗进行中' })).toBeNull();
  },
);

test('The screen of another device has the bar of the one that runs', async () => {
  const app = whoIsTreated();
  app.open('/process?sno=PL1002');
  expect(await within(await bar()).findByText('编号 PL1001')).toBeTruthy();
});

test('A treatment that was only looked at has its bar once its screen is left', async () => {
  new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKING).open('/process?sno=PL1005');
  await screen.findByRole('button', { name: '停止理疗' });
  goTo('/my?tab=my');
  expect(await within(await bar()).findByText('编号 PL1005')).toBeTruthy();
});

test('The screen of a treatment asks for its own bar nothing that it follows itself', async () => {
  const app = whoIsTreated().open('/process?sno=PL1001');
  await screen.findByRole('button', { name: '停止理疗' });
  await app.passes(9_000);
  expect([app.calls(checkDevice), app.calls(readLatest)]).toEqual([0, 1]);
});

test('Where the tab lists the devices the card of the treatment stands, and no bar beside it', async () => {
  whoIsTreated().open('/my?tab=device');
  expect(await screen.findByRole('button', { name: /理疗进行中/ })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: '理疗进行中' })).toBeNull();
});

// covers 4.treatment.14b
test('The modes of a device that runs are locked, also where somebody else of the family started it', async () => {
  const app = new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKING).open('/modeMenu');
  await bar();
  const tile = await screen.findByRole('button', { name: /睡眠/ });
  await waitFor(() => expect(tile.getAttribute('aria-disabled')).toBe('true'));
  await presses(/睡眠/);
  expect(await sees('设备正在理疗中，请先停止')).toBeTruthy();
  expect([app.calls(startDevice), at()]).toEqual([0, '/modeMenu']);
});

test('Settings of one’s own start nothing on a device that runs either', async () => {
  const app = whoIsTreated().open('/custom');
  await bar();
  await presses('启动');
  expect(await sees('设备正在理疗中，请先停止')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
});

test('A tap on a mode before it is known that the device runs starts nothing, and shows the real treatment', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(readLatest, { onOff: 0 }, RUNNING)
    .reply(checkDevice, WORKING)
    .open('/modeMenu');
  await screen.findByRole('button', { name: /睡眠/ });
  await waitFor(() => expect(app.calls(readLatest)).toBe(1));
  await presses(/睡眠/);
  expect(await sees('设备已在理疗中，未做更改')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: '生物电模式' })).toBeTruthy();
  expect([app.calls(startDevice), at()]).toEqual([0, '/process?sno=PL1001']);
});

test.each([
  ['nothing of its state', null],
  ['only its minutes', { workTime: 30 }],
])('A bar stays while the server calls the device working and tells %s', async (_, told) => {
  const app = whoIsTreated().reply(readLatest, RUNNING, told).open('/my?tab=my');
  await bar();
  await app.passes(30_000);
  await waitFor(() => expect(app.calls(readLatest)).toBeGreaterThan(1));
  await app.passes(1_000);
  expect(screen.queryByRole('navigation', { name: '理疗进行中' })).not.toBeNull();
});

test('A device that runs for somebody else, or stands still, has no bar and locks nothing', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(readLatest, RUNNING)
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' })
    .open('/modeMenu');
  await waitFor(() => expect(app.calls(checkDevice)).toBe(1));
  await app.passes(1_000);
  expect([
    screen.queryByRole('navigation', { name: '理疗进行中' }),
    screen.getByRole('button', { name: /睡眠/ }).getAttribute('aria-disabled'),
  ]).toEqual([null, 'false']);
});

test('A look that fails does not take the bar away; the end of the time does', async () => {
  const app = whoIsTreated().open('/my?tab=my');
  await bar();
  app.reply(readLatest, new Problem('timeout'));
  await app.passes(MINUTE);
  expect(await sees('理疗中 · 剩余18分钟')).toBeTruthy();
  await app.passes(18 * MINUTE);
  expect(await sees('理疗中 · 剩余0分钟')).toBeTruthy();
  await app.passes(2 * MINUTE);
  expect(doesNotSee(/理疗中/)).toBe(true);
});

test('A device that goes offline keeps its bar: it may run on', async () => {
  const app = whoIsTreated().open('/my?tab=my');
  await bar();
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_OFFLINE' });
  await app.passes(MINUTE);
  expect(await sees('理疗中 · 剩余18分钟')).toBeTruthy();
});

test('The bar goes within half a minute once the device has stopped', async () => {
  const app = whoIsTreated().open('/my?tab=my');
  await bar();
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.passes(30_000);
  expect(doesNotSee(/理疗中/)).toBe(true);
});

test('After a stop the modes are free again, and no late answer brings the bar back', async () => {
  let answer: () => void = () => {};
  const app = whoIsTreated();
  app.open('/modeMenu');
  await bar();
  await presses(/理疗中/);
  await screen.findByRole('button', { name: '停止理疗' });
  app.reply(checkDevice, () => new Promise((resolve) => (answer = () => resolve(WORKING))));
  goTo('/process?sno=PL1001&paid=1');
  await presses('停止理疗');
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/modeMenu?stop=1'));
  answer();
  await app.passes(1_000);
  expect(screen.queryByRole('navigation', { name: '理疗进行中' })).toBeNull();
});

test('Nothing is asked for the bar while nothing was started here', async () => {
  const app = new AppHarness().open('/my?tab=my');
  await app.passes(5 * MINUTE);
  expect([app.calls(readLatest), app.calls(checkDevice)]).toEqual([0, 0]);
});
