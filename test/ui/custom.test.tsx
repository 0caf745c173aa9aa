// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, act, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getDetail } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { AppHarness, at, choosesTab, goTo, presses, sees, doesNotSee } from './app-harness.tsx';
import { listShares } from '../../src/core/share/api.ts';
import { screenOf } from '../helpers/addresses.ts';

const startData = (app: AppHarness) => JSON.parse(app.http.requests(startDevice)[0]?.body ?? '{}').data;

test('The rows of the custom screen start with the default settings', async () => {
  new AppHarness().withDevice().open('/custom');
  expect(await screen.findByRole('heading', { name: '理疗仪' })).toBeTruthy();
  expect(await sees('30分钟')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /5000V · 50Hz · 波形一/ })).toBeTruthy();
  expect(await sees('红外关')).toBeTruthy();
});

test('Choosing the quantum chamber replaces infrared as the auxiliary function', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/辅助功能/);
  await choosesTab('量子能量舱');
  await presses('确认');
  await waitFor(() => expect(app.sessionValue('customSettings')).toMatchObject({ settings: { auxiliary: 'quantum' } }));
  expect(await sees('量子能量舱')).toBeTruthy();
});

test('Starting custom settings asks before a use is deducted, then sends exactly those settings', async () => {
  const app = new AppHarness().withDevice().reply(listCards, { records: [{ sysUserId: 'op1', money: 2 }], total: 1 });
  app.open('/custom');
  await presses('启动');
  expect(await sees('确认扣除次数启动理疗仪？')).toBeTruthy();
  expect(await sees('剩余次数 2')).toBeTruthy();
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(app)).toEqual({
    sno: 'PL1001',
    WortTime: 30,
    Function: 1,
    SubFunction: 0,
    Voltage: 3,
    Freq: 1,
    Wave: 1,
    Grade: 1,
  });
});

test('Infrared that is chosen and then set to 关 is turned off by the start', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/^辅助功能/);
  const wheel = await screen.findByRole('spinbutton', { name: '红外强度' });
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toMatch(/^高/));
  await presses('确认');
  expect(await sees('红外 高')).toBeTruthy();
  await presses(/^辅助功能/);
  const again = await screen.findByRole('spinbutton', { name: '红外强度' });
  fireEvent.keyDown(again, { key: 'Home' });
  await waitFor(() => expect(again.getAttribute('aria-valuetext')).toBe('关'));
  await presses('确认');
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(startData(app)).toMatchObject({ SubFunction: 0, Grade: 1 });
});

const HERTZ = Array.from({ length: 11 }, (_, index) => `${50 + index}Hz`);
const VOLTS = ['3000V', '4000V', '5000V', '7000V', '9000V', '11000V', '13000V', '智能循环'];

const wheelOf = (label: string) => screen.findByRole('spinbutton', { name: label });
const choicesOf = (wheel: HTMLElement) =>
  Array.from(wheel.querySelectorAll('[data-rwp-highlight-item]'), ({ textContent }) => textContent);

test.each([
  ['理疗时长', '理疗时长', ['30', '40', '50', '60', '180', '300', '510'], '30分钟'],
  ['理疗功能', '电压', VOLTS, '5000V'],
  ['理疗功能', '频率', HERTZ, '50Hz'],
  ['理疗功能', '波形', ['波形一', '波形二', '波形三'], '波形一'],
  ['辅助功能', '红外强度', ['关', '低', '中', '高'], '关'],
])('In the sheet %s, the wheel %s offers exactly %j and starts at %s', async (row, label, choices, first) => {
  new AppHarness().withDevice().open('/custom');
  await presses(new RegExp(`^${row}`));
  const sheet = within(await screen.findByRole('dialog', { name: row }));
  const wheel = await wheelOf(label);
  expect(choicesOf(wheel)).toEqual(choices);
  expect(wheel.getAttribute('aria-valuetext')).toBe(first);
  expect(sheet.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['取消', '确认']);
});

