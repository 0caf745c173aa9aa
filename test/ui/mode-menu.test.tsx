// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listCardOrders } from '../../src/core/order/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { refused, type AnyEndpoint } from '../helpers/fake-server.ts';
import { aDevice, aCard, aCardOrder, aPage, offline } from '../helpers/wire.ts';
import { AppHarness, at, goTo, presses, sees, doesNotSee, stops } from './app-harness.tsx';
import { RUNNING, WORKS } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';
import { applyLanguage } from '../../src/ui/start/page-language.ts';
import { MINUTE } from '../../src/core/basics/time.ts';

const cardWith = (money: number) => ({ records: [{ sysUserId: 'op1', money }], total: 1 });
const startData = (app: AppHarness) => JSON.parse(app.http.requests(startDevice)[0]?.body ?? '{}').data;

test('A start request is sent only after the customer agrees to deduct a use', async () => {
  const app = new AppHarness().withDevice().reply(listCards, cardWith(3)).open('/modeMenu');
  await presses('生物电');
  expect(await sees('确认扣除一次使用次数？')).toBeTruthy();
  expect(await sees('剩余次数 3')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(app)).toEqual({
    sno: 'PL1001',
    WortTime: 30,
    Function: 1,
    SubFunction: 1,
    Voltage: 6,
    Freq: 1,
    Grade: 4,
  });
});

test('Cancelling the deduction dialog of a mode sends no start request', async () => {
  const app = new AppHarness().withDevice().reply(listCards, cardWith(3)).open('/modeMenu');
  await presses('生物电');
  await presses('取消');
  expect(app.calls(startDevice)).toBe(0);
  expect(at()).toBe(screenOf('/modeMenu'));
});

test('A customer without uses and without a leased device is led to the use plans', async () => {
  new AppHarness().withDevice().open('/modeMenu');
  await presses('睡眠');
  expect(await sees('启动次数已用完，请充值')).toBeTruthy();
  await presses('去充值');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'type=recharge&sysUserId=op1' })));
  expect((await screen.findByRole('tab', { name: '按次数租赁' })).getAttribute('aria-selected')).toBe('true');
});

test.each([
  ['生物电', { Function: 1, SubFunction: 1, WortTime: 30, Voltage: 6, Freq: 1, Grade: 4 }],
  ['高光波', { Function: 2, SubFunction: 1, WortTime: 30, Grade: 4 }],
  ['睡眠', { Function: 3, SubFunction: 0, Grade: 1, WortTime: 180 }],
  ['量子', { SubFunction: 2, WortTime: 30, Voltage: 6, Freq: 1 }],
])(
  'The mode %s of a shared device starts without a question, and sends exactly its own values',
  async (tile, values) => {
    const app = new AppHarness().withSharedDevice().reply(listCards, cardWith(3)).open('/modeMenu?isShare=true');
    await presses(tile);
    await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
    expect(startData(app)).toEqual({ sno: 'PL1001', ...values });
  },
);

test('An offline device cannot be started', async () => {
  new AppHarness().withSharedDevice().reply(getDetail, { onlineStatusDesc: '离线' }).open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await sees('设备不可用')).toBeTruthy();
});

test.each([
  ['here', 'DEVICE_OFFLINE', 11 * MINUTE],
  ['on another phone of the customer', 'DEVICE_WORKING', undefined],
])(
  'A start on a device that went offline during a treatment that was started %s leads to that treatment, not to other devices',
  async (_, status, startedAgo) => {
    const app = new AppHarness().withSharedDevice();
    if (startedAgo !== undefined) app.startedHere(startedAgo, { ran: true });
    app.reply(getDetail, offline).reply(readLatest, RUNNING).reply(checkDevice, { ownerId: 'op1', status });
    app.open('/modeMenu?sno=PL1001');
    await presses('高光波');
    const notice = await screen.findByRole('alertdialog', { name: '设备已离线' });
    expect(notice.textContent).toContain('设备可能仍在运行，请按设备上的停止键');
    expect([at(), app.calls(startDevice)]).toEqual(['/process?sno=PL1001', 0]);
  },
);

