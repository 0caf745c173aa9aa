// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/basics/time.ts';
import { getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder, listCardOrders } from '../../src/core/order/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { httpResponse, type Reply } from '../helpers/fake-server.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import {
  type AppHarness,
  at,
  choosesPlan,
  doesNotSee,
  goTo,
  PAID_ORDER,
  paysSevenDays,
  presses,
  sees,
} from './app-harness.tsx';
import { RUNNING, running, underTreatment } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';
import { customSettings } from '../../src/ui/state/screen-state.ts';

const OWN = {
  sno: 'PL1001',
  deviceName: '客厅理疗仪',
  onlineStatus: '在线',
  assist: false,
  expirationTime: '2026-03-06 09:00:00',
};
const CARD = aPage({ sysUserId: 'op1', money: 3 });

afterEach(() => {
  for (const name of ['vibrate', 'userActivation']) Reflect.deleteProperty(navigator, name);
});

/** Follows a treatment until its device has stopped by itself. */
async function ended(app = running()): Promise<AppHarness> {
  await underTreatment(app);
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  await sees('理疗已结束');
  return app;
}

const card = () => screen.getByRole('alertdialog', { name: '理疗已结束' });
const buttons = () => Array.from(card().querySelectorAll('button'), ({ textContent }) => textContent);

test('The end of an own lease’s treatment shows its minutes and the days left, and can renew the lease', async () => {
  await ended(running().reply(listDevices, [OWN]).reply(listCards, CARD));
  await waitFor(() => expect(buttons()).toEqual(['再来一次', '续租', '确认完成']));
  expect(card().textContent).toMatch(/已理疗 11 分钟剩余\d+天/);
  expect(doesNotSee(/剩余次数/)).toBe(true);
  await presses('续租');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1&assist=false' })));
});

test('A treatment that ended while the page was hidden for a moment is said to have taken its time, not more', async () => {
  const app = await underTreatment(running({ ...RUNNING, useTime: 29 }));
  await app.advance(50_000);
  app.reply(readLatest, { ...RUNNING, onOff: 0, workTime: 0, useTime: 0 });
  await act(() => app.clock.suspend(100_000));
  await app.resumes();
  await sees('理疗已结束');
  expect(card().textContent).toContain('08:31–09:01已理疗 30 分钟');
});

test.each([
  [30, 28, 50_000, '08:32–09:00已理疗 28 分钟'],
  [5, 3, 60_000, '08:57–09:01已理疗 4 分钟'],
  [1, 0, 20_000, '09:00–09:00已理疗 0 分钟'],
])(
  'A treatment of %i minutes that is stopped at the device once it has counted %i is not said to have taken all its time',
  async (workTime, useTime, ms, words) => {
    const app = await underTreatment(running({ ...RUNNING, workTime, useTime }, { tables: { minutes: [1, 5, 30] } }));
    await app.advance(ms - 10_000);
    app.reply(readLatest, { ...RUNNING, onOff: 0, workTime, useTime });
    await app.advance(10_000);
    await sees('理疗已结束');
    expect(card().textContent).toContain(words);
  },
);

test('The end of a treatment in the evening says in the morning how many days of the lease are left then', async () => {
  const app = await ended(running().reply(listDevices, [{ ...OWN, expirationTime: '2026-03-05 12:00:00' }]));
  expect(await sees('剩余3天')).toBeTruthy();
  await app.advance(10 * HOUR);
  await app.resumes();
  expect(await sees('剩余2天')).toBeTruthy();
});

test('The end of a treatment does not say how many days a lease had left before it was renewed a moment ago', async () => {
  const app = running()
    .reply(listDevices, [{ ...OWN, expirationTime: '2026-03-02 20:00:00' }])
    .reply(getLeaseOrder, PAID_ORDER)
    .open('/lease?sno=PL1001&renewal=1&assist=false');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  await sees('支付成功');
  goTo('/process?sno=PL1001');
  await sees('生物电模式');
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  await waitFor(() => expect(buttons()).toEqual(['再来一次', '续租', '确认完成']));
  expect(doesNotSee(/剩余\d+天/)).toBe(true);
  app.reply(listDevices, [{ ...OWN, expirationTime: '2026-03-09 20:00:00' }]);
  await app.advance(MINUTE);
  expect(await sees('剩余7天')).toBeTruthy();
});

