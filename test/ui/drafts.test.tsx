// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFeedback } from '../../src/core/feedback/api.ts';

import { refundRequestAddress } from '../../src/ui/state/refund-request.ts';
import { HOUR } from '../../src/core/basics/time.ts';
import { httpResponse } from '../helpers/fake-server.ts';
import { AppHarness, goTo, presses, sees } from './app-harness.tsx';
import { box, types } from './typing.ts';

const CONTENT = '反馈内容';

test('A refund request of one order is never filled with what was typed for another, nor with a feedback', async () => {
  const app = new AppHarness().open(refundRequestAddress({ number: 'L-AAA' }, 'fault'));
  await types(CONTENT, `${(await box(CONTENT)).value}请尽快`);
  cleanup();
  app.open(refundRequestAddress({ number: 'L-BBB' }, 'fault'));
  const other = (await box(CONTENT)).value;
  expect([other.includes('L-BBB'), other.includes('L-AAA'), other.includes('请尽快')]).toEqual([true, false, false]);
  cleanup();
  app.open('/my/feedback');
  expect((await box(CONTENT)).value).toBe('');
  cleanup();
  app.open(refundRequestAddress({ number: 'L-AAA' }, 'fault'));
  expect((await box(CONTENT)).value).toMatch(/L-AAA[^]*请尽快$/);
});

test('What was typed when the session ended is there again in a new window of the same account', async () => {
  const app = new AppHarness().reply(createFeedback, httpResponse({ status: 401 })).open('/my/feedback');
  await types(CONTENT, '设备漏电，请尽快联系我');
  await presses('提交');
  await sees('登录已失效，请重新进入');
  cleanup();
  app.storage.clear('session');
  app.open('/my/feedback', { token: 'token-2' });
  expect((await box(CONTENT)).value).toBe('设备漏电，请尽快联系我');
});

test('What was typed after an earlier text had been sent is kept when that text arrives', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const app = new AppHarness().reply(createFeedback, () => answered.then(() => null)).open('/my/feedback');
  await types(CONTENT, '第一条');
  await presses('提交');
  await app.advance(10);
  goTo('/my/about');
  await sees('关于我们');
  goTo('/my/feedback');
  await types(CONTENT, '第二条');
  await act(async () => answer());
  await sees('提交反馈：反馈提交成功');
  expect((await box(CONTENT)).value).toBe('第二条');
});

test('A form that was hidden for hours keeps its other fields when the person types on, and sends what stands on it', async () => {
  const app = new AppHarness().reply(createFeedback).open('/my/feedback');
  await types(CONTENT, '设备漏电');
  await app.advance(2 * HOUR);
  await app.resumes();
  await types('手机号（选填）', '13800001234');
  expect((await box(CONTENT)).value).toBe('设备漏电');
  await presses('提交');
  await sees('反馈提交成功');
  expect(app.http.data(createFeedback)).toMatchObject([{ content: '设备漏电', phone: '13800001234' }]);
});

test('A form that is opened an hour after it was typed in is empty', async () => {
  const app = new AppHarness().open('/my/feedback');
  await types(CONTENT, '设备漏电');
  cleanup();
  await app.advance(HOUR);
  app.open('/my/feedback');
  expect((await box(CONTENT)).value).toBe('');
});