const describedBy = (tile: string) =>
  document.getElementById(screen.getByRole('button', { name: tile }).getAttribute('aria-describedby') ?? '')
    ?.textContent;

test.each([
  ['a customer rents', (app: AppHarness) => app.reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1' })])],
  ['a customer has uses for', (app: AppHarness) => app.reply(listCards, cardWith(3))],
])('A device that %s is not started once the shop has locked it, and no use is asked for', async (_, prepare) => {
  const app = prepare(new AppHarness().withDevice());
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_LOCKED' }).open('/modeMenu');
  await presses('生物电');
  expect(await sees('设备不可用')).toBeTruthy();
  expect(await sees('设备已锁定')).toBeTruthy();
  await presses('知道了');
  expect(app.calls(startDevice)).toBe(0);
});

test('Each tile states the minutes and the strength of its preset', async () => {
  new AppHarness().withDevice().open('/modeMenu');
  await sees('选择理疗模式');
  await screen.findByRole('button', { name: '生物电' });
  expect(['生物电', '高光波', '睡眠', '量子'].map(describedBy)).toEqual([
    '30分钟 11000V · 红外高 强度较高',
    '30分钟 红外高',
    '180分钟 ',
    '30分钟 11000V · 量子能量舱 强度较高',
  ]);
});

test('The question for a use names the treatment that it is for, and what is left after it', async () => {
  new AppHarness().withDevice().reply(listCards, cardWith(3)).open('/modeMenu');
  await presses('生物电');
  const question = await screen.findByRole('alertdialog', { name: '确认扣除一次使用次数？' });
  expect(question.textContent).toContain('生物电模式 · 30分钟');
  expect(question.textContent).toContain('确认后剩余 2');
});

test.each([
  ['rents the device', aDevice({ sno: 'PL1001', ownerId: 'op1' })],
  ['rents it for a customer', aDevice({ sno: 'PL1001', ownerId: 'op1', assist: true })],
  ['rents another device of the shop', aDevice({ sno: 'PL2002', ownerId: 'op1' })],
])('Who %s, and has uses as well, is not told that a use less is left after the start', async (_, row) => {
  const app = new AppHarness().withDevice().reply(listDevices, [row]).reply(listCards, cardWith(5));
  app.open('/modeMenu');
  await presses('生物电');
  const question = await screen.findByRole('alertdialog', { name: '确认扣除一次使用次数？' });
  expect(question.textContent).toContain('剩余次数 5');
  expect(question.textContent).not.toContain('确认后剩余');
  expect(question.textContent).toContain('租用期间是否扣除次数，以门店系统为准');
});

test('Who agrees to a use when the rental that might have spared it is over by then is asked again, and told what is left after the start', async () => {
  const row = aDevice({ sno: 'PL1001', ownerId: 'op1', expirationTime: '2026-03-02 09:30:00' });
  const app = new AppHarness().withDevice().reply(listDevices, [row]).reply(listCards, cardWith(5)).open('/modeMenu');
  await presses('生物电');
  expect(await sees('租用期间是否扣除次数，以门店系统为准')).toBeTruthy();
  await app.advance(60 * MINUTE);
  await presses('确认');
  expect(await sees('确认后剩余 4')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
  await presses('确认');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
});

test('After a stop, the tiles count down the ten seconds, and then can start the device', async () => {
  const app = new AppHarness().withSharedDevice().open('/modeMenu?stop=1');
  const tile = await screen.findByRole('button', { name: '高光波' });
  expect([describedBy('高光波'), tile.dataset['resting']]).toEqual(['10秒后可启动', 'true']);
  await app.advance(7_000);
  expect(describedBy('高光波')).toBe('3秒后可启动');
  await presses('高光波');
  expect(await sees('操作过于频繁，请稍后再试')).toBeTruthy();
  await app.advance(3_000);
  expect([describedBy('高光波'), tile.dataset['resting']]).toEqual(['30分钟 红外高', undefined]);
  expect(app.calls(startDevice)).toBe(0);
});

test('A way back to the modes after a stop does not count the ten seconds again', async () => {
  const app = new AppHarness().withSharedDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKS);
  app.reply(startDevice).reply(stopDevice, () => {
    app.reply(readLatest, { onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' });
    return null;
  });
  app.open('/process?sno=PL1001');
  await stops();
  await waitFor(() => expect(describedBy('高光波')).toMatch(/秒后可启动/));
  await app.advance(10_000);
  await presses('高光波');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  await act(async () => window.history.back());
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'stop=1' })));
  await screen.findByRole('button', { name: '高光波' });
  expect(describedBy('高光波')).toBe('30分钟 红外高');
});

