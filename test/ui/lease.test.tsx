// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { checkDevice, getDetail, listDevices } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { DAY, MINUTE, SECOND, dateText } from '../../src/core/basics/time.ts';
import { misshapen, refused } from '../helpers/fake-server.ts';
import { aCardOrder, aDevice, aPage } from '../helpers/wire.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  choosesTab,
  doesNotSee,
  goTo,
  LEASE_ORDER,
  PAID_ORDER,
  presses,
  sees,
  SHEET,
} from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

async function choosesSevenDays() {
  await sees('7');
  await choosesPlan(/7天/);
}

test('A screen reader hears a plan once, with both prices', async () => {
  new AppHarness().withDevice().open('/lease?assist=false');
  const radio = await screen.findByRole('radio', { name: '7天 ￥49，原价￥69' });
  const others = Array.from(radio.closest('label')?.children ?? []).filter((each) => each !== radio);
  expect(others.length).toBeGreaterThan(0);
  expect(others.every((each) => each.getAttribute('aria-hidden') === 'true')).toBe(true);
});

test.each([
  ['/lease?renewal=1', '按次数租赁', '续租不支持使用次卡'],
  ['/lease?assist=true', '按次数租赁', '代客户租赁不支持使用次卡'],
  ['/lease?renewal=2', '按时长租赁', '当前不支持按时长租赁'],
  ['/lease?type=recharge&sysUserId=op1', '按时长租赁', '当前不支持按时长租赁'],
  ['/lease?type=recharge', '按时长租赁', '当前不支持按时长租赁'],
])('At %s, the tab %s cannot be chosen and the plans of the other one stay', async (address, tab, words) => {
  new AppHarness().withDevice().open(address);
  await choosesTab(tab);
  expect(await sees(words)).toBeTruthy();
  await presses('知道了');
  expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('false');
  expect(await screen.findAllByRole('radio')).toBeTruthy();
});

test('No treatment can be started until the server confirms the payment', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await choosesSevenDays();
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  expect((await screen.findByRole('button', { name: '生物电' })).getAttribute('aria-disabled')).toBe('true');
  await app.advance(12_000);
  app.reply(getLeaseOrder, PAID_ORDER);
  await presses('再次确认');
  expect(await sees('支付成功')).toBeTruthy();
  expect(doesNotSee('支付结果确认中')).toBe(true);
  expect((await screen.findByRole('button', { name: '生物电' })).getAttribute('aria-disabled')).toBe('false');
});

test('A cancelled payment opens its order, which can be paid there', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'cancel' }, { result: 'ok' });
  await choosesSevenDays();
  await presses('￥49 支付');
  expect(await sees('支付已取消')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/orderDetail?orderNo=L100&isCardItem=false&type=cancel'));
  expect(await sees('待支付')).toBeTruthy();
  app.reply(getLeaseOrder, LEASE_ORDER, PAID_ORDER);
  await presses('去支付');
  expect(await sees('支付完成')).toBeTruthy();
  expect(app.calls(createLeaseOrder)).toBe(1);
});

test('A customer who called the payment off finds the plans again by going back', async () => {
  const app = new AppHarness().open('/?sno=PL1001');
  app.bridge.answers({ result: 'cancel' });
  await choosesSevenDays();
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toContain('/orderDetail'));
  await act(async () => window.history.back());
  await waitFor(() => expect(at()).toContain('/lease'));
  expect(await sees('￥49')).toBeTruthy();
});

test('A failed payment shows the message from WeChat, and the next tap pays the same order', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'fail', message: '余额不足' }, { result: 'ok' });
  await choosesSevenDays();
  await presses('￥49 支付');
  expect(await sees('余额不足')).toBeTruthy();
  expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' }));
  app.reply(getLeaseOrder, LEASE_ORDER, PAID_ORDER);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  expect(app.calls(createLeaseOrder)).toBe(1);
});

test.each([
  ['A failed payment', (app: AppHarness) => app.bridge.answers({ result: 'fail', message: '余额不足' }), /余额不足/],
  ['An order that failed', (app: AppHarness) => app.reply(createLeaseOrder, refused('500', '库存不足')), /库存不足/],
] as const)('%s is told beside the plan that it was for, not beside another one', async (_what, fails, told) => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  fails(app);
  await choosesSevenDays();
  await presses('￥49 支付');
  await sees(told);
  await choosesPlan(/^1天/);
  await waitFor(() => expect(doesNotSee(told)).toBe(true));
  await choosesSevenDays();
  expect(await sees(told)).toBeTruthy();
});

