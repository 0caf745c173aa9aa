// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, readLatest, listDevices } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { HOUR, MINUTE } from '../../src/core/basics/time.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { httpResponse, refused, type Reply } from '../helpers/fake-server.ts';
import { offline } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees, LEASE_ORDER, stops } from './app-harness.tsx';
import { CHANNEL, RUNNING, running, underTreatment, withChannel, WORKS } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';

/** The text of the elapsed minutes. */
const elapsed = () => screen.getByText(/已理疗/).textContent;

test('A running treatment shows its mode, its minutes and its settings', async () => {
  running().open('/process?sno=PL1001');
  expect(await screen.findByRole('heading', { name: '生物电模式' })).toBeTruthy();
  expect(elapsed()).toBe('已理疗 11 分钟');
  expect(await sees('剩余19分钟')).toBeTruthy();
  expect(await sees('预计09:19结束')).toBeTruthy();
  expect(await sees('11000V')).toBeTruthy();
  expect(await sees('30分钟')).toBeTruthy();
  expect(await sees('50Hz')).toBeTruthy();
  expect(await sees('红外 高')).toBeTruthy();
});

test.each([
  ['on without a level', { subFunction: 1, grade: null }, '红外 开'],
  ['on at a level that no table has', { subFunction: 1, grade: 5 }, '红外 开'],
  ['off', { subFunction: 0, grade: 4 }, '红外关'],
  ['not at all', { subFunction: null, grade: 4 }, undefined],
  ['by a code that no table has', { subFunction: 7, grade: 1 }, undefined],
])('Infrared that the device reports %s is not said to be anything else', async (_, auxiliary, words) => {
  running({ ...RUNNING, ...auxiliary }).open('/process?sno=PL1001');
  await sees('生物电模式');
  await sees('11000V');
  const shown = document.body.textContent ?? '';
  expect([shown.includes('辅助功能'), /红外 ?[^a-z\s]/.exec(shown)?.[0]]).toEqual([words !== undefined, words]);
});

test('A stop a moment after a start is confirmed as soon as the device rests, although the screen has not read yet that it ran', async () => {
  const app = new AppHarness().withSharedDevice().open('/modeMenu');
  app.reply(startDevice, () => {
    void app.clock.sleep(2_000).then(() => app.reply(readLatest, { ...RUNNING, useTime: 0 }));
    return { OnOff: 1 };
  });
  await presses('生物电');
  await sees('生物电模式');
  await app.advance(6_000);
  await stops();
  await app.advance(1_000);
  expect([at(), app.calls(stopDevice), doesNotSee('设备已停止')]).toEqual(['/modeMenu?sno=PL1001&stop=1', 1, false]);
});

test('If the state of a device cannot be read, the treatment screen shows the cause and keeps the stop button', async () => {
  const app = running().reply(readLatest, refused('500', '系统繁忙')).reply(getDetail, refused('500', '系统繁忙'));
  app.open('/process?sno=PL1001');
  expect([await sees('没有读到设备状态'), await sees('系统繁忙')]).toHaveLength(2);
  expect(screen.getByRole('heading', { name: '理疗仪' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '停止理疗' })).toBeTruthy();
  app.reply(readLatest, RUNNING);
  await presses('重试');
  expect(await screen.findByRole('heading', { name: '生物电模式' })).toBeTruthy();
});

test.each([
  ['says first how to stop the device by hand, if it may run for this customer', WORKS, false],
  ['says nothing of a running device, if it rests', { ownerId: 'op1', status: 'DEVICE_FREE' }, true],
])('A treatment screen that can read no state %s', async (_, check, isSilent) => {
  const app = running().reply(readLatest, refused('500', '系统繁忙')).reply(getDetail, refused('500', '系统繁忙'));
  app.reply(checkDevice, check).open('/process?sno=PL1001');
  await sees('没有读到设备状态');
  await app.advance(2_000);
  expect(doesNotSee('设备可能仍在运行，请按设备上的停止键')).toBe(isSilent);
});

