// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listUsePlans } from '../../src/core/lease/api.ts';
import { listCardOrders } from '../../src/core/order/api.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { misshapen } from '../helpers/fake-server.ts';
import { aCardOrder, aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, presses, sees } from './app-harness.tsx';
import { withTallPage } from './tall-page.ts';

withTallPage();

const CARD = { sysUserId: 'op7', operatorName: '康养馆', money: 4, utime: '2026-03-01 10:00:00' };
const withCard = () => new AppHarness().reply(listCards, aPage(CARD));

test('Recharging a card opens the use plans of its operator', async () => {
  const app = withCard().open('/my/cardList');
  await presses('续费 康养馆');
  await waitFor(() => expect(at()).toBe('/lease?type=recharge&sysUserId=op7'));
  expect((await screen.findByRole('tab', { name: '按次数租赁' })).getAttribute('aria-selected')).toBe('true');
  expect(JSON.parse(app.http.requests(listUsePlans)[0]?.body ?? '{}').data).toEqual({ sysUserId: 'op7' });
});

test('A card shows its operator, the remaining uses, the last use and the number of its records', async () => {
  const app = withCard().reply(listCardOrders, { records: [], total: 12 });
  app.open('/my/cardList');
  const card = (await screen.findByRole('heading', { name: '康养馆' })).closest('article') as HTMLElement;
  await waitFor(() => expect(within(card).getByRole('link').textContent).toBe('共12条记录'));
  expect(within(card).getByText('4次').closest('p')?.textContent).toBe('剩余次数 4次');
  expect(card.textContent).toContain('最近使用 2026-03-01 10:00:00');
  expect(within(card).getByRole('button', { name: '续费 康养馆' }).textContent).toBe('续费');
});

test('Who buys a first card is not told that there is none while the payment is confirmed, nor by a list that does not show it yet', async () => {
  const app = new AppHarness()
    .reply(listCardOrders, aPage(), aPage(aCardOrder({ chargeOrderNo: 'C100' })))
    .open('/lease?type=recharge&sysUserId=op7');
  app.bridge.answers({ result: 'ok' });
  fireEvent.click(await screen.findByRole('radio', { name: /5次/ }));
  await presses('￥30 支付');
  await waitFor(() => expect(at()).toBe('/my/cardList?paid=1'));
  await waitFor(() => expect(app.calls(listCards)).toBe(2));
  await act(async () => {});
  expect([doesNotSee('支付结果确认中'), doesNotSee('次卡包为空')]).toEqual([false, true]);
  app.reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C100', statusDesc: '支付完成', statusCode: 5 })));
  await app.advance(2_500);
  expect(await sees('支付成功')).toBeTruthy();
  expect(await sees('服务暂时无法处理，请稍后重试')).toBeTruthy();
  expect(doesNotSee('次卡包为空')).toBe(true);
  app.reply(listCards, aPage({ ...CARD, money: 5 }));
  await presses('重试');
  expect(await sees('5次')).toBeTruthy();
});

test('Several records of one operator are one card with the uses that a start would take', async () => {
  const used = { ...CARD, money: 0, utime: '2026-03-02 10:00:00' };
  new AppHarness().reply(listCards, aPage(CARD, used, { ...CARD, sysUserId: 'op8', money: 2 })).open('/my/cardList');
  await sees('4次');
  expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/剩余次数 4次最近使用 2026-03-02/),
    expect.stringContaining('剩余次数 2次'),
  ]);
});

test('A list of nine cards is searched by the name of the shop', async () => {
  const shops = ['康养馆', '舒活理疗店', '三', '四', '五', '六', '七', '八', '九'];
  const cards = shops.map((operatorName, index) => ({ ...CARD, sysUserId: `op${index}`, operatorName }));
  new AppHarness().reply(listCards, aPage(...cards)).open('/my/cardList');
  const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const search = await screen.findByLabelText('搜索门店名称');
  fireEvent.change(search, { target: { value: ' 理疗' } });
  expect(names()).toEqual(['舒活理疗店']);
  fireEvent.change(search, { target: { value: '没有' } });
  expect(await sees('没有符合条件的记录')).toBeTruthy();
  await presses('显示全部');
  expect(names()).toEqual(shops);
});

test('A list of eight cards has no search', async () => {
  const cards = Array.from({ length: 8 }, (_, index) => ({ ...CARD, sysUserId: `op${index}` }));
  new AppHarness().reply(listCards, aPage(...cards)).open('/my/cardList');
  expect((await screen.findAllByRole('article')).length).toBe(8);
  expect(screen.queryByLabelText('搜索门店名称')).toBeNull();
});

test('A card without a reported number of uses names no number', async () => {
  new AppHarness().reply(listCards, aPage({ ...CARD, money: null })).open('/my/cardList');
  await sees('康养馆');
  expect(doesNotSee(/剩余次数/)).toBe(true);
  expect(doesNotSee('0次')).toBe(true);
});

