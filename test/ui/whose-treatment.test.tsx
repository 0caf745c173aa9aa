// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { hangs, refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees, stops } from './app-harness.tsx';
import { RUNNING, running, underTreatment, CHANNEL } from './under-treatment.ts';

const says = (status: string) => ({ ownerId: 'op1', status });

test('A treatment that another phone has just started is not shown with the settings of the one before, which the server still reports', async () => {
  const app = running({ ...RUNNING, onOff: 0, useTime: 30 }).open('/process?sno=PL1001');
  await sees('客厅理疗仪');
  expect(doesNotSee(/生物电模式|11000V|30分钟|红外/)).toBe(true);
  app.reply(readLatest, { onOff: 1, function: 3, subFunction: 0, workTime: 180, useTime: 0 });
  await app.advance(10_000);
  expect([await sees('睡眠模式'), await sees('180分钟')]).toBeTruthy();
});

test('A treatment that no report has shown running is not said to have ended, to have run or to have been used last', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice).open('/modeMenu');
  await presses(/生物电/);
  await waitFor(() => expect(at()).toContain('/process'));
  await app.advance(20_000);
  cleanup();
  await app.advance(40 * MINUTE);
  app.reply(readLatest, { onOff: 0 }).reply(checkDevice, says('DEVICE_USING')).open('/process?sno=PL1001');
  expect(await screen.findByRole('alertdialog', { name: '理疗时间已过' })).toBeTruthy();
  expect(await sees(/无法确认是否进行了理疗/)).toBeTruthy();
  await app.advance(1_000);
  expect(doesNotSee(/已理疗|理疗已结束/)).toBe(true);
  await presses('再来一次');
  await sees('选择理疗模式');
  expect(doesNotSee('上次使用')).toBe(true);
});

test('The treatment of the next customer is neither shown as the own one nor stopped', async () => {
  const app = await underTreatment();
  app.reply(checkDevice, says('DEVICE_USED')).reply(readLatest, { ...RUNNING, function: 3, workTime: 180, useTime: 3 });
  await app.advance(2 * 60 * MINUTE);
  await app.resumes();
  const dialog = await screen.findByRole('alertdialog', { name: '理疗已结束' });
  await app.advance(1_000);
  expect(dialog.textContent).toContain('这台设备现在不是在为您理疗');
  expect(dialog.textContent).not.toContain('已理疗');
  expect([doesNotSee('睡眠模式'), screen.queryByRole('button', { name: '停止理疗' })]).toEqual([true, null]);
  await presses('确认完成');
  await waitFor(() => expect(at()).toBe('/my'));
  expect(app.calls(stopDevice)).toBe(0);
});

