// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { AppHarness, doesNotSee, presses, sees } from './app-harness.tsx';
import { types } from './typing.ts';

const openForm = () => new AppHarness().reply(createFeedback).open('/my/feedback');

// covers 9.limits.21a
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

// covers 9.limits.22a
test('A long message disappears after eight seconds', async () => {
  const words = '您反馈的内容暂时无法提交，请稍后再试或联系门店的工作人员';
  const app = openForm().reply(createFeedback, refused('500', words));
  await types('反馈内容', '很好用');
  await presses('提交');
  await sees(words);
  await app.advance(7_999);
  expect(doesNotSee(words)).toBe(false);
  await app.advance(1);
  expect(doesNotSee(words)).toBe(true);
});

// covers 9.limits.23a
test('A repeated message is shown once', async () => {
  const app = openForm();
  await presses('提交');
  await presses('提交');
  expect(await sees('请输入反馈内容！')).toBeTruthy();
  await app.advance(3_000);
  expect(doesNotSee('请输入反馈内容！')).toBe(true);
});