test('The countdown belongs to the stopped device, not to the way to the screen', async () => {
  const app = new AppHarness().withSharedDevice();
  app.treatments.stoppedAt.set({ PL1001: app.clock.now() - 4_000 });
  app.open('/modeMenu');
  await screen.findByRole('button', { name: '高光波' });
  expect(describedBy('高光波')).toBe('6秒后可启动');
  goTo(screenOf('/modeMenu', { sno: 'PL1002' }));
  expect(describedBy('高光波')).toBe('30分钟 红外高');
});

test('A start without a response warns that the device may still start, and a retry finds the running treatment', async () => {
  const app = new AppHarness()
    .withSharedDevice()
    .reply(startDevice, new Problem('timeout'))
    .open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await sees('设备暂未响应')).toBeTruthy();
  expect(await sees(/^请求超时，请重试。启动指令可能已经送达/)).toBeTruthy();
  expect(at()).toBe(screenOf('/modeMenu', { rest: 'isShare=true' }));
  app
    .reply(readLatest, { onOff: 1, function: 2, workTime: 30 })
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' });
  await presses('再试一次');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(app.calls(startDevice)).toBe(1);
});

test('A start without a response leads to its treatment as soon as the device is known to run, instead of calling it unanswered', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice, new Problem('network')).open('/modeMenu');
  await presses('生物电');
  await sees('设备暂未响应');
  app.reply(readLatest, RUNNING).reply(checkDevice, WORKS);
  await app.advance(30_000);
  expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
  expect([at(), doesNotSee('设备暂未响应'), app.calls(startDevice)]).toEqual(['/process?sno=PL1001', true, 1]);
});

test.each(['设备启动超时', '设备无响应'])(
  'A start that the server answers with %s may come later: the app says so, and leads to the treatment once the device runs',
  async (words) => {
    const app = new AppHarness().withSharedDevice().reply(startDevice, refused('500', words)).open('/modeMenu');
    await presses('生物电');
    expect(await sees(`${words}。启动指令可能已经送达，设备可能稍后启动，请先查看设备。`)).toBeTruthy();
    app.reply(readLatest, RUNNING).reply(checkDevice, WORKS);
    await app.advance(30_000);
    expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
    expect([at(), app.calls(startDevice)]).toEqual(['/process?sno=PL1001', 1]);
  },
);

test('A start without a response is not said to come later any more once its time is over', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice, new Problem('network')).open('/modeMenu');
  await presses('生物电');
  await sees('设备暂未响应');
  await act(() => app.clock.suspend(34 * MINUTE));
  await app.resumes();
  expect(await sees('设备暂未响应')).toBeTruthy();
  await act(() => app.clock.suspend(2 * MINUTE));
  await app.resumes();
  await waitFor(() => expect(doesNotSee('设备暂未响应')).toBe(true));
});

