// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkDevice, enterPage, readLatest } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { refused } from '../helpers/fake-server.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees, stops } from './app-harness.tsx';
import { CHANNEL, RUNNING, running, withChannel } from './under-treatment.ts';

const AFTER_A_MINUTE = { ...RUNNING, useTime: 1 };

/** Collects the requested animation frames and runs them on demand. */
class Frames {
  private waiting: FrameRequestCallback[] = [];
  requested = 0;

  constructor() {
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => {
      this.requested += 1;
      return this.waiting.push(frame);
    });
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
  }

  run(): void {
    for (const frame of this.waiting.splice(0)) frame(0);
  }
}

test('The strength of an earlier treatment is not shown for a new one of which the device has said only that it runs', async () => {
  const app = running().reply(readLatest, RUNNING, { ...RUNNING, onOff: 0 }, { onOff: 1 });
  await withChannel(app);
  expect(await sees(/^\d+V$/)).toBeTruthy();
  await act(async () => {
    app.channel.push({ kind: 'attributes', attributes: { OnOff: 0 } });
    app.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
  });
  await app.advance(1_000);
  await waitFor(() => expect(doesNotSee(/^\d+V$/)).toBe(true));
  expect(screen.getByRole('button', { name: copy.treatment.stop })).toBeTruthy();
});

test.each<[string, string, object, object?]>([
  ['mode', '生物电模式', { Function: '磁疗' }],
  ['mode of a function', '量子模式', { Function: '磁疗' }, { function: null, subFunction: 2 }],
  ['infrared level', '红外 高', { Grade: '极高' }],
  ['infrared', '红外 高', { SubFunction: '微波' }],
  ['strength', '11000V', { Voltage: '特强' }],
  ['duration', '30分钟', { WortTime: '长' }],
])(
  'A %s that was shown is not shown any more once the device sends one that cannot be read',
  async (_, words, push, usual = {}) => {
    const app = await withChannel(running().reply(readLatest, { ...RUNNING, ...usual }, {}));
    expect(await sees(words)).toBeTruthy();
    await act(async () => app.channel.push({ kind: 'attributes', attributes: { ...push } }));
    await waitFor(() => expect(doesNotSee(words)).toBe(true));
    await app.advance(11_000);
    expect(doesNotSee(words)).toBe(true);
    expect(screen.getByRole('button', { name: copy.treatment.stop })).toBeTruthy();
  },
);

test('A treatment is neither said to run nor to have ended once the switch of its device cannot be read', async () => {
  const app = await withChannel(running().reply(readLatest, AFTER_A_MINUTE, {}));
  await sees(copy.treatment.remaining(29));
  await act(async () => app.channel.push({ kind: 'attributes', attributes: { OnOff: '待机', WortTime: 0 } }));
  await app.advance(15_000);
  expect(document.body.textContent).not.toMatch(/理疗已结束|未在理疗|剩余\d+分钟/);
  expect(screen.getByRole('button', { name: copy.treatment.stop })).toBeTruthy();
});

test('A treatment whose end the device has pushed is not said to go on because the server’s record is from before it', async () => {
  const app = await withChannel();
  await sees('生物电模式');
  await act(async () => {
    app.channel.push({ kind: 'line', state: 'open' });
    app.channel.push({ kind: 'attributes', attributes: { OnOff: 0 } });
  });
  await screen.findByRole('alertdialog', { name: '理疗已结束' });
  await app.advance(40_000);
  expect(screen.queryByRole('alertdialog', { name: '理疗已结束' })).toBeTruthy();
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(30_000);
  expect(screen.queryByRole('alertdialog', { name: '理疗已结束' })).toBeTruthy();
});

/** A treatment that was started from the modes, and whose run the device has pushed; the server's record is from before it. */
async function pushedAfterStart(): Promise<AppHarness> {
  const app = new AppHarness().withSharedDevice().reply(enterPage, CHANNEL).open('/modeMenu');
  await presses(/^生物电/);
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
  const attributes = { OnOff: 1, Function: 1, WortTime: 30, UseTime: 0 };
  await act(async () => app.channel.push({ kind: 'attributes', attributes }));
  await app.advance(4_000);
  await sees('剩余30分钟');
  return app;
}

/** What a server says of a device that runs for its tenant, if its words are seconds old, or mean who rents the device. */
const NOT_WORKING = ['DEVICE_FREE', 'DEVICE_USING'];