test.each([
  ['理疗功能', ['生物电', '高光波', '睡眠'], '高光波'],
  ['辅助功能', ['红外', '量子能量舱'], '量子能量舱'],
])('The sheet %s has the tabs %j, and the tab %s has no wheel', async (row, tabs, without) => {
  new AppHarness().withDevice().open('/custom');
  await presses(new RegExp(`^${row}`));
  await screen.findByRole('dialog', { name: row });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
  await choosesTab(without);
  await waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());
});

test.each([
  ['理疗时长', '理疗时长', '510', '510分钟 最长', '时间较长，如有不适请及时停止'],
  ['理疗功能', '电压', '13000V', '13000V 最强', '强度较高，初次使用建议从低强度开始'],
])(
  'In the sheet %s, the wheel %s marks %s, and choosing it says what is unusual',
  async (row, label, value, text, caution) => {
    new AppHarness().withDevice().open('/custom');
    await presses(new RegExp(`^${row}`));
    const wheel = await wheelOf(label);
    const marked = Array.from(
      wheel.querySelectorAll('[data-rwp-highlight-item] [data-mark]'),
      (mark) => mark.textContent,
    );
    expect([marked, doesNotSee(caution)]).toEqual([[value], true]);
    fireEvent.keyDown(wheel, { key: 'End' });
    if (row === '理疗功能') {
      await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toBe('智能循环'));
      fireEvent.keyDown(wheel, { key: 'ArrowUp' });
    }
    await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toBe(text));
    expect((await sees(caution)).getAttribute('role')).toBe('status');
  },
);

test('Screen readers meet each wheel as one control without lists inside', async () => {
  new AppHarness().withDevice().open('/custom');
  await presses(/^理疗功能/);
  await wheelOf('电压');
  const sheet = within(screen.getByRole('dialog'));
  expect(sheet.getAllByRole('spinbutton')).toHaveLength(3);
  expect([sheet.queryAllByRole('list'), sheet.queryAllByRole('listitem')]).toEqual([[], []]);
});

test('A turned wheel snaps to its next option, and confirming stores the option and closes the sheet', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/^理疗时长/);
  const wheel = await wheelOf('理疗时长');
  fireEvent.keyDown(wheel, { key: 'ArrowDown' });
  await waitFor(() =>
    expect([wheel.getAttribute('aria-valuenow'), wheel.getAttribute('aria-valuetext')]).toEqual(['1', '40分钟']),
  );
  await presses('确认');
  expect(await sees('40分钟')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.sessionValue('customSettings')).toMatchObject({ settings: { workMinutes: 40 } });
});

/** The option in the band of the wheel. */
const inTheBand = (wheel: HTMLElement) => {
  const list = wheel.querySelector<HTMLElement>('[data-rwp-highlight-list]');
  const row = wheel.querySelector<HTMLElement>('[data-rwp-highlight-item]');
  const turned = /translateY\(-?([\d.]+)px\)/.exec(list?.style.transform ?? '')?.[1];
  return choicesOf(wheel)[Math.round(Number(turned) / Number.parseFloat(row?.style.height ?? ''))];
};

test('Confirming a wheel that comes to rest takes the option in its band, not the stronger one before', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/^理疗功能/);
  const wheel = await wheelOf('电压');
  fireEvent.keyDown(wheel, { key: 'Home' });
  await waitFor(() => expect(inTheBand(wheel)).toBe('3000V'));
  fireEvent.click(screen.getByRole('button', { name: '确认' }));
  expect(await screen.findByRole('button', { name: /3000V · 50Hz · 波形一/ })).toBeTruthy();
  expect(app.sessionValue('customSettings')).toMatchObject({ settings: { voltage: 1 } });
});