test.each<[string, (app: AppHarness) => AppHarness, string]>([
  [
    'is paid and was not started',
    (app) => app.reply(startDevice, refused('500', '设备正在使用中')),
    '已支付，设备未启动',
  ],
  ['was not started', (app) => app.reply(listDevices, refused('500', '系统繁忙')), '没有启动设备'],
  ['runs for somebody else', (app) => app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' }), '设备不可用'],
])(
  'The notice that a device %s gives way to its treatment once the device runs for this customer',
  async (_, prepare, notice) => {
    const app = prepare(new AppHarness().withSharedDevice());
    app.purchases.record({
      type: 'serverSaysPaid',
      paidAt: app.clock.now(),
      order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
    });
    app.open('/modeMenu');
    await presses('高光波');
    await sees(notice);
    app.reply(readLatest, RUNNING).reply(checkDevice, WORKS);
    await app.resumes();
    expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
    expect([at(), doesNotSee(notice)]).toEqual(['/process?sno=PL1001', true]);
  },
);

test('After a paid start without a response the app says that nobody pays twice, and that another start may deduct a use', async () => {
  const app = new AppHarness()
    .withSharedDevice()
    .reply(startDevice, new Problem('timeout'))
    .open('/modeMenu?paid=1&isShare=true');
  app.purchases.record({
    type: 'serverSaysPaid',
    paidAt: app.clock.now(),
    order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
  });
  await presses('高光波');
  expect(await sees('设备暂未响应')).toBeTruthy();
  expect(await sees(/不会重复扣费。确认设备未运行后才会再次启动，但可能再扣除一次次数。$/)).toBeTruthy();
});

test.each(['/modeMenu?paid=1', '/custom?paid=1'])(
  'At %s, no start is sent while the payment for this device is unconfirmed',
  async (address) => {
    const app = new AppHarness().withDevice();
    app.sheetAnswered('none', { sno: 'PL1001' });
    app.open(address);
    await sees(copy.payment.confirming);
    await presses(address.startsWith('/custom') ? '启动' : '高光波');
    expect(await screen.findAllByText(copy.payment.confirming)).toHaveLength(2);
    expect(app.calls(startDevice)).toBe(0);
  },
);

test('A paid start that is refused says that nothing is lost, and can be retried', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice, refused('500', '设备正在使用中'));
  app.open('/modeMenu?paid=1&isShare=true');
  app.purchases.record({
    type: 'serverSaysPaid',
    paidAt: app.clock.now(),
    order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
  });
  await presses('高光波');
  expect(await sees('已支付，设备未启动')).toBeTruthy();
  expect((await sees(/设备正在使用中/)).textContent).toBe(
    '客厅理疗仪 编号 PL1001设备正在使用中。您的支付已成功，不会重复扣费或扣除次数，请再试一次。',
  );
  app.reply(startDevice, { OnOff: 1 });
  await presses('再试一次');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

/** Starts a mode. The command is sent, and from then on the server does not answer. */
async function startsWithoutAnAnswer(): Promise<AppHarness> {
  const app = new AppHarness().withSharedDevice();
  app.reply(startDevice, () => {
    for (const call of [checkDevice, readLatest, getDetail, listDevices, listCards])
      app.reply<AnyEndpoint>(call, new Problem('network'));
    throw new Problem('network');
  });
  app.open('/modeMenu');
  await presses(/生物电/);
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  await app.advance(15_000);
  await sees(/启动指令可能已经送达/);
  return app;
}

test('A start that may have arrived is not called not started when it is tried again without a network', async () => {
  const app = await startsWithoutAnAnswer();
  await presses('再试一次');
  await app.advance(15_000);
  expect(await sees(/启动指令可能已经送达/)).toBeTruthy();
  expect([doesNotSee(copy.modes.notStarted), app.calls(startDevice)]).toEqual([true, 1]);
});

test('Who tries a start again that may have taken the last use is not asked to buy more', async () => {
  const app = new AppHarness().withDevice().reply(listCards, cardWith(1));
  app.reply(startDevice, () => {
    app.reply(listCards, cardWith(0)).reply(readLatest, new Problem('timeout'));
    throw new Problem('timeout');
  });
  app.open('/modeMenu');
  await presses('生物电');
  await presses('确认');
  await app.advance(15_000);
  await sees(/启动指令可能已经送达/);
  await presses('再试一次');
  await app.advance(15_000);
  expect(await sees(/启动指令可能已经送达/)).toBeTruthy();
  expect([doesNotSee('去充值'), app.calls(startDevice)]).toEqual([true, 1]);
});

test('A refused start of a device that somebody shares is not called paid because of a card that was bought today', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice, refused('500', '设备故障')).open('/modeMenu');
  app.purchases.record({
    type: 'serverSaysPaid',
    paidAt: app.clock.now(),
    order: { number: 'C100', kind: 'card', amountFen: 3000, operatorId: 'op1' },
  });
  await presses('高光波');
  expect(await sees(/设备故障/)).toBeTruthy();
  expect(doesNotSee(/已支付/)).toBe(true);
});

