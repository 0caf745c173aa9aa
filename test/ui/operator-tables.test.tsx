// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enterPage } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { customSettings } from '../../src/ui/state/screen-state.ts';
import { AppHarness, at, doesNotSee, presses, sees } from './app-harness.tsx';
import { CHANNEL, RUNNING, running } from './under-treatment.ts';

const tables = {
  minutes: [10, 20],
  voltage: [
    { code: 1, amount: 3000 },
    { code: 2, amount: 4000 },
  ],
  frequency: [{ code: 4, amount: 25 }],
  waveform: [{ code: 9, label: '脉冲' }],
  infrared: [
    { code: 5, label: '弱' },
    { code: 6, label: '强' },
  ],
};
const started = (app: AppHarness) => app.http.data(startDevice)[0];
const shownBy = async (label: string) =>
  (await screen.findByRole('spinbutton', { name: label })).getAttribute('aria-valuetext');

test('The custom screen shows, its wheels confirm and the device gets only values that the operator offers', async () => {
  const app = new AppHarness({ tables }).withDevice().open('/custom');
  expect(await sees('20分钟')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /4000V · 25Hz · 脉冲/ })).toBeTruthy();
  await presses(/^理疗时长/);
  expect(await shownBy('理疗时长')).toBe('20分钟 最长');
  await presses('确认');
  await presses(/^理疗功能/);
  expect([await shownBy('电压'), await shownBy('频率'), await shownBy('波形')]).toEqual(['4000V 最强', '25Hz', '脉冲']);
  await presses('确认');
  await presses(/^辅助功能/);
  expect(await shownBy('红外强度')).toBe('关');
  await presses('确认');
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(started(app)).toEqual({
    sno: 'PL1001',
    WortTime: 20,
    Function: 1,
    SubFunction: 0,
    Voltage: 2,
    Freq: 4,
    Wave: 9,
  });
});

test('Settings that were kept before the tables changed are fitted to the new ones before they are shown and sent', async () => {
  const app = new AppHarness({ tables }).withDevice();
  customSettings(app.scope).set({
    sno: 'PL1001',
    settings: {
      function: 'bio',
      auxiliary: 'infrared',
      workMinutes: 510,
      voltage: 1,
      frequency: 4,
      waveform: 9,
      infraredLevel: 1,
    },
  });
  app.open('/custom');
  expect(await sees('20分钟')).toBeTruthy();
  expect(await sees('红外 弱')).toBeTruthy();
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(started(app)).toMatchObject({ WortTime: 20, Voltage: 1, SubFunction: 1, Grade: 5 });
});

test('The tile of a mode names the strength that its start sends', async () => {
  const app = new AppHarness({ tables }).withSharedDevice().open('/modeMenu?isShare=true');
  const tile = within(await screen.findByRole('button', { name: '生物电' }));
  expect(tile.getByText('20分钟')).toBeTruthy();
  expect(tile.getByText('4000V')).toBeTruthy();
  expect(tile.getByText('红外弱')).toBeTruthy();
  await presses('生物电');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(started(app)).toMatchObject({ WortTime: 20, Voltage: 2, Freq: 4, SubFunction: 1, Grade: 5 });
});

/** A shop whose devices are weaker than the usual ones, and have an infrared lamp without a level for off. */
const WEAKER = {
  tables: {
    voltage: [1000, 2000, 3000, 4000, 5000].map((amount, index) => ({ code: index + 1, amount })),
    infrared: [
      { code: 1, label: '低' },
      { code: 2, label: '高' },
    ],
  },
};

test('A strength that the device reports by its text is the one that is shown, in the tables of the shop', async () => {
  const app = running({ ...RUNNING, voltage: '3000V', grade: '低' }, WEAKER).reply(enterPage, CHANNEL);
  app.open('/process?sno=PL1001');
  expect(await sees('3000V')).toBeTruthy();
  expect(await sees('红外 低')).toBeTruthy();
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
  act(() => app.channel.push({ kind: 'attributes', attributes: { ...RUNNING, voltage: '5000V', grade: '高' } }));
  expect(await sees('5000V')).toBeTruthy();
  expect(await sees('红外 高')).toBeTruthy();
});

