// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within, act, cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { AppHarness, goTo, presses, sees } from './app-harness.tsx';
import { box, types } from './typing.ts';
import { refundRequestAddress } from '../../src/ui/state/refund-request.ts';
import { HOUR } from '../../src/core/basics/time.ts';
import { httpResponse } from '../helpers/fake-server.ts';

const CONTENT = '反馈内容';
const PHONE = '手机号（选填）';

const openForm = () => new AppHarness().reply(createFeedback).open('/my/feedback');
const inputValues = async () => [(await box(CONTENT)).value, (await box(PHONE)).value];

test('The feedback form has five lines and explains why to leave a phone number', async () => {
  openForm();
  const content = await screen.findByPlaceholderText('请填写您要反馈的问题和意见');
  expect(content.getAttribute('rows')).toBe('5');
  expect(await sees('反馈设备故障请务必填写手机号，方便售后人员联系您')).toBeTruthy();
});

test('After feedback is sent, the form shows a confirmation and both fields are empty', async () => {
  const app = openForm();
  await types(CONTENT, '按钮太小');
  await types(PHONE, '13800000009');
  await presses('提交');
  expect(await sees('反馈提交成功')).toBeTruthy();
  expect(await inputValues()).toEqual(['', '']);
  const [request] = app.http.requests(createFeedback);
  expect(JSON.parse(request?.body ?? '{}').data).toEqual({ content: '按钮太小', phone: '13800000009', file: [] });
  expect(request?.url).not.toContain('13800000009');
  expect(app.scope.read('account', 'drafts')).toBeUndefined();
});

test('A request for a refund is filled with the number that the customer has bound, and a feedback is not', async () => {
  const app = new AppHarness().reply(createFeedback).open('/my/feedback?refund=L100&reason=fault');
  expect(await screen.findByDisplayValue('13800001234')).toBe(await box('联系电话'));
  expect(await screen.findByRole('heading', { name: '申请退款' })).toBeTruthy();
  await presses('提交');
  await sees('反馈提交成功');
  expect(app.http.data(createFeedback)).toMatchObject([{ phone: '13800001234' }]);
  goTo('/my/feedback');
  expect((await box(PHONE)).value).toBe('');
});

test('A number that the server hides in part is not filled in', async () => {
  const app = new AppHarness().reply(getUser, { mobile: '138****1234', assist: false });
  app.open('/my/feedback?refund=L100&reason=fault');
  await waitFor(() => expect(app.calls(getUser)).toBeGreaterThan(0));
  expect((await box('联系电话')).value).toBe('');
});

test.each(['', '  \n '])('Feedback without text (“%s”) is not sent', async (blank) => {
  const app = openForm();
  await types(CONTENT, blank);
  await presses('提交');
  expect(await sees('请输入反馈内容！')).toBeTruthy();
  expect(document.activeElement).toBe(await box(CONTENT));
  expect(app.calls(createFeedback)).toBe(0);
});

test('The diagnostic report is sent only if the user switches it on, exactly as shown and without private data', async () => {
  const app = openForm();
  await types(CONTENT, '设备不热');
  expect(screen.queryByRole('region', { name: '将随反馈一起提交' })).toBeNull();
  await presses('提交');
  expect(await sees('反馈提交成功')).toBeTruthy();
  await types(CONTENT, '还是不热，13800000009');
  fireEvent.click(screen.getByRole('switch', { name: '附上诊断信息' }));
  const shown =
    within(screen.getByRole('region', { name: '将随反馈一起提交' })).getByText(/^诊断信息/).textContent ?? '';
  for (const line of ['版本 1.0.0', '手机 Mozilla/5.0 (iPhone) MicroMessenger/8.0', '微信内 是  网络连接 是'])
    expect(shown.split('\n')).toContain(line);
  expect(shown).toMatch(/^\d\d:\d\d:\d\d \/my\/feedback$/m);
  expect(shown).not.toContain('token-1');
  await presses('提交');
  await waitFor(() => expect(app.calls(createFeedback)).toBe(2));
  const contents = app.http.requests(createFeedback).map(({ body }) => JSON.parse(body).data.content);
  expect(contents).toEqual(['设备不热', `还是不热，13800000009\n\n${shown}`]);
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: '附上诊断信息' }).getAttribute('aria-checked')).toBe('false'),
  );
});

test('A refund request that is sent while an earlier feedback has no answer is sent as well', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const app = openForm().reply(createFeedback, () => answered);
  await types(CONTENT, '按钮太小');
  await presses('提交');
  await waitFor(() => expect(app.calls(createFeedback)).toBe(1));
  goTo('/my');
  await waitFor(() => expect(screen.queryByLabelText(CONTENT)).toBeNull());
  goTo('/my/feedback?refund=L100&reason=paid-twice');
  await screen.findByDisplayValue(/L100/);
  await presses('提交');
  await waitFor(() => expect(app.calls(createFeedback)).toBe(2));
  answer();
  const contents = app.http.requests(createFeedback).map(({ body }) => JSON.parse(body ?? '{}').data.content);
  expect(contents).toEqual(['按钮太小', expect.stringContaining('L100')]);
});

test('Before a feedback is sent again whose answer was lost, the form says that the first may have arrived', async () => {
  const app = openForm().reply(createFeedback, new Problem('timeout'));
  await types(CONTENT, '按钮太小');
  await presses('提交');
  expect(await sees('内容可能已经送达，再次提交可能会重复')).toBeTruthy();
  expect(app.calls(createFeedback)).toBe(1);
  app.reply(createFeedback);
  await presses('提交');
  expect(await sees('反馈提交成功')).toBeTruthy();
});

test('After a refund was requested, the page says so of its order and leads to the refunds, without a form', async () => {
  new AppHarness().reply(createFeedback).open('/my/feedback?refund=L100&reason=fault');
  await screen.findByDisplayValue(/L100/);
  await presses('提交');
  expect(await sees('退款申请已提交')).toBeTruthy();
  expect(await sees('L100')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '申请退款' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '退款记录' }).getAttribute('href')).toBe('/my/refundList');
  expect(screen.queryByLabelText(CONTENT)).toBeNull();
});

test('Where the customer has written something else in its place, the page says that it was sent, not that a refund of the order was requested', async () => {
  new AppHarness().reply(createFeedback).open('/my/feedback?refund=L100&reason=other');
  await screen.findByDisplayValue(/L100/);
  await types(CONTENT, '机器不热，请退钱');
  await presses('提交');
  await waitFor(() => expect(screen.queryByLabelText(CONTENT)).toBeNull());
  expect(screen.getAllByText('反馈提交成功').length).toBeGreaterThan(0);
  expect([screen.queryByText('退款申请已提交'), screen.queryByText('L100')]).toEqual([null, null]);
});

test('After the refund request of one order was sent, that of another order is filled in and has no report of the first', async () => {
  new AppHarness().reply(createFeedback).open('/my/feedback?refund=L100&reason=fault&sno=PL1001');
  await screen.findByDisplayValue(/L100/);
  fireEvent.click(screen.getByRole('switch', { name: '附上诊断信息' }));
  expect(await sees(/PL1001/)).toBeTruthy();
  await presses('提交');
  expect(await sees('退款申请已提交')).toBeTruthy();
  goTo('/my/feedback?refund=L200&reason=fault&sno=PL2002');
  expect(await screen.findByDisplayValue(/L200/)).toBeTruthy();
  expect(screen.queryByText(/PL1001/)).toBeNull();
});

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
