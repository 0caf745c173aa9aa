// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE, SECOND } from '../../src/core/basics/time.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { TreatmentLog } from '../../src/core/treatment/records/treatment-log.ts';
import { type Reply } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { type AppHarness, at, doesNotSee, goTo, presses, sees, stops } from './app-harness.tsx';
import { RUNNING, running, underTreatment } from './under-treatment.ts';

/** A customer who asked for the stop in the first seconds, and whose page is reloaded after what happened `meanwhile`. */
async function reloadsWhileStopping(
  ago: number,
  address = '/process?sno=PL1001',
  meanwhile: (app: AppHarness) => void = () => undefined,
): Promise<AppHarness> {
  const app = running({ ...RUNNING, useTime: 0 });
  const log = new TreatmentLog(app.scope, app.clock);
  log.record({
    type: 'startTookEffect',
    treatment: { sno: 'PL1001', at: app.clock.now(), state: { function: 'bio', workMinutes: 30 }, ran: true },
  });
  log.record({ type: 'stopAsked', sno: 'PL1001' });
  await app.advance(ago);
  meanwhile(app);
  return app.open(address);
}

/** The device takes the stop, rests, and is free. */
const takesTheStop = (app: AppHarness) =>
  app.reply(stopDevice, () => {
    app.reply(readLatest, { ...RUNNING, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
    return null;
  });

test('A page that is reloaded after the customer asked for a stop counts on and sends it', async () => {
  const app = await reloadsWhileStopping(2 * SECOND);
  expect(await screen.findByRole('button', { name: '3秒后发送停止 请勿关闭本页' })).toBeTruthy();
  takesTheStop(app);
  await app.advance(3 * SECOND);
  expect(await sees('设备已停止')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(1);
});

test('A stop that was asked for is sent once when the app opens again on another screen, and its device is named as stopped', async () => {
  const app = takesTheStop(await reloadsWhileStopping(2 * SECOND, '/lease'));
  await waitFor(() => expect(app.calls(checkDevice)).toBeGreaterThan(0));
  await app.advance(3 * SECOND);
  expect(await sees('设备PL1001已停止')).toBeTruthy();
  await app.resumes();
  await app.advance(SECOND);
  expect([app.calls(stopDevice), screen.queryByRole('navigation', { name: '理疗状态' })]).toEqual([1, null]);
});

const UNCONFIRMED = '未能确认设备PL1001已停止，设备可能仍在运行，请按设备上的停止键';

test('A continued stop of a device that somebody else runs by now sends nothing and says so', async () => {
  const app = await reloadsWhileStopping(MINUTE, '/my?tab=my', (device) =>
    device.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' }),
  );
  expect(await sees('停止理疗：设备PL1001正在为他人运行，没有发送停止指令')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(0);
});

test('A continued stop of a device that did not run says that it does not run, not that it has stopped', async () => {
  const app = await reloadsWhileStopping(MINUTE, '/my?tab=my', (device) =>
    device.reply(readLatest, { ...RUNNING, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' }),
  );
  expect(await sees('设备PL1001未在理疗')).toBeTruthy();
  expect([app.calls(stopDevice), doesNotSee(/已停止/)]).toEqual([1, true]);
});

test('The screen of the treatment alone tells how a stop ended that another screen had continued', async () => {
  const app = await reloadsWhileStopping(2 * SECOND, '/my?tab=my');
  let accepts = (): void => undefined;
  app.reply(stopDevice, () => new Promise<null>((resolve) => (accepts = () => resolve(null))));
  await waitFor(() => expect(app.calls(checkDevice)).toBeGreaterThan(0));
  await app.advance(3 * SECOND);
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  goTo('/process?sno=PL1001');
  expect(await screen.findByRole('button', { name: '正在停止...' })).toBeTruthy();
  app.reply(readLatest, { ...RUNNING, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  accepts();
  await app.advance(SECOND);
  expect(await sees('设备已停止')).toBeTruthy();
  expect([app.calls(stopDevice), doesNotSee('设备PL1001已停止')]).toEqual([1, true]);
});

/** A customer who asked for a stop and saw another page or screen before the accepted command had an effect. */
const ACCEPTED: [string, () => Promise<AppHarness>][] = [
  [
    'that another screen has sent after a reload',
    () => reloadsWhileStopping(20 * SECOND, '/my?tab=my', (app) => app.reply(stopDevice, null)),
  ],
  [
    'that was sent before a look at another screen',
    async () => {
      const app = (await underTreatment()).reply(stopDevice, null);
      await stops();
      await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
      goTo('/my?tab=my');
      return app;
    },
  ],
];

test.each(ACCEPTED)(
  'A stop %s is shown as under way by the screen of its treatment, and then as unconfirmed',
  async (_, asks) => {
    const app = await asks();
    await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
    await app.advance(5 * SECOND);
    goTo('/process?sno=PL1001');
    expect(await screen.findByRole('button', { name: '正在停止...' })).toBeTruthy();
    await app.advance(20 * SECOND);
    expect(await sees('未能确认设备已停止')).toBeTruthy();
    expect([app.calls(stopDevice), screen.queryByRole('button', { name: '停止理疗' })]).toEqual([1, null]);
  },
);

test('A continued stop that did not reach the server stays on the screen and leads to the treatment, which says so until it is stopped', async () => {
  const app = (await reloadsWhileStopping(2 * SECOND, '/my?tab=my')).reply(stopDevice, new Problem('network'));
  await waitFor(() => expect(app.calls(checkDevice)).toBeGreaterThan(0));
  await app.advance(3 * SECOND);
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  await app.advance(10 * SECOND);
  takesTheStop(app);
  await presses(new RegExp(`^${UNCONFIRMED}`));
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  await presses('再次停止');
  expect(await sees('设备已停止')).toBeTruthy();
  goTo('/my?tab=my');
  await app.advance(SECOND);
  expect([app.calls(stopDevice), doesNotSee(UNCONFIRMED)]).toEqual([2, true]);
});

test.each<[string, Reply<typeof stopDevice>, (app: AppHarness) => void]>([
  ['was accepted without effect', undefined, () => undefined],
  ['was not answered', new Problem('timeout'), () => undefined],
  ['did not reach the server', new Problem('network'), () => undefined],
  ['was accepted for a device that is offline', undefined, (app) => app.reply(getDetail, { onlineStatusDesc: '离线' })],
])('A stop that %s is called unconfirmed after a reload as well, on any screen', async (_, answer, meanwhile) => {
  const app = (await underTreatment()).reply(stopDevice, answer);
  await presses('停止理疗');
  meanwhile(app);
  await presses('确认');
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  await app.advance(20 * SECOND);
  expect((await screen.findAllByText(/未能确认设备已停止/)).length).toBeGreaterThan(0);
  cleanup();
  await app.advance(4 * MINUTE);
  app.open('/my?tab=my');
  const bar = await screen.findByRole('button', { name: new RegExp(`^${UNCONFIRMED}`) });
  takesTheStop(app.reply(getDetail, { onlineStatusDesc: '在线' }));
  fireEvent.click(bar);
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  await presses('再次停止');
  expect(await sees('设备已停止')).toBeTruthy();
  cleanup();
  app.open('/my?tab=my');
  await app.advance(SECOND);
  expect(doesNotSee(UNCONFIRMED)).toBe(true);
});

/** A customer who asked minutes ago for the stop of a device that was started on another phone, and opens the app. */
async function askedMinutesAgo(report: Reply<typeof readLatest>, status = 'DEVICE_WORKING'): Promise<AppHarness> {
  const app = running().reply(readLatest, report).reply(checkDevice, { ownerId: 'op1', status });
  new TreatmentLog(app.scope, app.clock).record({ type: 'stopAsked', sno: 'PL1001' });
  await app.advance(5 * MINUTE);
  return app.open('/lease');
}

test.each([
  ['still runs', RUNNING],
  ['is out of reach', new Problem('network')],
])(
  'A stop that was asked for minutes ago is called unconfirmed on any screen while its device %s',
  async (_, report) => {
    const app = await askedMinutesAgo(report);
    await waitFor(() => expect(app.calls(readLatest)).toBeGreaterThan(0));
    await app.advance(10 * SECOND);
    await presses(new RegExp(UNCONFIRMED));
    expect(await sees('未能确认设备已停止')).toBeTruthy();
    expect([at(), app.calls(stopDevice)]).toEqual(['/process?sno=PL1001', 0]);
  },
);

test('The list of devices calls no treatment going on that may not have taken its stop, and leads to it', async () => {
  const app = await askedMinutesAgo(RUNNING);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', deviceName: '客厅理疗仪' })]);
  goTo('/my?tab=device');
  expect(await sees(UNCONFIRMED)).toBeTruthy();
  const watch = await screen.findByRole('button', { name: '查看理疗 客厅理疗仪' });
  const card = within(watch.closest('article') as HTMLElement);
  expect(await card.findByText('未能确认设备已停止')).toBeTruthy();
  expect(doesNotSee(/理疗中|理疗进行中/)).toBe(true);
  await presses('查看理疗 客厅理疗仪');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test.each([
  ['rests', { ...RUNNING, onOff: 0 }, 'DEVICE_USING'],
  ['runs for somebody else', RUNNING, 'DEVICE_USED'],
])('A stop that was asked for minutes ago is over once its device %s', async (_, report, status) => {
  const app = await askedMinutesAgo(report, status);
  await waitFor(() => expect(app.calls(readLatest)).toBeGreaterThan(0));
  await app.advance(SECOND);
  expect(doesNotSee(UNCONFIRMED)).toBe(true);
  app.reply(readLatest, RUNNING).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' });
  goTo('/process?sno=PL1001');
  expect(await sees('生物电模式')).toBeTruthy();
  expect(doesNotSee('未能确认设备已停止')).toBe(true);
});

test.each([
  ['somebody else', RUNNING, 'DEVICE_USED', '这次理疗不是您启动的。请查看其他设备或咨询店员。'],
  [
    'nobody known',
    { ...RUNNING, function: 3, workTime: 180 },
    'DEVICE_USING',
    /如果正在为您理疗，请按设备上的停止键；否则请咨询店员/,
  ],
])(
  'A customer whose stop was not sent because the device runs for %s is not told to stop that treatment by hand',
  async (_, report, status, advice) => {
    const app = running();
    const state = { function: 'bio' as const, workMinutes: 30 };
    app.startedHere(11 * MINUTE, { state, ran: true });
    await underTreatment(app);
    app.reply(readLatest, new Problem('network')).reply(checkDevice, { ownerId: 'op1', status });
    await app.advance(2 * MINUTE);
    app.reply(readLatest, report);
    await stops();
    expect(await sees(/没有发送停止指令/)).toBeTruthy();
    expect(await sees(advice)).toBeTruthy();
    expect([app.calls(stopDevice), doesNotSee(/设备可能仍在运行/)]).toEqual([0, true]);
  },
);

test('A customer whose offline device somebody else started is not told to stop that treatment by hand', async () => {
  const app = await underTreatment();
  app.reply(getDetail, { onlineStatusDesc: '离线' });
  await app.advance(10 * SECOND);
  expect(await sees(/设备可能仍在运行/)).toBeTruthy();
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' });
  await act(async () => screen.getAllByRole('button', { name: '停止理疗' }).at(-1)?.click());
  await presses('确认');
  const advice = await screen.findAllByText('这次理疗不是您启动的。请查看其他设备或咨询店员。');
  expect([advice.length > 0, app.calls(stopDevice), doesNotSee(/设备可能仍在运行/)]).toEqual([true, 0, true]);
});

test('A stop whose page was suspended before it could be sent is called unconfirmed and sends nothing', async () => {
  const app = await reloadsWhileStopping(2 * SECOND);
  await screen.findByRole('button', { name: '3秒后发送停止 请勿关闭本页' });
  await act(() => app.clock.suspend(4 * MINUTE));
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  expect(await sees('设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(0);
});
