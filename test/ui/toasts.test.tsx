// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { AppHarness, doesNotSee, goTo, LEASE_ORDER, presses, sees, paysSevenDays } from './app-harness.tsx';
import { types } from './typing.ts';

const openForm = () => new AppHarness().reply(createFeedback).open('/my/feedback');

test('A short message disappears after three seconds', async () => {
  const app = openForm();
  await types('反馈内容', '很好用');
  await presses('提交');
  await sees('反馈提交成功');
  await app.advance(2_999);
  expect(doesNotSee('反馈提交成功')).toBe(false);
  await app.advance(1);
  expect(doesNotSee('反馈提交成功')).toBe(true);
});

test('A long message disappears after eight seconds', async () => {
  const words = '订单已生成，可在“订单记录”中支付或取消';
  const app = new AppHarness().withDevice().reply(createLeaseOrder, { payMoney: 59, orderNo: 'L100' });
  app.reply(getLeaseOrder, { ...LEASE_ORDER, payMoney: 59 }).open('/lease?assist=false');
  await paysSevenDays();
  await presses('暂不支付');
  await sees(words);
  await app.advance(7_999);
  expect(doesNotSee(words)).toBe(false);
  await app.advance(1);
  expect(doesNotSee(words)).toBe(true);
});

test('A repeated message is shown once', async () => {
  const app = openForm();
  await presses('提交');
  await presses('提交');
  expect(await sees('请输入反馈内容！')).toBeTruthy();
  await app.advance(3_000);
  expect(doesNotSee('请输入反馈内容！')).toBe(true);
});

test('A newer message of a screen takes the place of the one before', async () => {
  openForm();
  await presses('提交');
  await sees('请输入反馈内容！');
  await types('反馈内容', '很好用');
  await presses('提交');
  await sees('反馈提交成功');
  expect(doesNotSee('请输入反馈内容！')).toBe(true);
});

test('A message goes with its screen, unless it was shown on the way to the next one', async () => {
  const app = openForm().reply(createFeedback);
  await presses('提交');
  await sees('请输入反馈内容！');
  await app.advance(2_000);
  goTo('/my/about');
  await waitFor(() => expect(doesNotSee('请输入反馈内容！')).toBe(true));
});