test('The end of a treatment does not say how many uses were left before more were bought a moment ago', async () => {
  const paid = { chargeOrderNo: 'C100', statusDesc: '支付完成', statusCode: 5, fee: 5, sysUserId: 'op1' };
  const app = running().reply(listCards, CARD).open('/lease?type=recharge&sysUserId=op1');
  app.reply(listCardOrders, aPage(paid)).bridge.answers({ result: 'ok' });
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  await screen.findByRole('heading', { name: '次卡套餐' });
  goTo('/process?sno=PL1001');
  await sees('生物电模式');
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  await waitFor(() => expect(buttons()).toEqual(['再来一次', '确认完成']));
  expect(doesNotSee(/剩余次数/)).toBe(true);
  app.reply(listCards, aPage({ sysUserId: 'op1', money: 8 }));
  await app.advance(MINUTE);
  expect(await sees('剩余次数 8')).toBeTruthy();
});

test('The end of a card customer’s treatment shows the uses left', async () => {
  await ended(running().reply(listCards, CARD));
  expect(await sees('剩余次数 3')).toBeTruthy();
  expect(buttons()).toEqual(['再来一次', '确认完成']);
});

test.each<[string, Reply<typeof listDevices>]>([
  ['on a device that another user shares', [aDevice({ sno: 'PL1001', shareUserId: 'u7' })]],
  ['if the leases cannot be read', httpResponse({ status: 503 })],
])('The end claims nothing of what is left %s', async (_, devices) => {
  const app = await ended(running().reply(listCards, CARD).reply(listDevices, devices));
  await app.advance(1_000);
  expect([card().textContent, buttons()]).toEqual([
    '理疗已结束客厅理疗仪 编号 PL1001生物电模式\u00a0· 08:49–09:00已理疗 11 分钟再来一次确认完成',
    ['再来一次', '确认完成'],
  ]);
});

test('再来一次 marks the mode that ended, and starts nothing by itself', async () => {
  const app = await ended();
  await presses('再来一次');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'again=bio' })));
  expect((await sees('上次使用')).closest('button')?.textContent).toContain('生物电');
  expect(app.calls(startDevice)).toBe(0);
});

test.each([
  ['its settings are no preset’s', { ...RUNNING, voltage: 2 }],
  ['its strength was not reported', { onOff: 1, function: 1, workTime: 30, useTime: 11 }],
])('再来一次 marks no mode as the last one if %s', async (_, report) => {
  const app = await underTreatment(running(report));
  app.reply(readLatest, { ...report, onOff: 0 });
  await app.advance(10_000);
  await presses('再来一次');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
});

test('再来一次 leads to no stronger settings of the custom screen if the strength that ran was not reported', async () => {
  const silent = { onOff: 1, function: 1, workTime: 30, useTime: 11 };
  const app = running(silent);
  customSettings(app.scope).set({
    sno: 'PL1001',
    settings: { function: 'bio', auxiliary: 'infrared', workMinutes: 30, voltage: 7, infraredLevel: 4 },
  });
  await underTreatment(app);
  app.reply(readLatest, { ...silent, onOff: 0 });
  await app.advance(10_000);
  await presses('再来一次');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
});

test('The phone vibrates once at the end if it can and the page was tapped before', async () => {
  const vibrations: unknown[] = [];
  Object.defineProperty(navigator, 'vibrate', {
    configurable: true,
    value: (pattern: unknown) => vibrations.push(pattern),
  });
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: true } });
  const app = await ended();
  await app.advance(20_000);
  expect(vibrations).toEqual([[200, 100, 200]]);
});

test('An address that names a mode marks none as used last, unless this phone knows such a treatment of the device', async () => {
  const app = running();
  app.open('/modeMenu?again=bio&sno=PL1001');
  await sees('生物电');
  expect(doesNotSee('上次使用')).toBe(true);
});

test('A mode that was used last on one device is not marked on another one', async () => {
  await ended();
  await presses('再来一次');
  await sees('上次使用');
  goTo('/modeMenu?again=bio&sno=PL2002');
  await sees('编号 PL2002');
  expect(doesNotSee('上次使用')).toBe(true);
});

test('The notice that the device of a treatment is offline names the device', async () => {
  const app = await underTreatment();
  app.reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪', onlineStatusDesc: '离线' });
  await app.advance(10_000);
  expect(await screen.findByRole('alertdialog', { name: '设备已离线', description: /编号 PL1001/ })).toBeTruthy();
});
