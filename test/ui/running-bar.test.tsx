// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { HOUR, MINUTE } from '../../src/core/basics/time.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees, stops } from './app-harness.tsx';
import { CHANNEL, RUNNING, underTreatment, withChannel } from './under-treatment.ts';
import { dataOf, refused } from '../helpers/fake-server.ts';
import { screenOf } from '../helpers/addresses.ts';
import { aDevice, offline, online } from '../helpers/wire.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import type { Reading } from '../../src/core/treatment/resume-treatment.ts';
import { RunningStore } from '../../src/ui/stores/running-store.ts';

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };

/** The page of a customer who started PL1001 here eleven minutes ago. */
function withTreatment(): AppHarness {
  const app = new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKING);
  app.startedHere(11 * MINUTE, { ran: true });
  return app;
}

const bar = () => screen.findByRole('navigation', { name: '理疗状态' });

test.each(['/my?tab=my', '/modeMenu', '/lease', '/orderDetail?orderNo=L100', '/my/orderList', '/custom', '/share'])(
  'While a treatment runs, the bar at %s shows the remaining minutes and opens the treatment',
  async (address) => {
    const app = withTreatment().open(address);
    await within(await bar()).findByText('理疗中 · 剩余19分钟');
    await app.advance(MINUTE);
    await within(await bar()).findByText('理疗中 · 剩余18分钟');
    await presses(/理疗中/);
    await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
    expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: '理疗状态' })).toBeNull();
  },
);

test('A device that has pushed its run is not called silent in the bar because the server’s record is from before that', async () => {
  const app = new AppHarness().withDevice().withSharedDevice().reply(enterPage, CHANNEL).open('/modeMenu');
  await presses(/生物电/);
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
  app.reply(checkDevice, WORKING);
  await act(async () => app.channel.push({ kind: 'attributes', attributes: { OnOff: 1, Function: 1, WortTime: 30 } }));
  await app.advance(1_000);
  await sees('剩余30分钟');
  goTo('/my?tab=my');
  expect(await within(await bar()).findByText(/理疗中|启动中|暂未响应/)).toHaveProperty(
    'textContent',
    '理疗中 · 剩余30分钟',
  );
  await app.advance(20_000);
  expect(doesNotSee(/暂未响应/)).toBe(true);
});

test('A treatment whose end the device has pushed has no bar because the server still calls it running, and locks no mode', async () => {
  const app = await withChannel();
  await act(async () => app.channel.push({ kind: 'attributes', attributes: { OnOff: 0 } }));
  await sees('理疗已结束');
  await app.advance(3_000);
  await presses('确认完成');
  await sees('选择理疗模式');
  await app.advance(1_000);
  expect(screen.queryByRole('navigation', { name: '理疗状态' })).toBeNull();
  expect(screen.getByRole('button', { name: /^生物电/ }).getAttribute('aria-disabled')).toBe('false');
  await app.advance(MINUTE);
  goTo('/my?tab=my');
  expect(await bar()).toBeTruthy();
});

test.each([
  ['bar', '/my?tab=my', '理疗中 · 剩余30分钟'],
  ['screen', '/process?sno=PL1001', '剩余30分钟'],
])(
  'After a start whose answer was lost, the %s counts none of the minutes of the treatment before',
  async (_, address, words) => {
    const app = new AppHarness().withSharedDevice();
    app.reply(startDevice, () => {
      app.reply(checkDevice, new Problem('network')).reply(readLatest, new Problem('network'));
      throw new Problem('network');
    });
    app.open('/modeMenu');
    await presses(/生物电/);
    await waitFor(() => expect(app.calls(startDevice)).toBe(1));
    await app.advance(15_000);
    await sees(/启动指令可能已经送达/);
    app.reply(checkDevice, WORKING).reply(readLatest, { ...RUNNING, useTime: 9 });
    goTo(address);
    expect(await sees(words)).toBeTruthy();
  },
);