const rows = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test.each([
  [
    'bio-electricity',
    { function: 1, subFunction: 2, voltage: 8, freq: 11, workTime: 40 },
    '生物电模式',
    { 生物电压: '智能循环', 理疗时长: '40分钟', 生物电频率: '60Hz', 辅助功能: '量子能量舱' },
  ],
  [
    'bio-electricity without a frequency',
    { function: 1, subFunction: 1, voltage: 3, freq: 0, grade: 1, workTime: 30 },
    '生物电模式',
    { 生物电压: '5000V', 理疗时长: '30分钟', 辅助功能: '红外关' },
  ],
  [
    'high-light-wave',
    { function: 2, subFunction: 1, grade: 2, voltage: 0, workTime: 30 },
    '高光波模式',
    { 理疗时长: '30分钟', 辅助功能: '红外 低' },
  ],
  [
    'high-light-wave on a device that keeps the strength of an earlier treatment',
    { function: 2, subFunction: 1, grade: 2, voltage: 6, freq: 1, wave: 3, workTime: 30 },
    '高光波模式',
    { 理疗时长: '30分钟', 辅助功能: '红外 低' },
  ],
  [
    'sleep on a device that keeps the strength of an earlier treatment',
    { function: 3, subFunction: 0, voltage: 8, freq: 11, workTime: 180 },
    '睡眠模式',
    { 理疗时长: '180分钟' },
  ],
  ['sleep', { function: 3, subFunction: 1, grade: 4, workTime: 180 }, '睡眠模式', { 理疗时长: '180分钟' }],
  [
    'quantum',
    { function: 0, subFunction: 2, voltage: 6, freq: 1, workTime: 30 },
    '量子模式',
    { 生物电压: '11000V', 理疗时长: '30分钟', 生物电频率: '50Hz', 辅助功能: '量子能量舱' },
  ],
  [
    'any other state',
    { function: 0, subFunction: 0, voltage: 1, workTime: 50 },
    '自定义模式',
    { 生物电压: '3000V', 理疗时长: '50分钟', 辅助功能: '红外关' },
  ],
])('The treatment screen for %s shows exactly its own name and rows', async (_, state, name, shown) => {
  running({ onOff: 1, useTime: 3, ...state }).open('/process?sno=PL1001');
  expect(await screen.findByRole('heading', { name })).toBeTruthy();
  expect(rows()).toEqual(shown);
  expect([doesNotSee('高光波已开启'), doesNotSee('睡眠已开启')]).toEqual([state.function !== 2, state.function !== 3]);
});

test.each([
  ['polled', 30, false],
  ['pushed', 30, true],
  ['pushed', 3, true],
])(
  'The first minute of a treatment that is repeated is not the last one of the treatment before, which the device still counts (%s, %i minutes)',
  async (_, useTime, isPushed) => {
    const app = new AppHarness().withSharedDevice().reply(enterPage, CHANNEL).open('/modeMenu');
    await presses(/生物电/);
    await waitFor(() => expect(app.channel.openConnections).toBe(1));
    app.reply(checkDevice, WORKS).reply(readLatest, { ...RUNNING, useTime });
    if (isPushed) act(() => app.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } }));
    for (const seconds of [11, 20, 20]) {
      await app.advance(seconds * 1_000);
      expect([await sees('剩余30分钟'), elapsed()]).toEqual([expect.anything(), '已理疗 0 分钟']);
    }
    app.reply(readLatest, { ...RUNNING, useTime: 1 });
    await app.advance(20_000);
    expect(await sees('剩余29分钟')).toBeTruthy();
  },
);

test('The page polls the device every ten seconds, and the elapsed minutes change on time', async () => {
  const app = await underTreatment();
  expect(app.calls(getDetail)).toBe(1);
  await app.advance(50_000);
  expect([app.calls(getDetail), app.calls(readLatest)]).toEqual([6, 6]);
  await app.advance(9_000);
  expect(elapsed()).toBe('已理疗 11 分钟');
  await app.advance(1_000);
  expect(elapsed()).toBe('已理疗 12 分钟');
});