test.each([
  ['device', '/lease?sno=PL1001&assist=false', /7天/, '￥49 支付', createLeaseOrder],
  ['card', '/lease?type=recharge&sysUserId=op1', /5次/, '￥30 支付', createCardOrder],
] as const)(
  'An order of a %s whose payment did not open is not placed again because the server does not show it yet',
  async (_, address, plan, pay, createOrder) => {
    const app = new AppHarness().reply(prePay, new Problem('network'), SHEET).reply(getLeaseOrder, null).open(address);
    app.bridge.answers({ result: 'none' }, { result: 'none' });
    await choosesPlan(plan);
    await presses(pay);
    await sees('网络不可用，请检查网络');
    await presses(pay);
    await sees('服务暂时无法处理，请稍后重试');
    expect(app.calls(createOrder)).toBe(1);
  },
);

test('Paying outside WeChat shows the hint to pay inside WeChat', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers(new Problem('bridge'));
  await choosesSevenDays();
  await presses('￥49 支付');
  expect(await sees('请在微信中打开后支付')).toBeTruthy();
});

async function rentsForNothing(): Promise<AppHarness> {
  const app = new AppHarness()
    .withDevice()
    .reply(createLeaseOrder, { payMoney: 0, orderNo: 'L0' })
    .open('/lease?assist=false');
  await choosesSevenDays();
  await presses(/支付/);
  return app;
}

test('Who has rented a device for nothing a moment ago is neither asked to buy uses nor told of a payment because the server does not list it yet', async () => {
  const app = await rentsForNothing();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
  expect(app.bridge.asked).toHaveLength(0);
  await presses(/^高光波/);
  expect(await sees('服务暂时无法处理，请稍后重试')).toBeTruthy();
  expect([doesNotSee('启动次数已用完，请充值'), doesNotSee(/已支付/)]).toEqual([true, true]);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1' })]);
  await presses(/^高光波/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('Without a chosen plan the button asks for none and orders nothing, and its message goes as soon as a plan is chosen', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  await sees('7');
  await presses('支付');
  await sees('请选择套餐');
  expect(app.calls(createLeaseOrder)).toBe(0);
  await choosesSevenDays();
  expect(doesNotSee('请选择套餐')).toBe(true);
  expect(screen.getByRole('button', { name: '￥49 支付' })).toBeTruthy();
});

test('The plans name the device, its number and its shop', async () => {
  const detail = { sno: 'PL1001', name: '客厅理疗仪', belongOperatorName: '康养馆' };
  new AppHarness().withDevice().reply(getDetail, detail).open('/lease?assist=false');
  expect(await sees('客厅理疗仪')).toBeTruthy();
  expect(await sees('编号 PL1001')).toBeTruthy();
  expect(await sees('门店 康养馆')).toBeTruthy();
});

test('Plans whose device cannot be read show its number, and can be paid', async () => {
  const app = new AppHarness().withDevice().reply(getDetail, refused('500', '忙')).open('/lease?assist=false');
  expect(await sees('编号 PL1001')).toBeTruthy();
  app.bridge.answers({ result: 'ok' });
  app.reply(getLeaseOrder, PAID_ORDER);
  await choosesSevenDays();
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
});

test.each([
  ['a device', '/lease?sno=PL1001', /7天/, '客厅理疗仪'],
  ['a card', '/lease?type=recharge&sysUserId=op1', /5次/, '门店 康养馆'],
] as const)(
  'Who is shown the plans of %s again before the phone is online still reads what they are for, and is not asked for whom',
  async (_, address, plan, name) => {
    const app = new AppHarness()
      .reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 2 }))
      .open(address);
    await choosesPlan(plan);
    await sees(name);
    app.reply(getUser, new Problem('network')).reply(getDetail, new Problem('network'));
    app.reply(listDevices, new Problem('network')).reply(listCards, new Problem('network'));
    await app.resumes();
    await app.advance(5 * SECOND);
    expect([doesNotSee(name), doesNotSee('是否代客户租赁设备？')]).toEqual([false, true]);
  },
);

test('The plans of a card name the shop that sells it', async () => {
  new AppHarness()
    .reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 3 }))
    .open('/lease?type=recharge&sysUserId=op1');
  expect(await sees('次卡充值')).toBeTruthy();
  expect(await sees('门店 康养馆')).toBeTruthy();
});

test('Each plan tells the price of a day and the saving before it is chosen, and the cheapest by the day stands out', async () => {
  new AppHarness().withDevice().open('/lease?assist=false');
  expect(await screen.findByRole('radio', { name: /^7天/, description: /最划算 ?每天￥7 ?省￥20/ })).toBeTruthy();
  expect(await screen.findByRole('radio', { name: /^1天/, description: '' })).toBeTruthy();
});