test.each([
  ['the device is unplugged', () => ({ ownerId: 'op1', status: 'DEVICE_OFFLINE' })],
  ['the server does not answer', () => new Problem('network')],
])('A treatment that was seen to end from another screen has no bar when later %s', async (_, answer) => {
  const app = withTreatment().open('/my?tab=my');
  await bar();
  app.reply(readLatest, { ...RUNNING, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  await app.advance(30_000);
  await waitFor(() => expect(screen.queryByRole('navigation', { name: '理疗状态' })).toBeNull());
  app.reply(checkDevice, answer);
  await app.advance(40_000);
  expect(screen.queryByRole('navigation', { name: '理疗状态' })).toBeNull();
});

test.each([
  ['while its report cannot be read', () => new Problem('timeout')],
  ['whose report the server refuses', () => refused('403', '无权查看')],
])('A device that somebody else has started, %s, has no bar and no advice to stop it by hand', async (_, answer) => {
  const app = withTreatment().reply(stopDevice, refused('500', '设备忙')).open('/process?sno=PL1001');
  await stops();
  await sees('未能确认设备已停止');
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' }).reply(readLatest, answer);
  goTo('/my?tab=my');
  await app.advance(45_000);
  expect([screen.queryByRole('navigation', { name: '理疗状态' }), doesNotSee(/停止键/)]).toEqual([null, true]);
});

/** The page of a customer who has seen from the list that the treatment of PL1001, started here eleven minutes ago, has ended. */
async function afterTheEnd(): Promise<AppHarness> {
  const app = withTreatment()
    .reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1' })])
    .open('/my?tab=device');
  await sees('理疗进行中');
  app.reply(readLatest, { ...RUNNING, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  await app.advance(30_000);
  await waitFor(() => expect(doesNotSee('理疗进行中')).toBe(true));
  return app;
}

test.each([
  [
    'is unplugged',
    (app: AppHarness) =>
      app
        .reply(getDetail, offline)
        .reply(readLatest, null)
        .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_OFFLINE' }),
    '设备已离线',
  ],
  [
    'cannot be read',
    (app: AppHarness) => app.reply(readLatest, new Problem('network')).reply(checkDevice, new Problem('network')),
    '没有读到设备状态',
  ],
  ['reports nothing', (app: AppHarness) => app.reply(readLatest, null), '未能确认设备状态'],
] as const)(
  'Nobody is told to stop a treatment by hand that was seen to end before its device %s',
  async (_, later, words) => {
    const app = await afterTheEnd();
    later(app);
    goTo('/process?sno=PL1001');
    await app.advance(15_000);
    expect(await sees(words)).toBeTruthy();
    expect(doesNotSee(/停止键|可能正在理疗/)).toBe(true);
  },
);

test.each([
  ['unplugged', 'DEVICE_OFFLINE', offline, '设备已离线'],
  ['without a report', 'DEVICE_USING', { sno: 'PL1001', onlineStatusDesc: '在线' }, '未能确认设备状态'],
])(
  'Nobody is told to stop a treatment by hand whose time was over hours ago, although no report showed it, while its device is %s',
  async (_, status, detail, words) => {
    const app = new AppHarness().withOwnLease().startedHere(3 * HOUR);
    app.reply(getDetail, detail).reply(readLatest, null).reply(checkDevice, { ownerId: 'op1', status });
    app.open('/process?sno=PL1001');
    await app.advance(20_000);
    expect(await sees(words)).toBeTruthy();
    expect([doesNotSee(/停止键/), doesNotSee(/可能正在理疗|还没有回应/)]).toEqual([true, true]);
  },
);

test.each([
  ['a phone that has started nothing', undefined],
  ['the phone that has started the treatment before', 40 * MINUTE],
])(
  'On %s, a treatment started elsewhere keeps its bar and the advice to press the stop key while its device is offline and the server has no report of it',
  async (_, startedAgo) => {
    const app = new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKING);
    if (startedAgo !== undefined) app.startedHere(startedAgo, { ran: true });
    app.open('/process?sno=PL1001');
    await screen.findByRole('button', { name: '停止理疗' });
    goTo('/my?tab=my');
    await within(await bar()).findByText('编号 PL1001');
    app
      .reply(getDetail, offline)
      .reply(readLatest, null)
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_OFFLINE' });
    goTo('/process?sno=PL1001');
    const notice = await screen.findByRole('alertdialog', { name: '设备已离线' });
    expect(within(notice).getByText(/请按设备上的停止键/)).toBeTruthy();
    goTo('/lease?sno=PL1001');
    await app.advance(MINUTE);
    expect(await within(await bar()).findByText(/设备可能仍在理疗/)).toBeTruthy();
  },
);

test('The modes of a running device are locked even if another family member started it', async () => {
  const app = new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKING).open('/modeMenu');
  await bar();
  const tile = await screen.findByRole('button', { name: /睡眠/ });
  await waitFor(() => expect(tile.getAttribute('aria-disabled')).toBe('true'));
  await presses(/睡眠/);
  expect(await sees('设备正在理疗中，请先停止')).toBeTruthy();
  expect([app.calls(startDevice), at()]).toEqual([0, screenOf('/modeMenu')]);
});

test('Custom settings cannot be started on a running device', async () => {
  const app = withTreatment().open('/custom');
  await bar();
  await presses('启动');
  expect(await sees('设备正在理疗中，请先停止')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
});

test('A tap on a mode of a device not yet known to run sends no start and opens the running treatment', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(readLatest, { onOff: 0 }, RUNNING)
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' }, WORKING)
    .open('/modeMenu');
  await screen.findByRole('button', { name: /睡眠/ });
  await waitFor(() => expect(app.calls(readLatest)).toBe(1));
  await presses(/睡眠/);
  expect(await sees('设备已在理疗中，未做更改')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: '生物电模式' })).toBeTruthy();
  expect([app.calls(startDevice), at()]).toEqual([0, '/process?sno=PL1001']);
});