test('Stopping asks first, then stops the device and opens the modes', async () => {
  const app = await underTreatment();
  await presses('停止理疗');
  expect(await sees('是否中断并退出理疗？')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(0);
  await presses('确认');
  expect(await sees('设备已停止')).toBeTruthy();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  expect(app.calls(stopDevice)).toBe(1);
});

test('Declining to stop returns to the treatment, which goes on', async () => {
  const app = await underTreatment();
  await presses('停止理疗');
  await presses('返回');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect([at(), app.calls(stopDevice)]).toEqual(['/process?sno=PL1001', 0]);
});

test('A stop within the first five seconds counts down and is sent at second five', async () => {
  const app = await underTreatment(running({ ...RUNNING, useTime: 0 }));
  await app.advance(1_000);
  await stops();
  expect(await sees('服务器繁忙，请5秒后重试')).toBeTruthy();
  expect(await screen.findByRole('button', { name: '4秒后发送停止 请勿关闭本页' })).toBeTruthy();
  await app.advance(1_000);
  expect(await screen.findByRole('button', { name: '3秒后发送停止 请勿关闭本页' })).toBeTruthy();
  await app.advance(2_999);
  expect(app.calls(stopDevice)).toBe(0);
  await app.advance(1);
  expect(await sees('设备已停止')).toBeTruthy();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  expect(app.calls(stopDevice)).toBe(1);
});

test('The countdown to a stop asks to keep the page open, which sends it: no device stops by itself then', async () => {
  const app = await underTreatment(running({ ...RUNNING, useTime: 0 }));
  await app.advance(1_000);
  await stops();
  expect(await screen.findByRole('button', { name: '4秒后发送停止 请勿关闭本页' })).toBeTruthy();
  expect(doesNotSee(/自动停止/)).toBe(true);
});

test('Once the countdown of a stop is over, the button says that the device is being stopped, as long as that has no outcome', async () => {
  const app = await underTreatment(running({ ...RUNNING, useTime: 0 }));
  app.reply(stopDevice, null);
  await app.advance(1_000);
  await stops();
  await screen.findByRole('button', { name: '4秒后发送停止 请勿关闭本页' });
  await app.advance(8_000);
  expect(app.calls(stopDevice)).toBe(1);
  expect(screen.getByRole('button', { name: '正在停止...' })).toBeTruthy();
});

/** A customer who starts a treatment again, whose device still counts the minutes of the one before. */
async function repeatsTreatment(report: { useTime: number; workTime: number }): Promise<AppHarness> {
  const app = new AppHarness().withSharedDevice();
  app.reply(startDevice, () => {
    app.reply(checkDevice, WORKS).reply(readLatest, { ...RUNNING, ...report });
    return null;
  });
  app.open('/modeMenu');
  await presses(/生物电/);
  await screen.findByRole('button', { name: '停止理疗' });
  return app;
}

test.each([
  [1, 30],
  [2, 30],
  [30, 30],
  [20, 20],
])(
  'A treatment that is repeated after %i of %i minutes of the one before begins with none, and a stop in its first five seconds is sent at second five',
  async (useTime, workTime) => {
    const app = await repeatsTreatment({ useTime, workTime });
    expect(await sees(`剩余${workTime}分钟`)).toBeTruthy();
    await app.advance(1_000);
    expect(elapsed()).toBe('已理疗 0 分钟');
    await stops();
    expect(await screen.findByRole('button', { name: '4秒后发送停止 请勿关闭本页' })).toBeTruthy();
    await app.advance(3_999);
    expect(app.calls(stopDevice)).toBe(0);
    await app.advance(1);
    await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  },
);

test('A start that the server refuses, because another phone of this customer started the device before, shows the minutes since then', async () => {
  const app = new AppHarness().withSharedDevice().reply(checkDevice, { ...WORKS, status: 'DEVICE_FREE' });
  app.reply(readLatest, new Problem('network')).reply(startDevice, () => {
    app.reply(checkDevice, WORKS).reply(readLatest, RUNNING);
    return refused('500', '设备正在使用');
  });
  app.open('/modeMenu');
  await presses(/生物电/);
  await app.advance(5_000);
  await screen.findByRole('button', { name: '停止理疗' });
  expect([await sees('剩余19分钟'), elapsed()]).toEqual([expect.anything(), '已理疗 11 分钟']);
});

test('A delayed stop is sent even if the customer leaves the screen, and a message reports it', async () => {
  const app = await underTreatment(running({ ...RUNNING, useTime: 0 }));
  await stops();
  await sees('服务器繁忙，请5秒后重试');
  goTo('/my?tab=my');
  await app.advance(5_000);
  expect(await sees('设备PL1001已停止')).toBeTruthy();
  expect([at(), app.calls(stopDevice)]).toEqual(['/my?tab=my', 1]);
});

test('A late response to a stop does not navigate from another treatment', async () => {
  let answer: () => void = () => {};
  const app = running();
  app.reply(stopDevice, () => new Promise((resolve) => (answer = () => resolve(app.turnsDeviceOff()))));
  await underTreatment(app);
  await stops();
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  goTo('/process?sno=PL1002');
  await screen.findByRole('button', { name: '停止理疗' });
  await act(async () => answer());
  expect(await sees('设备PL1001已停止')).toBeTruthy();
  expect(at()).toBe('/process?sno=PL1002');
  expect(screen.getByRole('button', { name: '停止理疗' })).toBeTruthy();
});

test('Nobody is told that a device does not run now which has not been heard of for minutes', async () => {
  const app = new AppHarness().withOwnLease().open('/process?sno=PL1001');
  await sees('设备未在理疗');
  for (const read of [readLatest, getDetail, checkDevice]) app.reply(read, new Problem('network'));
  await app.advance(90_000);
  expect(await sees('设备未在理疗')).toBeTruthy();
  await app.advance(MINUTE);
  expect(await sees('未能确认设备状态')).toBeTruthy();
  expect(doesNotSee(/未在理疗|没有运行/)).toBe(true);
  app
    .reply(readLatest, { onOff: 0 })
    .reply(getDetail, {})
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  await app.advance(11_000);
  expect(await sees('设备未在理疗')).toBeTruthy();
});

test('A light treatment is said to be on only while the device reports that it runs', async () => {
  const light = { ...RUNNING, function: 2, voltage: 0, freq: 0 };
  const app = running(light).open('/process?sno=PL1001');
  expect(await sees('高光波已开启')).toBeTruthy();
  app.reply(getDetail, offline);
  await app.advance(11_000);
  expect(await screen.findByRole('alertdialog', { name: '设备已离线' })).toBeTruthy();
  expect(doesNotSee('高光波已开启')).toBe(true);
});

test('A light treatment is not said to be on by a report of an hour ago, when the phone is unlocked without a network', async () => {
  const app = running({ ...RUNNING, function: 2, voltage: 0, freq: 0 }).open('/process?sno=PL1001');
  expect(await sees('高光波已开启')).toBeTruthy();
  const before = app.clock.now.bind(app.clock);
  app.clock.now = () => before() + HOUR;
  for (const read of [readLatest, getDetail, checkDevice]) app.http.fails(read, new Problem('network'));
  await app.resumes();
  await app.advance(2_000);
  expect(await sees(/最后更新/)).toBeTruthy();
  expect(doesNotSee('高光波已开启')).toBe(true);
});

test('A treatment whose state is read is not said to have none because its details are refused', async () => {
  const app = await underTreatment(running().reply(getDetail, refused('403', '无权查看设备详情')));
  await app.advance(30_000);
  expect(await sees('无权查看设备详情')).toBeTruthy();
  expect(doesNotSee('暂时收不到设备的状态')).toBe(true);
});

test.each([
  ['no report', {}, '设备没有报告状态，可能正在理疗。您可以重试查看，或停止理疗。'],
  ['a report of rest', { ...RUNNING, onOff: 0 }, '还不能确定设备是否在为您理疗。您可以重试查看，或停止理疗。'],
])('A treatment that ran is not said to await its start if the server has %s', async (_, report, hint) => {
  const app = running(report);
  const at = app.clock.now() - 10 * MINUTE;
  app.treatments.started.set({ sno: 'PL1001', at, state: { function: 'bio', workMinutes: 30 }, ran: true });
  app.open('/process?sno=PL1001');
  expect(await sees(hint)).toBeTruthy();
  expect(doesNotSee(/启动指令已发出/)).toBe(true);
});

test('A device that does not respond within 15 seconds is shown as unresponsive, and its stop as unconfirmed', async () => {
  const app = new AppHarness().withSharedDevice().reply(readLatest, {}).open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await screen.findByRole('heading', { name: '高光波模式' })).toBeTruthy();
  expect((await screen.findAllByText('启动中...')).length).toBeGreaterThan(0);
  expect(doesNotSee(/已理疗|剩余|预计|已开启/)).toBe(true);
  await app.advance(17_000);
  expect(await sees('设备暂未响应')).toBeTruthy();
  expect(await sees(/启动指令已发出，设备还没有回应/)).toBeTruthy();
  expect(doesNotSee('高光波已开启')).toBe(true);
  await stops();
  await app.advance(14_000);
  expect(doesNotSee('设备已停止')).toBe(true);
  await app.advance(1_000);
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  expect(await sees('设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
});

const MAY_RUN = '设备可能仍在运行，请按设备上的停止键';

test.each([
  [
    'is rejected with status 403',
    httpResponse({ status: 403 }),
    0,
    ['服务器没有允许这项操作，请联系门店'],
    '未能确认设备已停止',
  ],
  ['is refused', refused('500', ''), 0, ['当前不支持该操作'], '设备已停止'],
  ['was refused ten seconds ago', refused('500', ''), 10_000, ['未能确认设备已停止', '当前不支持该操作'], '设备已停止'],
  ['is accepted by a device that says that it runs', undefined, 15_000, ['未能确认设备已停止'], '设备已停止'],
] as const)(
  'A stop that %s says how to stop the device by hand, and is not called done',
  async (_, answer, ms, words, never) => {
    const app = await underTreatment(running().reply(stopDevice, answer));
    await stops();
    await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
    await app.advance(ms);
    for (const each of [...words, MAY_RUN]) expect(await sees(each)).toBeTruthy();
    expect([at(), doesNotSee(never)]).toEqual(['/process?sno=PL1001', true]);
  },
);

test('Strength and infrared that a device does not report are not taken from what it was asked for', async () => {
  const silent = { onOff: 1, function: 1, workTime: 30, useTime: 0 };
  const app = new AppHarness().withSharedDevice().reply(startDevice).reply(readLatest, { onOff: 0 }).open('/modeMenu');
  app.reply(startDevice, () => {
    app.reply(readLatest, silent).reply(checkDevice, WORKS);
    return null;
  });
  await presses(/生物电/);
  await app.advance(11_000);
  expect(await sees('剩余30分钟')).toBeTruthy();
  expect([/红外/, /11000V/, /50Hz/].map(doesNotSee)).toEqual([true, true, true]);
});

test('A finished treatment shows a notice that leads to the modes', async () => {
  const app = await underTreatment();
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  expect(await sees('理疗已结束')).toBeTruthy();
  await presses('确认完成');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
});

test('A running device that goes offline shows how to stop it by hand, and keeps its stop button once it is online again', async () => {
  const app = await underTreatment();
  app.reply(getDetail, { onlineStatusDesc: '离线' });
  await app.advance(10_000);
  expect(await sees('设备已离线')).toBeTruthy();
  expect(await sees('设备可能仍在运行，请按设备上的停止键。如需帮助，请咨询店员')).toBeTruthy();
  expect(doesNotSee(/剩余\d|已理疗|预计/)).toBe(true);
  app.reply(getDetail, { onlineStatusDesc: '在线' });
  await app.advance(20_000);
  await waitFor(() => expect(doesNotSee('设备已离线')).toBe(true));
  expect(screen.getByRole('button', { name: '停止理疗' })).toBeTruthy();
  expect([at(), app.calls(startDevice)]).toEqual(['/process?sno=PL1001', 0]);
});

/** A treatment that was started here, of a device that is unreachable now and whose server keeps no run of such a device. */
async function forgottenUnderTreatment(
  before: Reply<typeof getDetail> = { onlineStatusDesc: '在线' },
  since: Reply<typeof getDetail> = { onlineStatusDesc: '离线' },
): Promise<AppHarness> {
  const app = running().startedHere(11 * MINUTE, { ran: true, state: { function: 'bio', workMinutes: 30 } });
  await underTreatment(app.reply(getDetail, before));
  return app
    .reply(getDetail, since)
    .reply(readLatest, { onOff: 0 })
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_OFFLINE' });
}

test('A device that cannot be reached is not said to rest because the server has forgotten its run, neither on its screen nor when that is opened again', async () => {
  const app = await forgottenUnderTreatment();
  await app.advance(20_000);
  const advice = '设备可能仍在运行，请按设备上的停止键。如需帮助，请咨询店员';
  expect(await sees(advice)).toBeTruthy();
  cleanup();
  app.open('/process?sno=PL1001');
  await app.advance(1_000);
  expect(await sees(advice)).toBeTruthy();
});

/** The details of a device that do not name its connection, so that only the check does. */
const UNNAMED: [string, Reply<typeof getDetail>][] = [
  ['name no connection', { onlineStatusDesc: null }],
  ['are refused', refused('403', '无权查看设备详情')],
];

test.each(UNNAMED)(
  'A device that only the check calls unreachable, because its details %s, is not said to rest when the server has forgotten its run',
  async (_, details) => {
    const app = await forgottenUnderTreatment(details, details);
    await app.advance(40_000);
    expect(await sees('设备可能仍在运行，请按设备上的停止键。如需帮助，请咨询店员')).toBeTruthy();
    expect(doesNotSee('理疗已结束')).toBe(true);
  },
);

test.each(UNNAMED)(
  'A stop is not confirmed by the server’s having forgotten the run of a device that only the check calls unreachable, because its details %s',
  async (_, details) => {
    const app = await forgottenUnderTreatment(details, details);
    app.reply(stopDevice);
    await stops();
    await app.advance(20_000);
    expect(at()).toBe('/process?sno=PL1001');
    expect(document.body.textContent).toContain('设备已离线，未能确认设备已停止');
  },
);

test('A run of a device that cannot be reached is not said to go on once its time is over and the server knows of none', async () => {
  const app = await underTreatment();
  app.reply(getDetail, { onlineStatusDesc: '离线' }).reply(readLatest, { onOff: 0 });
  await app.advance(30 * MINUTE);
  const notice = await screen.findByRole('alertdialog', { name: '设备已离线' });
  expect(notice.textContent).not.toContain('设备可能仍在运行');
});

test('An offline device that may still run can be stopped from its notice, which then says that the stop is not confirmed, and no longer that it is offline once it is back', async () => {
  const app = await underTreatment();
  app.reply(getDetail, { onlineStatusDesc: '离线' }).reply(stopDevice);
  await app.advance(10_000);
  expect(await sees('设备已离线')).toBeTruthy();
  await stops();
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  const notice = await screen.findByRole('alertdialog', { name: '设备已离线' });
  await waitFor(() => expect(notice.textContent).toContain('设备已离线，未能确认设备已停止'));
  app.reply(getDetail, { onlineStatusDesc: '在线' });
  await app.advance(20_000);
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  expect(doesNotSee(/设备已离线/)).toBe(true);
});

test('A device that is online again but no longer runs leads to the modes', async () => {
  const app = await underTreatment();
  app.reply(getDetail, { onlineStatusDesc: '离线' });
  await app.advance(10_000);
  expect(await sees('设备已离线')).toBeTruthy();
  app.reply(getDetail, { onlineStatusDesc: '在线' }).reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  expect(at()).toBe('/process?sno=PL1001');
  await app.advance(10_000);
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
});

test('A network loss of one second blocks the stop button for no longer than that second', async () => {
  const app = await withChannel();
  await act(async () => app.channel.push({ kind: 'line', state: 'open' }));
  await act(async () => app.channel.push({ kind: 'online', online: false }));
  const dialog = await screen.findByRole('alertdialog', { name: '设备已离线' });
  expect(screen.getAllByRole('button').every((button) => dialog.contains(button))).toBe(true);
  await app.advance(800);
  await act(async () => app.channel.push({ kind: 'online', online: true }));
  await app.advance(200);
  await waitFor(() => expect(doesNotSee('设备已离线')).toBe(true));
  expect([at(), screen.getByRole('button', { name: '停止理疗' }).closest('[inert]')]).toEqual([
    '/process?sno=PL1001',
    null,
  ]);
});

test('A connection lost for more than a second is reported until it is back', async () => {
  const app = await withChannel();
  app.channel.push({ kind: 'line', state: 'open' });
  app.channel.push({ kind: 'line', state: 'lost' });
  // What is pushed is shown with the next frame.
  await act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));
  await app.advance(500);
  expect(doesNotSee('网络连接已断开，正在重连...')).toBe(true);
  await app.advance(1_500);
  expect(await sees('网络连接已断开，正在重连...')).toBeTruthy();
  app.channel.push({ kind: 'line', state: 'open' });
  await waitFor(() => expect(doesNotSee('网络连接已断开，正在重连...')).toBe(true));
});