test('No plan is called the best value where a plan could not be shown, which may be better', async () => {
  const list = [
    { id: 'd1', price: 9.9, num: 1, unit: '天' },
    { id: 'd7', price: 49, num: 7, unit: '天' },
    { id: 'd30', price: null, num: 30, unit: '天' },
  ];
  new AppHarness()
    .withDevice()
    .reply(listDurationPlans, misshapen({ list, modeId: 'm1' }))
    .open('/lease?assist=false');
  expect(await screen.findByRole('radio', { name: /^7天/, description: '每天￥7' })).toBeTruthy();
  expect(doesNotSee('最划算')).toBe(true);
});

test('A chosen plan tells when the lease is expected to end above the pay button, because the server alone decides it', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  await choosesSevenDays();
  const end = dateText(app.clock.now() + 7 * DAY);
  const plan = await screen.findByRole('radio', { description: new RegExp(`预计租期至 ${end}$`) });
  expect(plan).toHaveProperty('checked', true);
});

test('A renewal ends its days after the present lease', async () => {
  const app = new AppHarness().withDevice();
  const expiresAt = app.clock.now() + 3 * DAY;
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime: expiresAt })]).open('/lease?renewal=1');
  await choosesSevenDays();
  expect(await sees(`预计租期至 ${dateText(expiresAt + 7 * DAY)}`)).toBeTruthy();
});

test('Chosen uses tell what they are good for', async () => {
  new AppHarness().withDevice().open('/lease?assist=false');
  await choosesTab('按次数租赁');
  await choosesPlan(/5次/);
  expect(await sees('每次启动扣1次，适用于本门店的设备')).toBeTruthy();
});

test('A kind that is not for sale here looks disabled and says why, and its dialog says it instead while it is open', async () => {
  new AppHarness().withDevice().open('/lease?renewal=1');
  const tab = await screen.findByRole('tab', { name: '按次数租赁', description: '续租不支持使用次卡' });
  expect(tab.dataset['unavailable']).toBe('true');
  fireEvent.click(tab);
  expect(await screen.findByRole('heading', { name: '续租不支持使用次卡' })).toBeTruthy();
  expect(screen.getAllByText('续租不支持使用次卡')).toHaveLength(1);
  await presses('知道了');
  expect(await screen.findByRole('tab', { name: '按次数租赁', description: '续租不支持使用次卡' })).toBeTruthy();
});

test('The arrow keys reach a disabled tab and leave it again without a dialog', async () => {
  new AppHarness().withDevice().open('/lease?renewal=1');
  const [duration, uses] = await screen.findAllByRole('tab');
  fireEvent.keyDown(duration as HTMLElement, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(uses);
  expect(screen.queryByRole('alertdialog') ?? screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(uses as HTMLElement, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(duration);
});

test('A kind without plans looks disabled, and choosing it shows that there are none', async () => {
  new AppHarness().withDevice().reply(listUsePlans, { detailVoList: [] }).open('/lease?assist=false');
  const tab = await screen.findByRole('tab', { name: '按次数租赁', description: '暂无按次数的套餐' });
  fireEvent.click(tab);
  expect(await sees('暂无可选套餐')).toBeTruthy();
  expect(tab.getAttribute('aria-selected')).toBe('true');
});

test('A customer whose card is used up is led to the uses, and a plain link to the duration', async () => {
  const app = new AppHarness().reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 0 }));
  app.open('/?sno=PL1001');
  expect(await sees('次卡已用完')).toBeTruthy();
  expect(at()).toBe(screenOf('/lease', { rest: 'by=uses&assist=false' }));
  expect((await screen.findByRole('tab', { name: '按次数租赁' })).getAttribute('aria-selected')).toBe('true');
  goTo('/lease');
  expect((await screen.findByRole('tab', { name: '按时长租赁' })).getAttribute('aria-selected')).toBe('true');
  expect(doesNotSee('次卡已用完')).toBe(true);
});

test('A card is not called used up while the payment of its uses is being confirmed', async () => {
  const app = new AppHarness()
    .reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 0 }))
    .reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C100' })));
  app.sheetAnswered('ok', { kind: 'card', number: 'C100', operatorId: 'op1' }).open('/?sno=PL1001');
  expect(await sees('￥30')).toBeTruthy();
  await waitFor(() => expect(app.calls(checkDevice)).toBe(3));
  await act(async () => {});
  expect([doesNotSee('支付结果确认中'), doesNotSee('次卡已用完')]).toEqual([false, true]);
});

const LINKS = { terms: 'https://shop.example/terms', rental: 'https://shop.example/rental', help: '/help' };

test('Wherever a plan can be paid, the agreements that paying accepts are on the screen already', async () => {
  new AppHarness({ links: LINKS }).withDevice().open('/lease?assist=false');
  const shown: unknown[] = [];
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('button', { name: /支付/ }))
      shown.push([/支付即表示同意/, '《用户协议》', '《租赁协议》'].every((text) => !doesNotSee(text)));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await choosesSevenDays();
  await sees(/租期至/);
  observer.disconnect();
  expect([shown.length > 0, shown.filter((each) => !each)]).toEqual([true, []]);
});