test.each([
  ['no state', null],
  ['only its minutes', { workTime: 30 }],
])('The bar stays while the server says that the device works and reports %s', async (_, report) => {
  const app = withTreatment().reply(readLatest, RUNNING, report).open('/my?tab=my');
  await bar();
  await app.advance(30_000);
  await waitFor(() => expect(app.calls(readLatest)).toBeGreaterThan(1));
  await app.advance(1_000);
  expect(screen.queryByRole('navigation', { name: '理疗状态' })).not.toBeNull();
});

test('A device that another user runs has no bar and does not lock the modes', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(readLatest, RUNNING)
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' })
    .open('/modeMenu');
  await waitFor(() => expect(app.calls(checkDevice)).toBe(1));
  await app.advance(1_000);
  expect([
    screen.queryByRole('navigation', { name: '理疗状态' }),
    screen.getByRole('button', { name: /睡眠/ }).getAttribute('aria-disabled'),
  ]).toEqual([null, 'false']);
});

test('The dot of a bar pulses only for a treatment that the device reported a moment ago', async () => {
  const app = withTreatment().open('/my?tab=my');
  await sees('理疗中 · 剩余19分钟');
  expect((await bar()).querySelector('[data-live]')).not.toBeNull();
  app.reply(readLatest, new Problem('timeout'));
  await app.advance(MINUTE);
  await sees(/设备可能仍在理疗/);
  expect((await bar()).querySelector('[data-live]')).toBeNull();
});

test('Treatments keep their places while the server does not answer of one of them', async () => {
  const app = new AppHarness().reply(readLatest, RUNNING).reply(checkDevice, WORKING);
  app.reply(listDevices, [aDevice({ sno: 'PL1001' }), aDevice({ sno: 'PL2002' })]).open('/my?tab=device');
  await waitFor(() => expect(screen.getAllByText('理疗进行中')).toHaveLength(2));
  goTo('/my/orderList');
  const shown = async () =>
    within(await bar())
      .getAllByText(/^编号/)
      .map(({ textContent }) => textContent);
  expect(await shown()).toEqual(['编号 PL1001', '编号 PL2002']);
  app.reply(checkDevice, (request) => {
    if (JSON.stringify(dataOf(request)).includes('PL1001')) throw new Problem('network');
    return WORKING;
  });
  const before = app.calls(checkDevice);
  await app.advance(31_000);
  expect(app.calls(checkDevice)).toBeGreaterThan(before);
  expect(await shown()).toEqual(['编号 PL1001', '编号 PL2002']);
});

test('A failed poll does not remove the bar, but the end of the treatment does', async () => {
  const app = withTreatment().open('/my?tab=my');
  await bar();
  app.reply(readLatest, new Problem('timeout'));
  await app.advance(MINUTE);
  expect(await sees('设备可能仍在理疗 · 最后更新 09:00')).toBeTruthy();
  expect(doesNotSee(/剩余/)).toBe(true);
  await app.advance(18 * MINUTE);
  expect(await sees('设备可能仍在理疗 · 最后更新 09:00')).toBeTruthy();
  await app.advance(2 * MINUTE);
  expect(doesNotSee(/理疗/)).toBe(true);
});