test('Who opens the link of a device that another person rents is told so, and not asked to buy uses', async () => {
  new AppHarness()
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
    .open('/modeMenu?isShare=true&sno=PL1001');
  await presses('高光波');
  expect(await sees('设备已被租用')).toBeTruthy();
  expect([doesNotSee('启动次数已用完，请充值'), doesNotSee('去充值')]).toEqual([true, true]);
});

test.each([
  ['the rental', { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' }],
  ['the card', { number: 'C100', kind: 'card', amountFen: 3000, operatorId: 'op1' }],
] as const)(
  'Who has paid a moment ago is not asked to buy uses because the server does not list %s yet',
  async (_, order) => {
    const app = new AppHarness().withDevice().open('/modeMenu');
    app.purchases.record({ type: 'serverSaysPaid', paidAt: app.clock.now(), order });
    await presses('高光波');
    expect(await sees('已支付，设备未启动')).toBeTruthy();
    expect([doesNotSee('启动次数已用完，请充值'), doesNotSee('去充值')]).toEqual([true, true]);
    app.reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1' })]);
    await presses('再试一次');
    await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  },
);

test.each([
  ['uses of the shop', { number: 'C100', kind: 'card', operatorId: 'op1' }, true],
  ['uses of another shop', { number: 'C100', kind: 'card', operatorId: 'op2' }, false],
] as const)(
  'While the payment of %s is being confirmed, nobody is asked to buy more of them',
  async (_, order, isOfDevice) => {
    const app = new AppHarness().withDevice().reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C100' })));
    app.sheetAnswered('ok', order).open('/modeMenu');
    await sees(copy.payment.confirming);
    await presses('高光波');
    if (isOfDevice) await waitFor(() => expect(screen.getAllByText(copy.payment.confirming)).toHaveLength(2));
    else expect(await sees('启动次数已用完，请充值')).toBeTruthy();
    expect(doesNotSee('去充值')).toBe(isOfDevice);
  },
);

test('Leaving the mode menu cancels a start that is not sent yet, and a message reports the result of one that is', async () => {
  let answer: () => void = () => {};
  const app = new AppHarness()
    .withSharedDevice()
    .reply(startDevice, () => new Promise((resolve) => (answer = () => resolve({ OnOff: 1 }))));
  app.open('/modeMenu');
  await presses('睡眠');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  goTo('/my?tab=my');
  await act(async () => answer());
  expect(await sees('设备PL1001已启动')).toBeTruthy();
  expect(at()).toBe('/my?tab=my');

  app.reply(getDetail, () => new Promise((resolve) => (answer = () => resolve({ onlineStatusDesc: '在线' }))));
  goTo('/modeMenu');
  app.reply(readLatest, { onOff: 0 });
  await presses('生物电');
  goTo('/my?tab=my');
  await act(async () => answer());
  await app.advance(1_000);
  expect(app.calls(startDevice)).toBe(1);
});

test('Another mode that is chosen before the device has reported its start is not started, and the screen says so', async () => {
  const app = new AppHarness().withSharedDevice().open('/modeMenu');
  await presses('生物电');
  await sees('生物电模式');
  goTo('/modeMenu?sno=PL1001');
  await presses('睡眠');
  expect(await sees('设备此前已启动，未做更改')).toBeTruthy();
  expect([at(), app.calls(startDevice)]).toEqual(['/process?sno=PL1001', 1]);
});

test('A start that was not sent, because the server calls the device working, is not called running to who has left while the device reports nothing', async () => {
  let answer: () => void = () => {};
  const app = new AppHarness().withSharedDevice().open('/modeMenu');
  await sees('选择理疗模式');
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' }).reply(readLatest, {});
  app.reply(getDetail, () => new Promise((resolve) => (answer = () => resolve({ onlineStatusDesc: '在线' }))));
  await presses('睡眠');
  goTo('/my?tab=my');
  await act(async () => answer());
  expect(await sees(/设备可能已启动，请查看设备/)).toBeTruthy();
  expect([doesNotSee(/设备已在理疗中/), app.calls(startDevice)]).toEqual([true, 0]);
});

test('A start that the server accepted with other settings names them, also after the customer left the mode menu', async () => {
  let answer: () => void = () => {};
  const app = new AppHarness()
    .withSharedDevice()
    .reply(startDevice, () => new Promise((resolve) => (answer = () => resolve({ OnOff: 1, WortTime: 30 }))));
  app.open('/modeMenu');
  await presses('睡眠');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  goTo('/my?tab=my');
  await act(async () => answer());
  expect(await sees(/^设备PL1001已启动，参数与所选不同：.*30分钟/)).toBeTruthy();
});

test('A start that took effect with another frequency, waveform and auxiliary function names them', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice, {
    OnOff: 1,
    Function: 1,
    SubFunction: 2,
    WortTime: 30,
    Voltage: 6,
    Freq: 3,
    Wave: 2,
    Grade: 4,
  });
  app.open('/modeMenu');
  await presses('生物电');
  expect(await sees(/参数与所选不同：生物电模式 · 30分钟 · 11000V · 52Hz · 波形二 · 量子能量舱$/)).toBeTruthy();
});