test('The plans link the agreements and the help that are configured, and nothing else', async () => {
  new AppHarness({ links: LINKS }).withDevice().open('/lease?assist=false');
  await sees('￥49');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['《用户协议》', LINKS.terms],
    ['《租赁协议》', LINKS.rental],
    ['使用帮助', LINKS.help],
  ]);
});

test('Without configured agreements the plans speak of none', async () => {
  new AppHarness().withDevice().open('/lease?assist=false');
  await sees('￥49');
  expect(doesNotSee('支付即表示同意')).toBe(true);
});

async function paysSevenDays(expirationTime: number | null): Promise<AppHarness> {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await choosesSevenDays();
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime })]);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  return app;
}

test('Who has just renewed is not told when a second renewal would end by a list that may not show the first one', async () => {
  const rentedUntil = (day: string) => [aDevice({ sno: 'PL1001', expirationTime: `2026-03-${day} 12:00:00` })];
  const app = new AppHarness().withDevice().reply(listDevices, rentedUntil('10'));
  const order = { number: 'L99', kind: 'lease', sno: 'PL1001' } as const;
  app.purchases.record({ type: 'serverSaysPaid', order });
  app.open('/lease?renewal=1&assist=false');
  await choosesSevenDays();
  expect(await sees('￥49 支付')).toBeTruthy();
  expect(doesNotSee(/租期至/)).toBe(true);
  await app.advance(MINUTE);
  app.reply(listDevices, rentedUntil('11'));
  await app.resumes();
  expect(await sees('预计租期至 2026-03-18')).toBeTruthy();
});

test('While a payment of the device is in doubt, no plan tells an end that lacks what may be paid', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'none' });
  await choosesSevenDays();
  expect(await sees(/租期至/)).toBeTruthy();
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await choosesPlan(/1天/);
  expect(await sees('￥9.90 支付')).toBeTruthy();
  expect(doesNotSee(/租期至/)).toBe(true);
});

test('After the payment a line tells until when the device is rented, and leads to the order', async () => {
  await paysSevenDays(Date.UTC(2099, 0, 8, 4));
  const end = await sees('2099-01-08');
  expect(end.parentElement?.parentElement?.textContent).toBe('编号 PL1001已租至 2099-01-08查看订单');
  expect((await sees('支付成功')).parentElement?.textContent).toBe('支付成功￥49');
  await screen.findByRole('heading', { name: '选择理疗模式' });
  fireEvent.click(await screen.findByRole('link', { name: '查看订单' }));
  await waitFor(() => expect(at()).toContain('/orderDetail?orderNo=L100'));
  await waitFor(() => expect(doesNotSee('支付成功')).toBe(true));
});

test('The line after the payment tells until when the device is rented once the list shows it, which lagged behind the payment', async () => {
  const app = await paysSevenDays(null);
  expect(await sees('支付成功')).toBeTruthy();
  expect(doesNotSee(/已租至/)).toBe(true);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime: app.clock.now() + 7 * DAY })]);
  await app.advance(MINUTE);
  expect(await sees(/已租至/)).toBeTruthy();
});

test('The line after the payment tells no end that the server does not report, and can be dismissed', async () => {
  const app = await paysSevenDays(null);
  expect(await sees('支付成功')).toBeTruthy();
  await app.advance(60_000);
  expect(await sees('支付成功')).toBeTruthy();
  expect(doesNotSee(/已租至/)).toBe(true);
  await presses('关闭');
  expect(doesNotSee('支付成功')).toBe(true);
});

test('After uses are paid a line tells how many', async () => {
  const paid = { chargeOrderNo: 'C100', statusDesc: '支付完成', statusCode: 5, fee: 5, sysUserId: 'op1' };
  const app = new AppHarness().withDevice().reply(listCardOrders, aPage(paid)).open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await choosesTab('按次数租赁');
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  expect(await sees(/^已购5次/)).toBeTruthy();
});

const days = (num: number) => ({ modeId: 'm1', list: [{ id: 'd7', price: 49, num, unit: 'day' }] });

test('Days that change at the same price while the page stands unread for an hour are told at the payment, and nothing is ordered', async () => {
  const app = new AppHarness().withDevice().reply(listDurationPlans, days(7), days(5)).open('/lease?assist=false');
  await choosesSevenDays();
  await app.advance(60 * MINUTE);
  await presses('￥49 支付');
  expect(await sees('套餐有变动，请重新选择')).toBeTruthy();
  expect(await screen.findByRole('radio', { name: '5天 ￥49' })).toHaveProperty('checked', false);
  expect(app.calls(createLeaseOrder)).toBe(0);
});