test.each<[string, (app: AppHarness) => void]>([
  [
    'the check calls offline',
    (app) => app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_OFFLINE' }).reply(getDetail, {}),
  ],
  ['the detail calls offline while the check says that it works', (app) => app.reply(getDetail, offline)],
  [
    'the detail calls offline while the server has forgotten its run',
    (app) =>
      app
        .reply(getDetail, offline)
        .reply(readLatest, { onOff: 0 })
        .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' }),
  ],
  [
    'the detail calls offline, after it has failed once, while the server has forgotten its run',
    (app) =>
      app
        .reply(getDetail, refused('500', '系统繁忙'), offline)
        .reply(readLatest, { onOff: 0 })
        .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' }),
  ],
])('A bar tells since when nothing was heard of a device that %s, because it may still run', async (_, goesOffline) => {
  const app = withTreatment().open('/my?tab=my');
  await within(await bar()).findByText('理疗中 · 剩余19分钟');
  goesOffline(app);
  await app.advance(15 * MINUTE);
  expect(await sees('设备可能仍在理疗 · 最后更新 09:00')).toBeTruthy();
  expect(doesNotSee(/剩余/)).toBe(true);
});

test.each<[string, (app: AppHarness) => void]>([
  ['cannot be reached', (app) => app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_OFFLINE' })],
  [
    'cannot be reached and whose run the server has forgotten',
    (app) => app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' }).reply(readLatest, { onOff: 0 }),
  ],
])(
  'A treatment that another phone started and that only its screen has shown has a bar while its device %s, and once it is back',
  async (_, goesOffline) => {
    const app = await underTreatment();
    goesOffline(app.reply(getDetail, offline));
    await app.advance(10_000);
    await sees('设备已离线');
    await presses('确认');
    await waitFor(() => expect(at()).toBe('/my'));
    await app.advance(MINUTE);
    expect(await sees(/设备可能仍在理疗/)).toBeTruthy();
    app.reply(getDetail, online).reply(checkDevice, WORKING).reply(readLatest, RUNNING);
    await app.advance(30_000);
    expect(await sees(/理疗中/)).toBeTruthy();
  },
);

test('A treatment that another phone started keeps its bar while the server does not say for whom its device runs', async () => {
  const app = await underTreatment();
  app.withOwnLease().reply(checkDevice, refused('500', '系统繁忙'));
  goTo('/my?tab=device');
  expect(await screen.findByRole('button', { name: /^查看理疗/ })).toBeTruthy();
  await app.advance(MINUTE);
  expect((await screen.findAllByText(/设备可能仍在理疗/)).length).toBeGreaterThan(0);
});

test('A treatment that another phone started keeps its bar on the screen of another device, while the server does not say for whom its device runs', async () => {
  const app = await underTreatment();
  const isOther = (request: object) => JSON.stringify(request).includes('PL1002');
  app.reply(readLatest, (request) => (isOther(request) ? { onOff: 0 } : RUNNING));
  app.reply(checkDevice, (request) =>
    isOther(request) ? { ownerId: 'op1', status: 'DEVICE_FREE' } : refused('500', '系统繁忙'),
  );
  goTo('/process?sno=PL1002');
  await sees('设备未在理疗');
  expect(await within(await bar()).findByText(/PL1001/)).toBeTruthy();
});

test('A treatment that another phone started has no bar any more once its device reports another run, of which nobody says whose it is', async () => {
  const app = await underTreatment();
  app.reply(checkDevice, refused('500', '系统繁忙')).reply(readLatest, { ...RUNNING, function: 2, useTime: 0 });
  await app.advance(30_000);
  await sees(/这与在本机启动或查看的理疗不符/);
  goTo('/my?tab=my');
  await app.advance(10_000);
  expect(doesNotSee(/理疗/)).toBe(true);
});

test.each(['DEVICE_WORKING', 'DEVICE_FREE'])(
  'The past report of a device whose detail calls it offline shows no minutes, although the check says %s',
  async (status) => {
    const app = withTreatment()
      .reply(getDetail, offline)
      .reply(checkDevice, { ownerId: 'op1', status })
      .open('/my?tab=my');
    expect(await within(await bar()).findByText('设备可能正在理疗 · 设备暂未响应')).toBeTruthy();
    await app.advance(5 * MINUTE);
    expect(doesNotSee(/剩余|理疗中/)).toBe(true);
    goTo('/my?tab=device');
    expect(await screen.findByRole('button', { name: /设备可能正在理疗 · 设备暂未响应/ })).toBeTruthy();
    goTo('/modeMenu');
    await presses(/睡眠/);
    expect(doesNotSee('设备正在理疗中，请先停止')).toBe(true);
  },
);

test.each([
  ['is offline', { ownerId: 'op1', status: 'DEVICE_OFFLINE' }, RUNNING, offline],
  ['is not called anything known', { ownerId: 'op1', status: 'DEVICE_NEW' }, {}, {}],
  ['does not answer', new Problem('timeout'), new Problem('timeout'), {}],
])(
  'After a reload, a bar leads to the treatment that was started here while its device %s, until its time is over',
  async (_, check, report, detail) => {
    const app = withTreatment().reply(checkDevice, check).reply(readLatest, report).reply(getDetail, detail);
    app.open('/my?tab=my');
    expect(await within(await bar()).findByText('设备可能正在理疗 · 设备暂未响应')).toBeTruthy();
    goTo('/my?tab=device');
    expect(await screen.findByRole('button', { name: /设备可能正在理疗 · 设备暂未响应/ })).toBeTruthy();
    await app.advance(20 * MINUTE);
    expect(doesNotSee(/剩余|最后更新|理疗中/)).toBe(true);
    goTo('/my?tab=my');
    await presses(/设备可能正在理疗/);
    await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
    goTo('/my?tab=my');
    await bar();
    await app.advance(5 * MINUTE);
    expect(doesNotSee(/理疗/)).toBe(true);
  },
);

test('The bar of a device of which nothing was heard since yesterday names the day of its last report', async () => {
  const app = withTreatment().reply(readLatest, { onOff: 1 });
  app.startedHere(0, { state: {}, ran: true });
  app.open('/my?tab=my');
  await bar();
  app.reply(readLatest, new Problem('timeout'));
  const before = app.clock.now.bind(app.clock);
  app.clock.now = () => before() + 20 * HOUR;
  await app.advance(MINUTE);
  expect(await sees('设备可能仍在理疗 · 最后更新 2026-03-02 09:00')).toBeTruthy();
});

test('A start that lies in the future, because the clock was set back, is not said to be awaited', async () => {
  const app = new AppHarness().withDevice().startedHere(-30 * MINUTE);
  app.reply(readLatest, {}).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_NEW' }).open('/my?tab=my');
  expect(await within(await bar()).findByText('设备可能正在理疗 · 设备暂未响应')).toBeTruthy();
});

test('A start of a moment ago that no report shows yet is said to be awaited', async () => {
  const app = new AppHarness().reply(checkDevice, WORKING).reply(readLatest, { onOff: 0, workTime: 30 });
  app.startedHere(5_000, { state: { on: true, workMinutes: 30 } });
  app.open('/my?tab=my');
  expect(await within(await bar()).findByText('启动中 · 等待设备回应')).toBeTruthy();
  await app.advance(12_000);
  expect(await within(await bar()).findByText('设备可能正在理疗 · 设备暂未响应')).toBeTruthy();
});

test('A device that another phone has started since its treatment here was seen at rest is not said to run in the mode of that one', async () => {
  const app = new AppHarness().withOwnLease().reply(checkDevice, WORKING).reply(readLatest, { onOff: 0 });
  app.startedHere(5 * MINUTE, { state: { function: 'sleep', workMinutes: 180 }, ran: true, rested: true });
  app.open('/my?tab=device');
  expect((await screen.findAllByText('设备可能正在理疗 · 设备暂未响应')).length).toBeGreaterThan(0);
  expect(doesNotSee('睡眠模式')).toBe(true);
  goTo('/process?sno=PL1001');
  expect(await sees('未能确认设备状态')).toBeTruthy();
  expect(doesNotSee(/睡眠模式|180分钟/)).toBe(true);
});

test.each([
  ['nothing', {}],
  ['that it is off', { onOff: 0 }],
])(
  'A device that the server calls working, that was not started here and reports %s, is not said to be starting',
  async (_, report) => {
    const app = new AppHarness().withSharedDevice().reply(checkDevice, WORKING).reply(readLatest, report);
    app.open('/my?tab=device');
    expect((await screen.findAllByText('设备可能正在理疗 · 设备暂未响应')).length).toBeGreaterThan(0);
    expect(doesNotSee(/启动中|理疗中/)).toBe(true);
    goTo('/my?tab=my');
    expect(await within(await bar()).findByText('设备可能正在理疗 · 设备暂未响应')).toBeTruthy();
  },
);

test('A start that no report shows is not said to be a running treatment, on any screen', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice).reply(readLatest, {}).open('/modeMenu');
  await presses(/生物电/);
  await waitFor(() => expect(at()).toContain('/process'));
  await app.advance(MINUTE);
  await sees('设备暂未响应');
  goTo('/my?tab=my');
  expect(await within(await bar()).findByText('设备可能正在理疗 · 设备暂未响应')).toBeTruthy();
  expect(doesNotSee(/理疗中/)).toBe(true);
  goTo('/my?tab=device');
  expect(await screen.findByRole('button', { name: /设备可能正在理疗 · 设备暂未响应/ })).toBeTruthy();
  await app.advance(MINUTE);
  expect(doesNotSee(/理疗中|理疗进行中/)).toBe(true);
  expect(screen.queryAllByLabelText(/进行中/)).toEqual([]);
  goTo('/modeMenu');
  await presses(/睡眠/);
  await waitFor(() => expect(at()).toContain('/process'));
  expect([doesNotSee(/设备正在理疗中/), app.calls(startDevice)]).toEqual([true, 1]);
});

