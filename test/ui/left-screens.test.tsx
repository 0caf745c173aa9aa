// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sendCode, updatePhone, getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { cancelLeaseOrder, listLeaseOrders, getLeaseOrder, listCardOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { aPage, aCardOrder } from '../helpers/wire.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  choosesTab,
  goTo,
  LEASE_ORDER,
  presses,
  sees,
  doesNotSee,
  paysSevenDays,
  SHEET,
  stops,
} from './app-harness.tsx';
import { type AnyEndpoint, type Failure, refused, type WireAnswer } from '../helpers/fake-server.ts';
import { box, types } from './typing.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { running } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';
import '../../src/ui/screens/Process.tsx';

const FREE = { ownerId: 'op2', status: 'DEVICE_FREE' };
const DEVICE = { sno: 'PL2002', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op2', assist: false };

/** Delays the response of an endpoint until the returned function is called. */
function delayed(app: AppHarness, endpoint: AnyEndpoint, answer: unknown): () => Promise<void> {
  let respond = () => {};
  const released = new Promise<void>((resolve) => (respond = resolve));
  app.reply(endpoint, () => released.then(() => answer as null));
  return () => act(async () => respond());
}

/** Checks that a late response neither navigates nor opens a dialog. */
async function expectNoEffectAt(app: AppHarness, address: string): Promise<void> {
  await app.advance(10_000);
  expect(at()).toBe(address);
  expect(screen.queryByRole('alertdialog')).toBeNull();
}

const followsLink = async (name: string) => fireEvent.click(await screen.findByRole('link', { name }));

test('A late response to a scanned code does not navigate after the customer left the screen', async () => {
  const app = new AppHarness().withDevice().open('/my?tab=device');
  const respond = delayed(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_FREE' });
  app.scanner.answers({ kind: 'scanned', text: 'PL2002' });
  await presses(/租设备/);
  await waitFor(() => expect(app.calls(checkDevice)).toBeGreaterThan(0));
  await choosesTab(copy.my.accountTab);
  await respond();
  await expectNoEffectAt(app, '/my?tab=my');
});

const SCANS = /租设备/;

test('A scanner that was asked for closes when the customer opens a listed device instead', async () => {
  const app = new AppHarness().reply(listDevices, [DEVICE]).open('/my?tab=device');
  const respond = delayed(app, checkDevice, FREE);
  app.scanner.answers('open');
  await presses(SCANS);
  await waitFor(() => expect(app.scanner.isOpen).toBe(true));
  await presses(/^客厅理疗仪/);
  await waitFor(() => expect(app.scanner.isOpen).toBe(false));
  await respond();
  await waitFor(() => expect(at()).toContain('/modeMenu?sno=PL2002'));
});

test('A scanner that was asked for on a screen closes when the customer leaves it', async () => {
  const app = new AppHarness().open('/my?tab=device');
  app.scanner.answers('open');
  await presses(SCANS);
  await waitFor(() => expect(app.scanner.isOpen).toBe(true));
  await choosesTab(copy.my.accountTab);
  await waitFor(() => expect(app.scanner.isOpen).toBe(false));
});

test('A late response to a share link does not select its device after the customer left the screen', async () => {
  const app = new AppHarness().withDevice();
  const respond = delayed(app, listDevices, []);
  app.open('/modeMenu?isShare=true&sno=PL2002');
  await presses(copy.common.back);
  await choosesTab(copy.my.accountTab);
  await followsLink(copy.titles.about);
  await screen.findByRole('heading', { name: copy.titles.about });
  await respond();
  await expectNoEffectAt(app, '/my/about');
});

const REFUSED = refused('5001', '暂不受理');
const BUSY = refused('500', '系统繁忙');
const OFFLINE = new Problem('network');

const cancelsAnOrder = async (app: AppHarness) => {
  app.reply(listLeaseOrders, aPage(LEASE_ORDER)).open('/my/orderList');
  await presses('取消订单 L100');
  await presses('确认');
};
const shares = async (app: AppHarness) => {
  app.open('/share');
  await presses('添加分享');
  await types('请输入分享用户的手机号', '13800000009');
  await presses('确认');
};
const endsAShare = async (app: AppHarness) => {
  app.reply(listShares, [{ mobile: '13800000009', ctime: 1 }]).open('/share');
  await presses(/^取消分享 138/);
  await presses('确认');
};
const writes = (address: string) => async (app: AppHarness) => {
  app.open(address);
  await types('反馈内容', '设备坏了');
  await presses('提交');
};
const binds = async (app: AppHarness) => {
  app.open('/login');
  await types('手机号', '13800000009');
  await types('验证码', '1234');
  await presses('绑定手机号');
};
const asksForACode = async (app: AppHarness) => {
  app.open('/login');
  await types('手机号', '13800000009');
  await presses('获取验证码');
};
const REFUND = '/my/feedback?refund=L100&reason=fault';
const MAY_HAVE_ARRIVED = '内容可能已经送达，再次提交可能会重复';

test.each<[AnyEndpoint, (app: AppHarness) => Promise<void>, Failure | null, string]>([
  [cancelLeaseOrder, cancelsAnOrder, null, '取消订单 L100：取消成功'],
  [cancelLeaseOrder, cancelsAnOrder, BUSY, '取消订单 L100：系统繁忙'],
  [cancelLeaseOrder, cancelsAnOrder, OFFLINE, '取消订单 L100：网络不可用，请检查网络'],
  [shareDevice, shares, null, '分享设备 PL1001：分享成功'],
  [shareDevice, shares, BUSY, '分享设备 PL1001：系统繁忙'],
  [shareDevice, shares, OFFLINE, '分享设备 PL1001：网络不可用，请检查网络'],
  [unshareDevice, endsAShare, OFFLINE, '取消分享设备 PL1001：解绑失败，请重试'],
  [createFeedback, writes('/my/feedback'), REFUSED, '提交反馈：暂不受理'],
  [createFeedback, writes('/my/feedback'), BUSY, `提交反馈：${MAY_HAVE_ARRIVED}`],
  [createFeedback, writes('/my/feedback'), OFFLINE, `提交反馈：${MAY_HAVE_ARRIVED}`],
  [createFeedback, writes(REFUND), null, '申请退款 L100：反馈提交成功'],
  [createFeedback, writes(REFUND), OFFLINE, `申请退款 L100：${MAY_HAVE_ARRIVED}`],
  [updatePhone, binds, null, copy.login.bound],
  [updatePhone, binds, REFUSED, '绑定手机号：暂不受理'],
  [updatePhone, binds, BUSY, '绑定手机号：号码可能已经绑定，请在“我的”中核对'],
  [sendCode, asksForACode, null, '获取验证码：发送成功'],
  [sendCode, asksForACode, OFFLINE, '获取验证码：网络不可用，请检查网络'],
])(
  'What $name asked for is told by its name after its screen was left, and changes no other screen: %#',
  async (call, asks, answer, told) => {
    const app = new AppHarness().withOwnLease();
    const respond = delayed(app, call, answer);
    await asks(app);
    await waitFor(() => expect(app.calls(call)).toBe(1));
    goTo('/my/about');
    await screen.findByRole('heading', { name: copy.titles.about });
    await respond();
    expect(await sees(told)).toBeTruthy();
    await expectNoEffectAt(app, '/my/about');
  },
);

test('A text that was not sent after its screen was left is there again', async () => {
  const app = new AppHarness();
  const respond = delayed(app, createFeedback, OFFLINE);
  await writes('/my/feedback')(app);
  goTo('/my/about');
  await respond();
  await sees(/^提交反馈：/);
  goTo('/my/feedback');
  expect((await box('反馈内容')).value).toBe('设备坏了');
});

test('A payment cancelled after the customer left its screen neither navigates nor changes the order of the detail screen', async () => {
  const app = new AppHarness().withDevice();
  let cancelSheet = () => {};
  app.bridge.answers(() => new Promise((resolve) => (cancelSheet = () => resolve({ result: 'cancel' }))));
  app.open('/lease');
  await paysSevenDays();
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
  await act(async () => undefined);
  goTo('/my/about');
  await screen.findByRole('heading', { name: copy.titles.about });
  await act(async () => cancelSheet());
  await sees(copy.tasks.ended(copy.tasks.rent('PL1001'), copy.payment.cancelled));
  await expectNoEffectAt(app, '/my/about');
  expect(app.sessionValue('shownOrder')).toBeNull();
});

const PLACED = { payMoney: 49, orderNo: 'L100' };
const TREATMENT = '/process?sno=PL1001';

const goesTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

/** Taps pay, delays the response of an endpoint until the test sends it, and opens a treatment meanwhile. */
async function paysAndLeaves<Of extends AnyEndpoint>(
  endpoint: Of,
  app = running(),
  { address, plan, pay } = { address: '/lease', plan: /7天/, pay: '￥49 支付' },
) {
  let answer: (given: WireAnswer<Of> | Failure) => void = () => {};
  app.reply(endpoint, () => new Promise<WireAnswer<Of> | Failure>((resolve) => (answer = resolve)));
  app.open(address);
  await choosesPlan(plan);
  await presses(pay);
  await app.advance(100);
  await goesTo(TREATMENT);
  await screen.findByRole('button', { name: '停止理疗' });
  return {
    app,
    respond: async (given: WireAnswer<Of> | Failure) => {
      await act(async () => answer(given));
      await app.advance(100);
    },
  };
}

test('An order created after the customer left opens no payment over a running treatment, and a message reports it', async () => {
  const { app, respond } = await paysAndLeaves(createLeaseOrder);
  await respond(PLACED);
  expect(await sees('为设备PL1001购买套餐：订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
  expect([at(), app.calls(prePay), app.bridge.asked.length]).toEqual([TREATMENT, 0, 0]);
});

test('A payment prepared after the customer left opens no payment sheet', async () => {
  const app = running();
  app.bridge.answers({ result: 'ok' });
  const { respond } = await paysAndLeaves(prePay, app);
  await respond(SHEET);
  expect(await sees('为设备PL1001购买套餐：订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
  expect(app.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
  expect([at(), doesNotSee('支付结果确认中')]).toEqual([TREATMENT, true]);
});

test('Leaving before the order request is sent places no order', async () => {
  const { app, respond } = await paysAndLeaves(listLeaseOrders);
  await respond({ records: [], total: 0 });
  expect([at(), app.calls(createLeaseOrder)]).toEqual([TREATMENT, 0]);
});

test.each([
  ['refused', refused('500', '套餐已下架'), '为设备PL1001购买套餐：套餐已下架'],
  ['never answered', new Problem('timeout'), '为设备PL1001购买套餐：下单结果未知，请在“订单记录”中查看'],
])('An order that is %s after the customer left is reported in a message', async (_, failure, words) => {
  const { respond } = await paysAndLeaves(createLeaseOrder);
  await respond(failure);
  expect(await sees(words)).toBeTruthy();
  expect(at()).toBe(TREATMENT);
});

test('An order before which the orders could not be read is not called unknown after the customer left, because nothing was sent', async () => {
  const assistant = running().reply(getUser, { mobile: '13800000001', assist: true });
  const forCustomer = { address: '/lease?assist=true', plan: /7天/, pay: '￥49 支付' };
  const { app, respond } = await paysAndLeaves(listLeaseOrders, assistant, forCustomer);
  app.reply(listLeaseOrders, new Problem('timeout'));
  await respond(new Problem('timeout'));
  expect(await sees(/^为设备PL1001购买套餐：/)).toBeTruthy();
  expect([doesNotSee(/下单结果未知/), app.calls(createLeaseOrder)]).toEqual([true, 0]);
});

test('A card order that is never answered after the customer left is looked for among the records of the cards', async () => {
  const uses = { address: '/lease?type=recharge&sysUserId=op1', plan: /5次/, pay: '￥30 支付' };
  const { respond } = await paysAndLeaves(createCardOrder, running(), uses);
  await respond(new Problem('timeout'));
  expect(await sees(/下单结果未知，请在“次卡套餐”的记录中查看/)).toBeTruthy();
});

test('An order whose payment cannot be prepared after the customer left is not called unknown', async () => {
  const app = running();
  app.bridge.answers({ result: 'ok' });
  const { respond } = await paysAndLeaves(prePay, app);
  await respond(new Problem('timeout'));
  expect(await sees('为设备PL1001购买套餐：订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
});

test('A card order whose payment does not open is found among the records of the cards', async () => {
  const card = aCardOrder({ chargeOrderNo: 'C9', sysUserId: 'op1' });
  const app = new AppHarness().reply(listCardOrders, aPage(card));
  const respond = delayed(app, prePay, SHEET);
  app.open('/orderDetail?orderNo=C9&isCardItem=true&sysUserId=op1');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付');
  await app.advance(100);
  await goesTo('/my/cardList');
  await respond();
  expect(await sees('支付订单 C9：未打开支付，可在“次卡套餐”的记录中支付或取消')).toBeTruthy();
});

test('A free order created after the customer left does not navigate', async () => {
  const { respond } = await paysAndLeaves(createLeaseOrder);
  await respond({ payMoney: 0, orderNo: 'L0' });
  expect(await sees('租赁成功，无需支付')).toBeTruthy();
  expect(at()).toBe(TREATMENT);
});

test('A payment confirmed after the customer left does not navigate', async () => {
  const app = running();
  app.bridge.answers({ result: 'none' });
  app.open('/lease');
  await paysSevenDays();
  expect(await sees('支付结果确认中')).toBeTruthy();
  await goesTo('/lease?renewal=1');
  expect(await screen.findByRole('radio', { name: /7天/ })).toBeTruthy();
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  await app.advance(3_000);
  expect(await sees('支付成功')).toBeTruthy();
  expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1' }));
});

test('The order detail opens no payment sheet once another order is shown', async () => {
  const app = new AppHarness();
  const respond = delayed(app, prePay, SHEET);
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付');
  await app.advance(100);
  app.reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L200' });
  await goesTo('/orderDetail?orderNo=L200&isCardItem=false');
  expect(await sees('L200')).toBeTruthy();
  await respond();
  expect(await sees('支付订单 L100：未打开支付，可在“订单记录”中支付或取消')).toBeTruthy();
  expect(app.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
});

// WeChat closed the page while the customer paid, and the server has not heard of the money since.
test.each([
  ['a moment', 12_000],
  ['eleven minutes', 11 * 60_000],
])(
  'Who leaves before a sheet opens again is not told that the order can be paid or cancelled whose first payment has had no result for %s',
  async (_, ms) => {
    const app = new AppHarness().sheetAnswered('none');
    const respond = delayed(app, prePay, SHEET);
    app.open('/orderDetail?orderNo=L100&isCardItem=false');
    app.bridge.answers({ result: 'ok' });
    await sees('支付结果确认中');
    await app.advance(ms);
    await presses('去支付');
    await app.advance(100);
    await goesTo('/my/feedback');
    await respond();
    await app.advance(100);
    expect(await sees(/支付结果确认中|暂未收到支付结果/)).toBeTruthy();
    expect(doesNotSee('支付订单 L100：未打开支付，可在“订单记录”中支付或取消')).toBe(true);
    expect(app.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
  },
);

test.each([
  ['before', 3_000, 100],
  ['while', 1_000, 3_000],
])(
  'A treatment that is stopped %s the answer to its start comes is said to be stopped, and not to start once that comes',
  async (_, answersAfterMs, stopTakesMs) => {
    const app = new AppHarness().withOwnLease();
    const device = { on: false };
    app
      .reply(startDevice, async () => {
        device.on = true;
        await app.clock.sleep(6_000 + answersAfterMs);
        return { OnOff: 0 };
      })
      .reply(stopDevice, async () => {
        device.on = false;
        await app.clock.sleep(stopTakesMs);
      })
      .reply(readLatest, () => ({ onOff: Number(device.on), function: 1, workTime: 30, useTime: 0 }))
      .reply(checkDevice, () => ({ ownerId: 'op1', status: device.on ? 'DEVICE_WORKING' : 'DEVICE_USING' }));
    app.open('/modeMenu?sno=PL1001');
    await presses('生物电');
    await app.advance(2_000);
    goTo('/process?sno=PL1001');
    await app.advance(4_000);
    await stops();
    await app.advance(stopTakesMs + 500);
    expect([await sees('设备已停止'), at()]).toEqual([expect.anything(), '/modeMenu?sno=PL1001&stop=1']);
    await app.advance(3_000);
    expect([doesNotSee('设备PL1001已启动'), doesNotSee(/启动中|未能确认/)]).toEqual([true, true]);
    goTo('/process?sno=PL1001');
    expect(await sees('设备未在理疗')).toBeTruthy();
  },
);