test('A used-up card names no number while the server counts a record that it has not sent', async () => {
  new AppHarness().reply(listCards, { records: [{ ...CARD, money: 0 }], total: 2 }).open('/my/cardList');
  await sees('康养馆');
  expect(doesNotSee(/剩余次数/)).toBe(true);
});

test('After a payment, the card list loads the cards and removes the parameter from its address', async () => {
  const app = withCard().open('/my/cardList?paid=1');
  expect(await sees('4次')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/my/cardList'));
  expect(JSON.parse(app.http.requests(listCards)[0]?.body ?? '{}').data).toMatchObject({ current: 0, size: 15 });
});

test('A card without orders says where an order will stand, and leads to the plans of its shop', async () => {
  new AppHarness().reply(listCardOrders, aPage()).open('/my/orderList?type=cardlist&sysUserId=op7');
  expect(await sees('暂无订单')).toBeTruthy();
  expect(await sees('购买次数后，订单会显示在这里。')).toBeTruthy();
  fireEvent.click(await screen.findByRole('link', { name: '续费' }));
  await waitFor(() => expect(at()).toBe('/lease?type=recharge&sysUserId=op7'));
});

test('Without an operator, the orders of cards are not said to be none', async () => {
  new AppHarness().open('/my/orderList?type=cardlist');
  expect(await sees('拉取订单列表失败')).toBeTruthy();
  expect(doesNotSee('暂无订单')).toBe(true);
});

test('A card of which a record may be a row that cannot be read is not said to have no uses', async () => {
  new AppHarness().reply(listCards, misshapen(aPage({ ...CARD, money: 0 }, { money: '八' }))).open('/my/cardList');
  expect(await sees('康养馆')).toBeTruthy();
  expect(doesNotSee('0次')).toBe(true);
});

const refund = (refundNo: string) => ({
  refundNo,
  operatorName: '康养馆',
  statusDesc: '退款成功',
  amount: '29.90',
  utime: '2026-03-01 10:00:00',
});

const iconOf = async (word: string) => (await sees(word)).querySelector('path')?.getAttribute('d');

test('Only a refund that the server calls made looks made', async () => {
  const rows = ['退款成功', '退款中', '退款失败'].map((statusDesc, index) => ({ ...refund(`R${index}`), statusDesc }));
  new AppHarness().reply(listRefunds, aPage(...rows)).open('/my/refundList');
  const made = await iconOf('退款成功');
  expect(made).toBeTruthy();
  expect(await iconOf('退款中')).not.toBe(made);
  expect(await iconOf('退款失败')).not.toBe(made);
});

test('An empty refund list says so', async () => {
  new AppHarness().reply(listRefunds, aPage()).open('/my/refundList');
  expect(await sees('退款列表为空')).toBeTruthy();
});

test('A refund list is neither called empty nor at its end while the server counts refunds that it has not sent', async () => {
  const app = new AppHarness().reply(listRefunds, { records: [], total: 2 }).open('/my/refundList');
  expect(await sees('有2条记录无法显示')).toBeTruthy();
  expect(doesNotSee('退款列表为空')).toBe(true);
  app.reply(listRefunds, { records: [refund('R1')], total: 2 });
  await presses('重试');
  expect(await sees('有1条记录无法显示')).toBeTruthy();
  expect(doesNotSee('没有更多了')).toBe(true);
});

test('A refund shows its operator, state, amount, time and number', async () => {
  new AppHarness().reply(listRefunds, aPage(refund('R1'))).open('/my/refundList');
  for (const words of [
    '康养馆',
    '退款成功',
    '退款金额',
    '￥29.90',
    '退款时间',
    '2026-03-01 10:00:00',
    '退款单号',
    'R1',
    '没有更多了',
  ]) {
    expect(await sees(words)).toBeTruthy();
  }
});

test.each(['退款中', '退款失败', '待商家确认', undefined])(
  'A refund in the state %s has the time of its last change, and not that of a refund',
  async (statusDesc) => {
    new AppHarness().reply(listRefunds, aPage({ ...refund('R1'), statusDesc })).open('/my/refundList');
    expect((await sees('更新时间')).parentElement?.textContent).toContain('2026-03-01 10:00:00');
    expect(doesNotSee('退款时间')).toBe(true);
  },
);

test('The amount of a refund that was not paid back yet is not said to be 0', async () => {
  new AppHarness()
    .reply(listRefunds, aPage({ ...refund('R1'), statusDesc: '退款中', amount: 0 }))
    .open('/my/refundList');
  expect(await sees('退款中')).toBeTruthy();
  expect(doesNotSee('退款金额')).toBe(true);
});

test('The list of refunds says how to request one and leads to the orders', async () => {
  new AppHarness().reply(listRefunds, aPage()).open('/my/refundList');
  expect(await sees(/选择“申请退款”/)).toBeTruthy();
  screen.getByRole('link', { name: '查看订单记录' }).click();
  await waitFor(() => expect(at()).toBe('/my/orderList'));
});

test('An empty card list says so', async () => {
  new AppHarness().open('/my/cardList');
  expect(await sees('次卡包为空')).toBeTruthy();
});