test('The treatment of an assistant’s next customer has its own mode and minutes, and can be stopped', async () => {
  const app = await underTreatment();
  app.reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1', assist: true })]);
  app.reply(readLatest, { onOff: 1, function: 3, workTime: 180, useTime: 3 });
  await app.advance(2 * 60 * MINUTE);
  await app.resumes();
  expect(await sees('剩余176分钟')).toBeTruthy();
  expect([await sees('睡眠模式'), doesNotSee(/理疗已结束|生物电模式|11000V/)]).toEqual([expect.anything(), true]);
  app.reply(stopDevice, () => {
    app.reply(readLatest, { onOff: 0 }).reply(checkDevice, says('DEVICE_USING'));
    return null;
  });
  await stops();
  expect(await sees('设备已停止')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(1);
});

test('The address of a device that runs for somebody else shows nothing of it and no stop button', async () => {
  running().reply(checkDevice, says('DEVICE_USED')).open('/process?sno=PL1001');
  expect(await sees('设备正在为他人运行')).toBeTruthy();
  expect([doesNotSee('生物电模式'), doesNotSee(/已理疗|剩余/)]).toEqual([true, true]);
  expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
});

const OTHERWISE = { ...RUNNING, function: 3, workTime: 180, useTime: 3 };

/** A customer who started another treatment here than the device reports. */
const startedOtherwise = (status: string) => {
  const app = running(OTHERWISE).reply(checkDevice, says(status));
  const state = { function: 'bio' as const, workMinutes: 30 };
  app.startedHere(20 * MINUTE, { state });
  return app;
};

test.each(['DEVICE_FREE', 'DEVICE_USING', 'DEVICE_LOCKED', 'DEVICE_TREATING'])(
  'A device that runs otherwise than it was started here (%s) is said to run for nobody known, and is stopped by hand only',
  async (status) => {
    startedOtherwise(status).open('/process?sno=PL1001');
    expect(await sees('设备报告正在运行')).toBeTruthy();
    expect(await sees(/与在本机启动或查看的理疗不符.*请按设备上的停止键/)).toBeTruthy();
    expect(doesNotSee(/为他人运行|生物电模式|睡眠模式|已理疗 |剩余/)).toBe(true);
    expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
  },
);

test('A start on a device that runs otherwise than it was started here is not sent', async () => {
  const app = startedOtherwise('DEVICE_FREE').open('/modeMenu?sno=PL1001');
  await presses(/生物电/);
  expect(await sees('设备报告正在运行，但不是在本机启动的那次理疗，未再次启动')).toBeTruthy();
  await waitFor(() => expect(at()).toContain('/process'));
  expect(app.calls(startDevice)).toBe(0);
});

test('A stop that was asked for before a reload is not sent to a device that runs otherwise than it was started here', async () => {
  const app = startedOtherwise('DEVICE_USING');
  const now = app.clock.now();
  app.treatments.stopsAsked.set({ PL1001: { sno: 'PL1001', at: now, treatmentAt: now - 20 * MINUTE } });
  app.open('/my');
  expect(await sees('停止理疗：设备PL1001报告的不是在本机启动的那次理疗，没有发送停止指令')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(0);
});

test('A run that was only viewed here and that another one follows is said neither to have ended nor to have been started here', async () => {
  const app = await underTreatment();
  app.reply(checkDevice, says('DEVICE_USING')).reply(readLatest, OTHERWISE);
  await app.advance(30_000);
  expect(await sees(/与在本机启动或查看的理疗不符/)).toBeTruthy();
  expect(doesNotSee(/理疗已结束|不是在为您理疗|在本机启动的那次/)).toBe(true);
});

test.each(['DEVICE_FREE', 'DEVICE_USING', 'DEVICE_LOCKED'])(
  'A device that runs and that nobody is known to have started (%s) is started no second time, and can be stopped',
  async (status) => {
    const app = running().reply(checkDevice, says(status)).open('/modeMenu?sno=PL1001');
    await presses(/高光波/);
    expect(await sees('设备报告正在运行，未发送启动指令')).toBeTruthy();
    await waitFor(() => expect(at()).toContain('/process'));
    expect(await sees('设备报告正在运行')).toBeTruthy();
    expect(await sees('生物电模式')).toBeTruthy();
    expect(doesNotSee(/为他人运行|已理疗 |剩余|理疗中/)).toBe(true);
    app.reply(stopDevice, () => void app.reply(readLatest, { ...RUNNING, onOff: 0 }));
    await stops();
    await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
    expect(app.calls(startDevice)).toBe(0);
  },
);

test('A customer whose device reports for ever that it runs starts it after a stop that the server answered', async () => {
  const app = new AppHarness().withSharedDevice().reply(readLatest, RUNNING).reply(checkDevice, says('DEVICE_USING'));
  app.reply(stopDevice).reply(startDevice).open('/process?sno=PL1001');
  await stops();
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  await app.advance(16_000);
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  goTo('/modeMenu?sno=PL1001');
  await presses(/高光波/);
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
});

test('A device started here whose counter is ahead of this phone is said to run for an unknown time, and can be stopped', async () => {
  const app = running({ ...RUNNING, useTime: 20 }).reply(checkDevice, says('DEVICE_TREATING'));
  app.startedHere(3 * MINUTE);
  app.open('/process?sno=PL1001');
  expect(await sees('设备报告正在运行')).toBeTruthy();
  expect(await sees(/已运行的时间也不清楚/)).toBeTruthy();
  expect(doesNotSee(/已理疗|剩余/)).toBe(true);
  app.reply(stopDevice, () => void app.reply(readLatest, { ...RUNNING, onOff: 0 }));
  await stops();
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
});

const UNCOUNTED = { ...RUNNING, useTime: null };

test('A run without a count that another customer may have started is not shown as the own one before the server has answered', async () => {
  const app = running(UNCOUNTED).reply(checkDevice, hangs);
  app.startedHere(20 * MINUTE);
  app.open('/process?sno=PL1001');
  await waitFor(() => expect(app.calls(readLatest)).toBe(1));
  await app.advance(1_000);
  expect(doesNotSee(/生物电模式|已理疗|剩余/)).toBe(true);
  expect(screen.getByRole('button', { name: '停止理疗' })).toBeTruthy();
});

test('A run without a count is doubted after minutes without a report, until the server has answered', async () => {
  const app = await underTreatment(running(UNCOUNTED));
  app.reply(readLatest, new Problem('network'));
  await app.advance(5 * MINUTE);
  app.reply(readLatest, UNCOUNTED).reply(checkDevice, says('DEVICE_USED'));
  await app.advance(11_000);
  expect(await sees('这台设备现在不是在为您理疗。')).toBeTruthy();
});

test('A device that runs again after its treatment ended is not hidden by the notice of that end', async () => {
  const app = await underTreatment();
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  await screen.findByRole('alertdialog', { name: '理疗已结束' });
  app.reply(readLatest, { ...RUNNING, useTime: 0 }).reply(checkDevice, says('DEVICE_TREATING'));
  await app.advance(10_000);
  expect(await sees('设备报告正在运行')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('button', { name: '停止理疗' }).closest('[inert]')).toBeNull();
});

const SILENT = { onOff: null, workTime: null, useTime: null, function: null };

test.each([SILENT, { ...SILENT, workTime: 30, useTime: 12 }])(
  'A device that works for the customer and reports no state is not called at rest: %#',
  async (state) => {
    const app = running(state).open('/process?sno=PL1001');
    for (const ms of [2_000, 60_000]) {
      await app.advance(ms);
      expect(doesNotSee(/设备未在理疗|没有运行/)).toBe(true);
    }
  },
);

test.each([
  ['is empty', SILENT, undefined],
  ['is empty', SILENT, 5 * MINUTE],
  ['is refused to the customer', refused('403', '无权查看'), undefined],
  ['is refused to the customer', refused('403', '无权查看'), 5 * MINUTE],
])(
  'A device that works for somebody else and whose report %s is neither said to treat the customer nor offered to be stopped (%#)',
  async (_, report, startedAgo) => {
    const app = new AppHarness().withDevice().reply(readLatest, report).reply(checkDevice, says('DEVICE_USED'));
    if (startedAgo !== undefined) app.startedHere(startedAgo);
    app.open('/process?sno=PL1001');
    await app.advance(20_000);
    expect(await sees('设备正在为他人运行')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
  },
);

test('A lost connection gives no advice to stop the treatment of somebody else by hand', async () => {
  const app = running().reply(enterPage, CHANNEL).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' });
  app.open('/process?sno=PL1001');
  await sees('设备正在为他人运行');
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
  app.channel.push({ kind: 'line', state: 'open' });
  app.channel.push({ kind: 'line', state: 'lost' });
  await app.advance(500);
  await app.advance(1_500);
  expect(await sees('网络连接已断开，正在重连...')).toBeTruthy();
  expect(doesNotSee(/停止键/)).toBe(true);
});

test('A device that somebody else runs offers no stop and shows nothing of that run once it goes offline', async () => {
  const app = running().reply(checkDevice, says('DEVICE_USED')).open('/process?sno=PL1001');
  expect(await sees('设备正在为他人运行')).toBeTruthy();
  app.reply(getDetail, { sno: 'PL1001', onlineStatusDesc: '离线' }).reply(checkDevice, says('DEVICE_OFFLINE'));
  await app.advance(11_000);
  const dialog = await screen.findByRole('alertdialog', { name: '设备已离线' });
  await app.advance(20_000);
  expect(dialog.textContent).not.toMatch(/停止理疗|可能仍在运行/);
  expect(doesNotSee(/生物电模式|11000V|30分钟/)).toBe(true);
});

test('Whose treatment runs is known without the operator of its device, which only a start or an order needs', async () => {
  const app = await underTreatment(running().reply(checkDevice, { status: 'DEVICE_WORKING' }));
  expect(await sees('剩余19分钟')).toBeTruthy();
  cleanup();
  app.reply(checkDevice, { ownerId: null, status: 'DEVICE_USED' }).open('/process?sno=PL1001');
  expect(await sees('设备正在为他人运行')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
});

test('A start that was refused because the device works, for minutes that nobody reported, is over once the device rests', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice, () => {
    app.reply(checkDevice, says('DEVICE_WORKING')).reply(readLatest, {});
    return refused('500', '设备正在使用');
  });
  app.open('/modeMenu');
  await presses('睡眠');
  await waitFor(() => expect(at()).toContain('/process'));
  app.reply(checkDevice, says('DEVICE_FREE')).reply(readLatest, { onOff: 0 });
  goTo('/my?tab=my');
  await app.advance(20 * MINUTE);
  goTo('/process?sno=PL1001');
  expect(await sees('设备未在理疗')).toBeTruthy();
  expect([doesNotSee('设备暂未响应'), screen.queryByRole('button', { name: '停止理疗' })]).toEqual([true, null]);
});

test('A run that begins anew a moment after a treatment of this phone has counted minutes is not shown as that treatment', async () => {
  const app = running()
    .startedHere(11 * MINUTE, { ran: true })
    .open('/process?sno=PL1001');
  expect(await sees('剩余19分钟')).toBeTruthy();
  app.reply(readLatest, { ...RUNNING, useTime: 0 }).reply(checkDevice, says('DEVICE_USED'));
  await app.advance(15_000);
  expect(await sees(/不是在为您理疗/)).toBeTruthy();
  expect(doesNotSee(/剩余1\d分钟/)).toBe(true);
});
