// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { doesNotSee, presses, records, refused, sees, Shop } from './shop.tsx';
import { onATallPage, scrollsToTheEnd } from './tall-page.ts';

onATallPage();

const refund = (refundNo: string) => ({ refundNo, operatorName: '康养馆', statusDesc: '退款成功', amount: '29.90', utime: '2026-03-01 10:00:00' });
const pageFrom = (first: number, count = 15) => Array.from({ length: count }, (_, index) => refund(`R${first + index}`));

test('While the refunds are fetched the list says so', async () => {
  new Shop().server('/refund/page', 'hangs').open('/my/refundList');
  expect(await sees('正在获取退款列表')).toBeTruthy();
  expect(document.title).toBe('退款记录');
});

test('Without refunds the list says so', async () => {
  new Shop().server('/refund/page', records([])).open('/my/refundList');
  expect(await sees('退款列表为空')).toBeTruthy();
});

test('A refund shows its shop, how far it is, its amount, its time and its number', async () => {
  new Shop().server('/refund/page', records([refund('R1')])).open('/my/refundList');
  for (const words of ['康养馆', '退款成功', '退款金额', '￥29.90', '退款时间', '2026-03-01 10:00:00', '退款单号', 'R1', '没有更多了']) {
    expect(await sees(words)).toBeTruthy();
  }
});

test('More refunds come as the list is scrolled, each once', async () => {
  new Shop().server('/refund/page', records(pageFrom(1)), records(pageFrom(15, 3))).open('/my/refundList');
  await sees('R15');
  scrollsToTheEnd();
  expect(await sees('R17')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(17);
});

test('Where the refunds cannot be fetched the list says why, with a retry', async () => {
  const shop = new Shop().server('/refund/page', new Problem('network')).open('/my/refundList');
  await sees('正在获取退款列表');
  await shop.passes(3_000);
  expect(await sees('网络不可用，请检查网络')).toBeTruthy();
  shop.server('/refund/page', records([refund('R1')]));
  await presses('重试');
  expect(await sees('R1')).toBeTruthy();
});

test('Where a later page of refunds fails what is shown stays, with a retry', async () => {
  const shop = new Shop().server('/refund/page', records(pageFrom(1)), refused('系统繁忙')).open('/my/refundList');
  await sees('R15');
  scrollsToTheEnd();
  expect(await sees('系统繁忙')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(15);
  shop.server('/refund/page', records(pageFrom(16, 1)));
  await presses('重试');
  expect(await sees('R16')).toBeTruthy();
  expect(doesNotSee('系统繁忙')).toBe(true);
});