test('A strength that the device reports by a text of no table of the shop is not shown as another one', async () => {
  running({ ...RUNNING, voltage: '9000V', grade: '中' }, WEAKER).open('/process?sno=PL1001');
  expect(await sees('红外 开')).toBeTruthy();
  expect(doesNotSee(/\dV$/)).toBe(true);
});

test('A voltage and a frequency of code 0 are shown on the screen of the treatment if the tables of the shop have them', async () => {
  const options = { voltage: [{ code: 0, amount: 3000 }], frequency: [{ code: 0, amount: 25 }] };
  running({ ...RUNNING, voltage: 0, freq: 0 }, { tables: options }).open('/process?sno=PL1001');
  expect(await sees('3000V')).toBeTruthy();
  expect(await sees('25Hz')).toBeTruthy();
});

test('The wheel never marks off as the strongest level, wherever the table of the shop has it', async () => {
  const offLast = [{ label: '低' }, { label: '高' }, { label: '关' }];
  const infrared = offLast.map((option, index) => ({ code: index + 1, ...option }));
  new AppHarness({ tables: { infrared } }).withDevice().open('/custom');
  await presses(/^辅助功能/);
  expect(await shownBy('红外强度')).toBe('关');
});

test('Where a shop names its voltages by gears, the top gear is marked and cautioned, and the smart loop is not', async () => {
  const gears = ['一档', '二档', '三档', '四档', '五档', '六档', '七档'].map((label, index) => ({
    code: index + 1,
    label,
  }));
  new AppHarness({ tables: { voltage: [...gears, { code: 8, name: 'smart-loop' }] } }).withDevice().open('/custom');
  await presses(/^理疗功能/);
  const wheel = await screen.findByRole('spinbutton', { name: '电压' });
  const shown = () => [wheel.getAttribute('aria-valuetext'), !doesNotSee(/^强度较高/)];
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(shown()).toEqual(['智能循环', false]));
  fireEvent.keyDown(wheel, { key: 'ArrowUp' });
  await waitFor(() => expect(shown()).toEqual(['七档 最强', true]));
});

test('A level of the shop that reads off turns infrared off, also beside another one that does', async () => {
  const infrared = ['关', '低', '高', '关闭'].map((label, index) => ({ code: index + 1, label }));
  const app = new AppHarness({ tables: { infrared } }).withSharedDevice().open('/custom');
  await presses(/^辅助功能/);
  const wheel = await screen.findByRole('spinbutton', { name: '红外强度' });
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toBe('关闭'));
  await presses('确认');
  expect(await sees('红外关')).toBeTruthy();
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(app.http.data(startDevice)).toEqual([expect.objectContaining({ SubFunction: 0 })]);
});

test('Where two wheels of a shop have the same words, the row of the function names each setting once, also after another choice', async () => {
  const levels = ['低', '中', '高'].map((label, index) => ({ code: index + 1, label }));
  const app = new AppHarness({ tables: { voltage: levels, frequency: levels, waveform: [] } }).withSharedDevice();
  customSettings(app.scope).set({
    sno: 'PL1001',
    settings: { function: 'bio', auxiliary: 'none', workMinutes: 30, voltage: 1, frequency: 1 },
  });
  app.open('/custom');
  expect(await screen.findByRole('button', { name: /^理疗功能 ?生物电 ?低 ?· 低$/ })).toBeTruthy();
  await presses(/^理疗功能/);
  const wheel = await screen.findByRole('spinbutton', { name: '电压' });
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toBe('高 最强'));
  await presses('确认');
  expect(await screen.findByRole('button', { name: /^理疗功能 ?生物电 ?高 ?· 低$/ })).toBeTruthy();
});

test('Settings that another release kept without a function start nothing that the custom screen does not show', async () => {
  const app = new AppHarness().withSharedDevice();
  customSettings(app.scope).set({
    sno: 'PL1001',
    settings: { auxiliary: 'none', workMinutes: 30, voltage: 7, frequency: 1 },
  });
  app.open('/custom');
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(started(app)).toMatchObject({ Function: 1, Voltage: 3 });
});