test('A pushed attribute is shown at once', async () => {
  const app = await withChannel();
  await sees('11000V');
  app.channel.push({ kind: 'attributes', attributes: { Voltage: 3 } });
  expect(await sees('5000V')).toBeTruthy();
});

test('A state older than 15 seconds shows its age, and resuming the page reads it at once', async () => {
  const app = await underTreatment();
  app.reply(readLatest, httpResponse({ status: 404 }));
  await app.advance(20_000);
  expect(await sees('最后更新 09:00:00')).toBeTruthy();
  app.reply(readLatest, RUNNING);
  await app.resumes();
  await waitFor(() => expect(doesNotSee(/最后更新/)).toBe(true));
});

test('After ten minutes in the background, the minutes and the time of the end are right with the first report', async () => {
  const app = running().open('/process?sno=PL1001');
  await sees('剩余19分钟');
  const before = app.clock.now.bind(app.clock);
  app.clock.now = () => before() + 10 * MINUTE;
  const answers: (() => void)[] = [];
  app.reply(readLatest, () => new Promise((resolve) => answers.push(() => resolve({ ...RUNNING, useTime: 21 }))));
  await app.resumes();
  await app.advance(1_000);
  expect(await sees('最后更新 09:00:00')).toBeTruthy();
  expect(doesNotSee(/剩余|预计/)).toBe(true);
  await waitFor(() => expect(answers).not.toEqual([]));
  await act(async () => {
    for (const answer of answers) answer();
  });
  expect(await sees('剩余9分钟')).toBeTruthy();
  expect(elapsed()).toBe('已理疗 21 分钟');
  expect(await sees('预计09:19结束')).toBeTruthy();
});