test('After a stop, the modes are unlocked, and a late response does not bring the bar back', async () => {
  let answer: () => void = () => {};
  const app = withTreatment();
  app.open('/modeMenu');
  await bar();
  await presses(/理疗中/);
  await sees('剩余19分钟');
  app.reply(checkDevice, () => new Promise((resolve) => (answer = () => resolve(WORKING))));
  goTo('/process?sno=PL1001&paid=1');
  await stops();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  answer();
  await app.advance(1_000);
  expect(screen.queryByRole('navigation', { name: '理疗状态' })).toBeNull();
});

test('The bar sends no requests while no treatment was started here', async () => {
  const app = new AppHarness().open('/my?tab=my');
  await app.advance(5 * MINUTE);
  expect([app.calls(readLatest), app.calls(checkDevice)]).toEqual([0, 0]);
});

test.each([-60, 60])('The minutes of the bar stay when the clock is corrected by %i minutes', async (minutes) => {
  const app = withTreatment().open('/my?tab=my');
  await within(await bar()).findByText('理疗中 · 剩余19分钟');
  await act(async () => app.clock.corrects(minutes * MINUTE));
  app.reply(readLatest, new Problem('network'));
  await app.advance(2_000);
  expect(await within(await bar()).findByText('理疗中 · 剩余19分钟')).toBeTruthy();
});