test('A start of a device that has no frequency, and reports 0, is not said to differ from what was chosen', async () => {
  const asked = { OnOff: 1, Function: 1, SubFunction: 1, WortTime: 30, Voltage: 6, Grade: 4 };
  const app = new AppHarness().withSharedDevice().reply(startDevice, { ...asked, Freq: 0, Wave: 0 });
  app.open('/modeMenu');
  await presses('生物电');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(doesNotSee(/参数与所选不同/)).toBe(true);
});

const FRIENDS = 'PL2002';
const withUses = (uses: number) => aPage(aCard({ sysUserId: 'op1', money: uses }));

test('A device that only a friend’s link calls shared takes no use without the question, also after its treatment was reopened', async () => {
  const app = new AppHarness().reply(listCards, withUses(5)).open(`/modeMenu?isShare=true&sno=${FRIENDS}`);
  app.reply(startDevice, () => {
    const began = app.clock.now();
    const minutes = () => Math.floor((app.clock.now() - began) / MINUTE);
    app.reply(checkDevice, WORKS).reply(readLatest, () => ({ ...RUNNING, useTime: minutes() }));
    return { OnOff: 1 };
  });
  await presses(/生物电/);
  await sees('确认扣除一次使用次数？');
  await presses('确认');
  await waitFor(() => expect(at()).toContain('/process'));
  goTo('/my?tab=my');
  await presses(/理疗中/);
  await waitFor(() => expect(at()).toBe(screenOf('/process', { sno: FRIENDS })));
  await app.advance(29 * MINUTE);
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' }).reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(11_000);
  await presses('确认完成');
  await sees(`编号 ${FRIENDS}`);
  await presses(/生物电/);
  expect(await sees('确认扣除一次使用次数？')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(1);
});

// The page stays English after these, so they are the last.
const QUESTIONS = [
  [
    '/modeMenu',
    'zh-CN',
    /生物电/,
    '确认扣除一次使用次数？',
    ['客厅理疗仪', '编号 PL1001', '剩余次数 3', '门店 康健店'],
  ],
  ['/custom', 'zh-CN', '启动', '确认扣除次数启动理疗仪？', ['客厅理疗仪', '编号 PL1001', '剩余次数 3', '门店 康健店']],
  ['/modeMenu', 'en', /Bioelectric/, 'Deduct one use?', ['客厅理疗仪', 'No. PL1001', 'Uses left: 3', 'Shop: 康健店']],
  ['/custom', 'en', 'Start', 'Deduct one use and start?', ['客厅理疗仪', 'No. PL1001', 'Uses left: 3', 'Shop: 康健店']],
] as const;

test.each(QUESTIONS)(
  'The question before a deduction at %s in %s names the device, its number, the uses left and the shop',
  async (address, language, start, title, words) => {
    await applyLanguage(language);
    new AppHarness()
      .withDevice()
      .reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪', onlineStatusDesc: '在线' })
      .reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1', deviceName: '客厅理疗仪' })])
      .reply(listCards, aPage(aCard({ sysUserId: 'op1', operatorName: '康健店', money: 3 })))
      .open(address);
    await presses(start);
    const { textContent } = await screen.findByRole('alertdialog', { name: title });
    for (const each of words) expect(textContent).toContain(each);
  },
);
