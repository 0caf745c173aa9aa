// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const notice = { version: '1', title: '首次使用须知', items: ['孕妇请勿使用。', '请从低强度开始。'] };
const OWN_DEVICE = [{ sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', assist: false }];
const withNotice = (change = {}) => new AppHarness({ notice: { ...notice, ...change } });
const confirmButton = async () => screen.findByRole<HTMLButtonElement>('button', { name: '我已阅读并了解' });

async function readsAndConfirms(): Promise<void> {
  fireEvent.click(await confirmButton());
}

test('Before the first start, the customer confirms the notice, and the start then continues by itself', async () => {
  const app = withNotice().withDevice().reply(listDevices, OWN_DEVICE).open('/modeMenu');
  await presses('高光波');
  expect(await screen.findByRole('dialog', { name: '首次使用须知' })).toBeTruthy();
  expect(screen.getAllByText(/。$/).map(({ textContent }) => textContent)).toEqual(notice.items);
  expect([app.calls(startDevice), app.calls(listCards)]).toEqual([0, 0]);
  await readsAndConfirms();
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(app.calls(startDevice)).toBe(1);
});

test('A card customer is asked for the use after the notice, also on the custom screen', async () => {
  const app = withNotice({ confirm: '我明白' }).withDevice();
  app.reply(listCards, aPage({ sysUserId: 'op1', money: 2 })).open('/custom');
  await presses('启动');
  expect(await sees('我明白')).toBeTruthy();
  await readsAndConfirms();
  expect(await sees('确认扣除次数启动理疗仪？')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
});

test('Cancelling the notice starts nothing, and the next start asks again', async () => {
  const app = withNotice().withSharedDevice().open('/modeMenu');
  for (const _ of [1, 2]) {
    await presses('睡眠');
    await presses('取消');
    expect(doesNotSee('首次使用须知')).toBe(true);
  }
  expect([app.calls(startDevice), at()]).toEqual([0, screenOf('/modeMenu')]);
});

test('A screen that was left with its notice open starts nothing', async () => {
  const app = withNotice().withSharedDevice().open('/modeMenu');
  await presses('睡眠');
  const confirm = await confirmButton();
  goTo('/my?tab=my');
  fireEvent.click(confirm);
  await app.advance(1_000);
  expect([app.calls(startDevice), at()]).toEqual([0, '/my?tab=my']);
});

test('During the rest after a stop, a tap shows the reason and not the notice', async () => {
  withNotice().withSharedDevice().open('/modeMenu?stop=1');
  await presses('睡眠');
  expect(await sees('操作过于频繁，请稍后再试')).toBeTruthy();
  expect(doesNotSee('首次使用须知')).toBe(true);
});

test('A notice longer than the screen says how to read on, and can be confirmed once its end has been on the screen', async () => {
  const heights = [
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900),
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500),
  ];
  withNotice().withSharedDevice().open('/modeMenu');
  await presses('睡眠');
  const confirm = await confirmButton();
  expect(confirm.disabled).toBe(true);
  expect(await sees('请向下滑动，读完须知')).toBeTruthy();
  const dialog = screen.getByRole('dialog');
  dialog.scrollTop = 400;
  fireEvent.scroll(dialog);
  await waitFor(() => expect(confirm.disabled).toBe(false));
  expect(doesNotSee('请向下滑动，读完须知')).toBe(true);
  for (const height of heights) height.mockRestore();
});

test('The notice before a strong treatment also leads to the same treatment with the lowest strength, whose start asks to confirm it', async () => {
  const app = withNotice().withSharedDevice().open('/modeMenu');
  await presses('生物电');
  await presses('从低强度开始');
  await waitFor(() => expect(at()).toBe('/custom?sno=PL1001'));
  expect(await sees(/3000V/)).toBeTruthy();
  expect(await sees(/红外 低/)).toBeTruthy();
  await presses('启动');
  expect(await confirmButton()).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
});

test('A notice that is not written in the language of the page says so first', async () => {
  withNotice({ items: { en: ['Do not use it if you are pregnant.'] } })
    .withSharedDevice()
    .open('/modeMenu');
  await presses('睡眠');
  expect(await sees('以下须知没有中文版，请先咨询店员')).toBeTruthy();
  expect(await sees(/pregnant/)).toBeTruthy();
});