test('A device that is idle and was not started here is shown as idle, with links and no stop button', async () => {
  new AppHarness()
    .withDevice()
    .reply(readLatest, { ...RUNNING, onOff: 0, useTime: 30 })
    .open('/process?sno=PL1001');
  expect(await sees('设备未在理疗')).toBeTruthy();
  expect(doesNotSee('启动中...')).toBe(true);
  expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['选择理疗模式', screenOf('/modeMenu')],
    ['查看设备', '/my?tab=device'],
  ]);
});

test('A stop without a response shows the cause, warns that the device may still run, and offers another try in its place, which asks nothing again', async () => {
  const app = await underTreatment(
    running(RUNNING, { support: { phone: '400-800-1234' } }).reply(stopDevice, new Problem('timeout')),
  );
  await stops();
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  expect(await sees('设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
  expect(await sees('请求超时，请重试')).toBeTruthy();
  expect(at()).toBe('/process?sno=PL1001');
  expect(screen.getByRole('link', { name: '拨打电话 400-800-1234' }).getAttribute('href')).toBe('tel:4008001234');
  app.reply(stopDevice, app.turnsDeviceOff);
  for (const other of ['停止理疗', '重试']) expect(screen.queryByRole('button', { name: other })).toBeNull();
  await presses('再次停止');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  expect(app.calls(stopDevice)).toBe(2);
});

test('The modes after a stop take the place of the modes that the treatment was opened from', async () => {
  const app = running();
  app.reply(stopDevice, app.turnsDeviceOff).open('/modeMenu?paid=1');
  await presses(/理疗中/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  await waitFor(() => expect(app.sessionValue('historyAddresses')).toHaveProperty('1'));
  app.scope.write('session', 'historyAddresses', JSON.stringify({ 0: '/modeMenu?sno=PL1001&paid=1', 1: at() }));
  await stops();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  expect(window.history.state).toMatchObject({ idx: 0 });
});

test('While a stop is pending, the stop button shows it and sends no second stop', async () => {
  const app = running();
  app.reply(stopDevice, () => app.clock.sleep(3_000).then(app.turnsDeviceOff)).open('/process?sno=PL1001');
  await sees('生物电模式');
  await stops();
  await presses('正在停止...');
  expect(doesNotSee('是否中断并退出理疗？')).toBe(true);
  expect(at()).toBe('/process?sno=PL1001');
  await app.advance(3_000);
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  expect(app.calls(stopDevice)).toBe(1);
});

test('While no report of the device comes, the treatment screen says so before the words of the server, with the time of the last one', async () => {
  const app = await underTreatment();
  app.reply(readLatest, refused('500', '系统繁忙')).reply(getDetail, refused('500', '系统繁忙'));
  await app.advance(2 * MINUTE);
  const banner = (await sees('暂时收不到设备的状态')).closest('[role=alert]');
  expect(banner?.textContent).toMatch(/^暂时收不到设备的状态最后更新 \d\d:\d\d:\d\d系统繁忙重试$/);
});

test('A screen without live updates promises one every ten seconds only while its reads succeed', async () => {
  const app = await withChannel();
  app.channel.push({ kind: 'login-failed' });
  await waitFor(() => expect(app.channel.lines).toHaveLength(2));
  app.channel.push({ kind: 'login-failed' });
  expect([await sees('登录失败'), await sees('实时状态暂不可用，每10秒更新一次')]).toHaveLength(2);
  app.reply(readLatest, refused('500', '系统繁忙')).reply(getDetail, refused('500', '系统繁忙'));
  await app.advance(20_000);
  expect(await sees('暂时收不到设备的状态')).toBeTruthy();
  expect(doesNotSee(/每10秒更新一次/)).toBe(true);
});

const OWN = {
  sno: 'PL1001',
  deviceName: '客厅理疗仪',
  deviceArea: '上海 徐汇',
  onlineStatus: '在线',
  expirationTime: '2026-03-15 09:00:00',
  assist: false,
};

/** Opens the details of the device that is treated. */
async function opensDetails() {
  await presses('设备与分享');
  await presses('设备管理');
  return within(await screen.findByRole('dialog', { name: '设备管理' }));
}

test('During a treatment, the share menu opens all details of the device, and the share screen', async () => {
  await underTreatment(running().reply(listDevices, [OWN]));
  const panel = await opensDetails();
  for (const words of ['客厅理疗仪', 'PL1001', '上海 徐汇', '在线', '2026-03-15', '13天', 'A4:CF:12:00'])
    expect(await panel.findByText(words)).toBeTruthy();
  await presses('关闭');
  await presses('设备与分享');
  const menu = within(await screen.findByRole('dialog', { name: '设备与分享' }));
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['设备管理', '分享管理', '取消']);
  await presses('分享管理');
  await waitFor(() => expect(at()).toBe(screenOf('/share')));
});

test('The details of the user’s own device offer to share it and to renew its lease', async () => {
  await underTreatment(running().reply(listDevices, [OWN]));
  const panel = await opensDetails();
  expect(await panel.findByRole('button', { name: '分享设备' })).toBeTruthy();
  await presses('续租');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1&assist=false' })));
});

test('The details of a customer’s device name the end of that rental and offer its renewal but nothing to share, and those of a shared one neither', async () => {
  const app = running().reply(listDevices, [{ ...OWN, assist: true }]);
  await underTreatment(app);
  const panel = await opensDetails();
  for (const words of ['2026-03-15', '13天']) expect(await panel.findByText(words)).toBeTruthy();
  expect(await panel.findByRole('button', { name: '续租' })).toBeTruthy();
  expect(panel.queryByRole('button', { name: '分享设备' })).toBeNull();
  app
    .reply(listDevices, [{ ...OWN, shareUserId: 'u7' }])
    .reply(getDetail, { onlineStatusDesc: '在线', mac: 'A4:CF:12:00', expirationTime: OWN.expirationTime });
  await app.resumes();
  await waitFor(() => expect(panel.queryByRole('button', { name: '续租' })).toBeNull());
  expect(panel.queryByRole('button', { name: '分享设备' })).toBeNull();
  expect(panel.queryByText(/2026|天$/)).toBeNull();
});

test('The details of a device are read again when the page is shown again, and a failure of that is told', async () => {
  const app = running().reply(getDetail, { onlineStatusDesc: '在线', name: '客厅理疗仪' });
  await underTreatment(app);
  const panel = await opensDetails();
  expect(await panel.findByText('客厅理疗仪')).toBeTruthy();
  app.reply(getDetail, { onlineStatusDesc: '在线', name: '卧室理疗仪' });
  await app.resumes();
  expect(await panel.findByText('卧室理疗仪')).toBeTruthy();
  app.reply(getDetail, httpResponse({ status: 404 }));
  await app.resumes();
  expect(await panel.findByRole('alert')).toBeTruthy();
  expect(await panel.findByText('卧室理疗仪')).toBeTruthy();
});

test('Once a payment is settled, the device state is read again at once', async () => {
  const app = running();
  app.sheetAnswered('ok', { sno: 'PL1001' });
  app.open('/process?sno=PL1001&paid=1');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await app.advance(12_000);
  expect(await sees('11000V')).toBeTruthy();
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  app.reply(readLatest, { ...RUNNING, voltage: 3 });
  await presses('再次确认');
  expect(await sees('支付订单 L100：支付成功')).toBeTruthy();
  expect(await sees('5000V')).toBeTruthy();
});