test('The bar counts no minutes of the treatment before when the clock is corrected', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(checkDevice, WORKING)
    .reply(readLatest, { ...RUNNING, useTime: 28 });
  app.startedHere(20_000).open('/my?tab=my');
  await within(await bar()).findByText('理疗中 · 剩余30分钟');
  app.reply(readLatest, new Problem('network'));
  await act(async () => app.clock.corrects(-60 * MINUTE));
  await app.advance(2_000);
  expect((await bar()).textContent).toContain('理疗中 · 剩余30分钟');
});

const SNO = 'DEV0001';
const state = { on: true, function: 'bio', workMinutes: 30, usedMinutes: 18 } as const;

/** A clock that was set ahead by twenty minutes a minute ago: what it named before the jump was right. */
function aheadByTwentyMinutes() {
  const clock = new FakeClock();
  const now = clock.now();
  const correct = (at: number) => (at < now - MINUTE ? at : at - 20 * MINUTE);
  return { clock, now, correct, right: correct(now) };
}

test('The bar keeps the 18 minutes that a device has counted when a clock is set right that was set ahead since it began', async () => {
  const { clock, now, correct, right } = aheadByTwentyMinutes();
  let corrects: (correct: (at: number) => number) => void = () => {};
  const reading: Reading = { sno: SNO, mode: 'bio', state, beganAt: now - 18 * MINUTE, seenAt: now };
  const store = new RunningStore(
    {
      mayRun: () => [],
      stopsDue: () => [],
      unconfirmedStops: () => [],
      onLogged: () => () => {},
      lookAt: async () => new Map([[SNO, reading]]),
    },
    { now: () => now, every: clock.every.bind(clock), onCorrection: (listener) => ((corrects = listener), () => {}) },
  );
  await store.refresh({ also: [SNO] });
  corrects(correct);
  expect(store.runningAt(right)).toMatchObject([{ beganAt: right - 18 * MINUTE, seenAt: right }]);
});
