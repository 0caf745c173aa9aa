// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/time.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { at, choosesPlan, goTo, ok, presses, refused, sees, Shop } from './shop.tsx';
import { RUNNING } from './under-treatment.ts';

const WORKING = ok({ ownerId: 'op1', status: 'DEVICE_WORKING' });
const LATEST = '/device/real_time_data';
const CHECK = '/order/check/device';
const START = '/order/start/device';
const LIST = '/device/device/list';
const STOP = '/order/stop/device';
const MINE = ok([{ id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false }]);
const FRESH = ok({ ...RUNNING, useTime: 0 });
const bar = () => screen.findByRole('navigation', { name: '理疗进行中' });
const notice = () => screen.findByRole('alertdialog', { name: copy.session.expired });

/** A customer who started PL1001 on this phone. */
function whoIsTreated(ago = 11 * MINUTE, report = ok(RUNNING)): Shop {
  const shop = new Shop().withDevice().server(LIST, MINE).server(LATEST, report).server(CHECK, WORKING);
  shop.treatments.started.set({ sno: 'PL1001', at: shop.clock.now() - ago, state: { workMinutes: 30 }, ran: true });
  return shop;
}

async function stops() {
  await presses('停止理疗');
  await presses('确认');
}

test('The bar comes although its screen was left before the device had reported its start', async () => {
  const shop = new Shop().withDevice().server(LIST, MINE).open('/modeMenu');
  await presses(/睡眠/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  goTo('/my?tab=my');
  await shop.passes(3_000);
  shop.server(LATEST, FRESH).server(CHECK, WORKING);
  await shop.passes(MINUTE);
  expect(await bar()).toBeTruthy();
});

test('The bar stands in the last minute that the device counts', async () => {
  whoIsTreated(11 * MINUTE, ok({ ...RUNNING, useTime: 30 })).open('/my?tab=my');
  expect(await sees('理疗中 · 剩余0分钟')).toBeTruthy();
});

test('A device that may have started by a lost answer gets its bar on any screen', async () => {
  const shop = new Shop().withDevice().server(LIST, MINE).server(START, new Problem('timeout')).open('/modeMenu');
  await presses(/睡眠/);
  await sees(copy.treatment.unresponsive);
  await presses(copy.modes.later);
  shop.server(LATEST, FRESH).server(CHECK, WORKING);
  goTo('/my?tab=my');
  expect(await bar()).toBeTruthy();
});

test('On the tab of devices the bar leads to the treatment while the list does not come', async () => {
  const shop = whoIsTreated();
  shop.server(LIST, () => shop.clock.sleep(14_000).then(() => MINE));
  shop.open('/my?tab=device');
  expect(await bar()).toBeTruthy();
  await shop.passes(15_000);
  await screen.findByRole('button', { name: /理疗进行中/ });
  await waitFor(() => expect(screen.queryByRole('navigation', { name: '理疗进行中' })).toBeNull());
});

test('The notice of an ended session warns of a start whose answer was lost', async () => {
  const shop = new Shop().withDevice().server(LIST, MINE);
  shop.server(START, () => {
    shop.tokenExpires();
    return new Problem('timeout');
  });
  shop.open('/modeMenu');
  await presses(/睡眠/);
  expect(await within(await notice()).findByText(copy.safety.mayStillRun)).toBeTruthy();
});

test('The notice of an ended session warns of a device that somebody else of the family started', async () => {
  const shop = new Shop().withDevice().server(LATEST, ok(RUNNING)).server(CHECK, WORKING).open('/modeMenu');
  await bar();
  shop.tokenExpires();
  await shop.passes(31_000);
  expect(await within(await notice()).findByText(copy.safety.mayStillRun)).toBeTruthy();
});

test('A device that the list calls working keeps its stop although its last report is older', async () => {
  new Shop().server(LIST, MINE).server(CHECK, WORKING).open('/my?tab=device');
  (await screen.findByText('客厅理疗仪')).click();
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
});

test.each([['is not accepted', { status: 403 }], ['is refused', refused('x')]])('A stop that %s after its screen has gone is told where the customer is, with the device', async (_, answer) => {
  const shop = whoIsTreated(0, FRESH).server(STOP, answer).open('/process?sno=PL1001');
  await stops();
  goTo('/my?tab=my');
  await shop.passes(5_000);
  expect(await sees('未能确认设备 PL1001 已停止，设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
});

test('The mode that is confirmed is the one that was tapped on this screen', async () => {
  const shop = new Shop().withDevice().server('/wallet/balance', ok({ records: [{ sysUserId: 'op1', money: 3 }], total: 1 }));
  shop.server('/device/detail', () => shop.clock.sleep(3_000).then(() => ok({ sno: 'PL1001', onlineStatusDesc: '在线' })));
  shop.open('/modeMenu');
  await presses(/生物电/);
  goTo('/my?tab=my');
  await sees('订单记录');
  goTo('/modeMenu');
  await presses(/睡眠/);
  await shop.passes(4_000);
  await sees('确认扣除一次使用次数？');
  await presses('确认');
  await waitFor(() => expect(shop.calls(START)).toBe(1));
  const [request] = shop.http.sentTo(`/api${START}`);
  expect(JSON.parse(request?.body ?? '{}').data).toMatchObject({ Function: 3, WortTime: 180 });
});

test('A renewal is ordered for the device it was opened for, also after a look at another that runs', async () => {
  const shop = whoIsTreated();
  shop.withDevice('PL1002');
  shop.bridge.answers('open');
  shop.open('/lease?renewal=1');
  await bar();
  await presses(/理疗中/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  await act(async () => window.history.back());
  await waitFor(() => expect(at()).toBe('/lease?renewal=1'));
  await choosesPlan(/7天/);
  await presses(/支付$/);
  await waitFor(() => expect(shop.calls('/order/consume/order')).toBe(1));
  const [request] = shop.http.sentTo('/api/order/consume/order');
  expect(JSON.parse(request?.body ?? '{}').data.sno).toBe('PL1002');
});