test.each(NOT_WORKING)(
  'A treatment whose run the device has pushed is not said to have ended on a screen that is opened again, by a record from before it (%s)',
  async (status) => {
    const app = await pushedAfterStart();
    cleanup();
    app.reply(enterPage, refused('500', '没有实时通道')).reply(checkDevice, { ownerId: 'op1', status });
    await app.advance(8_000);
    app.open('/process?sno=PL1001');
    expect(await screen.findByRole('button', { name: copy.treatment.stop })).toBeTruthy();
    await app.advance(20_000);
    expect(doesNotSee('理疗已结束')).toBe(true);
    expect(await sees('未能确认设备状态')).toBeTruthy();
    app.reply(readLatest, { ...RUNNING, useTime: 0 });
    await app.advance(10_000);
    expect(await sees('剩余30分钟')).toBeTruthy();
  },
);

test.each(NOT_WORKING)(
  'No second start is sent to a device that has pushed its run a moment ago, whatever the server’s record shows (%s)',
  async (status) => {
    const app = await pushedAfterStart();
    app.reply(checkDevice, { ownerId: 'op1', status });
    await app.advance(8_000);
    goTo('/modeMenu?sno=PL1001');
    await app.advance(1_000);
    await presses(/^睡眠/);
    await app.advance(1_000);
    expect(await sees(/理疗中 · 剩余\d+分钟/)).toBeTruthy();
    expect(app.calls(startDevice)).toBe(1);
  },
);

test.each([
  ['refuses', 0, refused('500', '设备忙'), '未能确认设备已停止'],
  ['accepts', 0, null, '正在停止...'],
  ['refuses', 40, refused('500', '设备忙'), '未能确认设备已停止'],
  ['accepts', 40, null, '正在停止...'],
])(
  'A device that has just pushed that it runs is not said to be idle when the server %s its stop %i s later, by a record from before the run',
  async (_, seconds, answer, words) => {
    const app = new AppHarness().withOwnLease().reply(enterPage, CHANNEL).reply(stopDevice, answer);
    app.open('/process?sno=PL1001');
    await sees('设备未在理疗');
    await waitFor(() => expect(app.channel.openConnections).toBe(1));
    await act(async () => {
      app.channel.push({ kind: 'line', state: 'open' });
      app.channel.push({ kind: 'attributes', attributes: { OnOff: 1, Function: 1, WortTime: 30, UseTime: 0 } });
    });
    await sees('设备报告正在运行');
    await app.advance(seconds * 1_000);
    await stops();
    expect(await sees(words)).toBeTruthy();
    await app.advance(3_000);
    expect(at()).toBe('/process?sno=PL1001');
    expect(doesNotSee('设备未在理疗')).toBe(true);
  },
);

test('The strength that the device has pushed is shown although the server’s record of a moment later is from before it', async () => {
  const app = await withChannel();
  await sees('11000V');
  await act(async () => {
    app.channel.push({ kind: 'line', state: 'open' });
    app.channel.push({ kind: 'attributes', attributes: { Voltage: 7 } });
  });
  await sees('13000V');
  await app.advance(10_000);
  expect(await sees('13000V')).toBeTruthy();
});

test('A thousand reports in a second render once per frame and leave unchanged rows alone', async () => {
  const app = await withChannel(running(AFTER_A_MINUTE));
  await sees(copy.treatment.remaining(29));

  const frames = new Frames();
  const remaining = vi.spyOn(copy.treatment, 'remaining');
  const mutations: MutationRecord[] = [];
  const observer = new MutationObserver((records) => mutations.push(...records));
  observer.observe(screen.getByLabelText(copy.treatment.details), {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });

  for (let frame = 1; frame <= 10; frame += 1) {
    act(() => {
      for (let report = 0; report < 100; report += 1)
        app.channel.push({ kind: 'attributes', attributes: { ...RUNNING, useTime: frame + report / 100 } });
    });
    act(() => frames.run());
  }
  observer.disconnect();

  expect(frames.requested).toBe(10);
  expect(remaining.mock.calls.length).toBeGreaterThan(0);
  expect(remaining.mock.calls.length).toBeLessThanOrEqual(10);
  expect([...mutations, ...observer.takeRecords()]).toEqual([]);
  expect(await sees(copy.treatment.remaining(20))).toBeTruthy();
});

test('A report renders only the setting that it changes', async () => {
  const app = await withChannel();
  await sees('11000V');
  const frames = new Frames();
  const rows = [...screen.getByLabelText(copy.treatment.details).querySelectorAll('dd')];
  const before = rows.map(({ textContent }) => textContent);
  const nodes = rows.map(({ firstChild }) => firstChild);
  act(() => app.channel.push({ kind: 'attributes', attributes: { Voltage: 3 } }));
  act(() => frames.run());
  const changed = rows.filter(({ textContent }, index) => textContent !== before[index]);
  expect(changed.map(({ textContent }) => textContent)).toEqual(['5000V']);
  expect(
    rows.filter(
      ({ firstChild }, index) => firstChild !== nodes[index] && !changed.includes(rows[index] as HTMLElement),
    ),
  ).toEqual([]);
});