test('An answer that arrives while a wheel turns moves no wheel, so confirming takes the option in its band', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const app = new AppHarness().withDevice().reply(getDetail, async () => {
    await answered;
    return { sno: 'PL1001', name: '客厅理疗仪', onlineStatusDesc: '在线' };
  });
  app.open('/custom');
  await presses(/^理疗时长/);
  const wheel = await wheelOf('理疗时长');
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(inTheBand(wheel)).not.toBe('30'));
  answer();
  await sees('客厅理疗仪');
  await waitFor(() => expect(inTheBand(wheel)).toBe('510'));
  await presses('确认');
  expect(await sees('510分钟')).toBeTruthy();
});

test('A finger that turns a wheel on and back before a slow phone has followed confirms the option in the band', async () => {
  new AppHarness().withDevice().open('/custom');
  await presses(/^理疗时长/);
  const wheel = await wheelOf('理疗时长');
  const touch = async (type: string, clientY: number) => {
    wheel.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { touches: [{ clientY }] }));
    await Promise.resolve();
  };
  await touch('touchstart', 100);
  await touch('touchmove', 70);
  await touch('touchmove', 100);
  expect(inTheBand(wheel)).toBe('30');
  await presses('确认');
  expect(await sees('30分钟')).toBeTruthy();
});

test('What was composed for one device is not what the device of the next customer starts with', async () => {
  const app = new AppHarness().withDevice().open('/custom?sno=PL1001');
  await presses(/^理疗功能/);
  const wheel = await wheelOf('电压');
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toBe('智能循环'));
  await presses('确认');
  await sees(/^智能循环/);
  goTo('/custom?sno=PL2002');
  expect(await screen.findByRole('button', { name: /5000V · 50Hz · 波形一/ })).toBeTruthy();
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(startData(app)).toMatchObject({ sno: 'PL2002', Voltage: 3 });
});

test('Cancelling a sheet after its wheel was turned changes nothing', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/^理疗时长/);
  const wheel = await wheelOf('理疗时长');
  fireEvent.keyDown(wheel, { key: 'ArrowDown' });
  await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toBe('40分钟'));
  await presses('取消');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await sees('30分钟')).toBeTruthy();
  expect(app.sessionValue('customSettings')).toBeNull();
});

test('Only the bio-electricity row lists voltage, frequency and waveform', async () => {
  new AppHarness().withDevice().open('/custom');
  expect(await screen.findByRole('button', { name: /5000V · 50Hz · 波形一/ })).toBeTruthy();
  await presses(/^理疗功能/);
  await choosesTab('高光波');
  await presses('确认');
  expect(await sees('高光波')).toBeTruthy();
  expect(doesNotSee(/5000V/)).toBe(true);
});

test('A voltage wheel that still turns when the customer chooses another function sends no voltage with it', async () => {
  const app = new AppHarness().withDevice().withSharedDevice().reply(startDevice).open('/custom');
  await presses(/^理疗功能/);
  const wheel = await wheelOf('电压');
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  fireEvent.keyDown(wheel, { key: 'End' });
  await choosesTab('高光波');
  await waitFor(() => expect(screen.queryByRole('spinbutton')).toBeNull());
  act(() => frames.forEach((frame) => frame(performance.now() + 10_000)));
  vi.unstubAllGlobals();
  await presses('确认');
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(app.http.data(startDevice)).toEqual([expect.not.objectContaining({ Voltage: expect.anything() })]);
});

test('The share menu of the custom screen opens the device panel, and leads to the share screen', async () => {
  new AppHarness().withDevice().reply(listShares, []).open('/custom');
  await presses('设备与分享');
  const sheet = within(await screen.findByRole('dialog', { name: '设备与分享' }));
  expect(sheet.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['设备', '分享', '取消']);
  fireEvent.click(sheet.getByRole('button', { name: '设备' }));
  expect(await sees('A4:CF:12:00')).toBeTruthy();
  await presses('关闭');
  await presses('设备与分享');
  await presses('分享');
  await waitFor(() => expect(at()).toBe(screenOf('/share')));
});
