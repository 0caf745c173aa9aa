// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { refused } from '../helpers/fake-server.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { box, reloadPage, types } from './typing.ts';

const openForm = () => new AppHarness().reply(sendCode).reply(updatePhone).open('/login');

test('The banner explains why to bind a phone number, and stays dismissed after a reload and when the screen is opened again', async () => {
  const app = openForm();
  expect(await sees('为了您的账号安全，请绑定手机号')).toBeTruthy();
  await presses('关闭');
  reloadPage(app, '/login');
  await box('手机号');
  expect(doesNotSee('为了您的账号安全，请绑定手机号')).toBe(true);
  await presses('返回');
  fireEvent.click((await sees('李奶奶')).closest('a') as HTMLElement);
  await box('手机号');
  expect(doesNotSee('为了您的账号安全，请绑定手机号')).toBe(true);
});

test('Both fields of the login form open the numeric keyboard and support autofill', async () => {
  openForm();
  const [mobile, code] = [await box('手机号'), await box('验证码')];
  expect([mobile.inputMode, mobile.autocomplete, code.inputMode, code.autocomplete]).toEqual([
    'numeric',
    'tel',
    'numeric',
    'one-time-code',
  ]);
});

test('A code can be requested again after a minute', async () => {
  const app = openForm();
  await types('手机号', '138 0000 0009');
  await presses('获取验证码');
  expect(await sees('发送成功')).toBeTruthy();
  expect(app.http.data(sendCode)).toEqual(['13800000009']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('验证码')));
  await presses('60s');
  await app.advance(18_000);
  await presses('42s');
  expect(app.calls(sendCode)).toBe(1);
  await app.advance(42_000);
  await presses('获取验证码');
  await waitFor(() => expect(app.calls(sendCode)).toBe(2));
});

test('A reload of the login form keeps the countdown and the input', async () => {
  const app = openForm();
  await types('手机号', '13800000009');
  await presses('获取验证码');
  await sees('发送成功');
  await types('验证码', '12');
  await app.advance(20_000);
  reloadPage(app, '/login');
  expect(await screen.findByRole('button', { name: '40s' })).toBeTruthy();
  expect([(await box('手机号')).value, (await box('验证码')).value]).toEqual(['13800000009', '12']);
});

test.each([
  ['a taken number', refused('1000011', '…'), '手机号已存在'],
  ['an invalid number', refused('2', '…'), '手机号格式错误'],
  ['too many codes', refused('77', '今日发送次数已达上限'), '今日发送次数已达上限'],
  ['a refusal without a message', refused('77', ''), '服务暂时无法处理，请稍后重试'],
  ['no network', new Problem('network'), '网络不可用，请检查网络'],
])('After %s, the code request shows the cause and can be repeated at once', async (_what, answer, words) => {
  openForm().reply(sendCode, answer);
  await types('手机号', '1380000');
  await presses('获取验证码');
  expect(await screen.findAllByText(words)).toBeTruthy();
  expect(await screen.findByRole('button', { name: '获取验证码' })).toBeTruthy();
  expect((await box('手机号')).value).toBe('1380000');
});

test.each([
  [
    'a number that is taken',
    sendCode,
    refused('1000011', '…'),
    '获取验证码',
    '手机号',
    '手机号已存在',
    '，请换一个号码或联系客服',
  ],
  ['a wrong code', updatePhone, refused('517', '…'), '绑定手机号', '验证码', '验证码错误', '，请核对短信后重新输入'],
])(
  'The error for %s appears as a message, and stays at the field with what to do until its value changes',
  async (_what, call, answer, button, label, words, advice) => {
    const app = openForm().reply(call, answer);
    await types('手机号', '13800000009');
    await types('验证码', '000000');
    await presses(button);
    const texts = await screen.findAllByText(new RegExp(`^${words}`));
    expect(texts.map((text) => text.closest('[role]')?.getAttribute('role')).toSorted()).toEqual(['alert', 'status']);
    await app.advance(3_000);
    const wrong = await box(label);
    expect([wrong.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', wrong]);
    expect(document.querySelector(`#${CSS.escape(wrong.getAttribute('aria-describedby') ?? '')}`)?.textContent).toBe(
      `${words}${advice}`,
    );
    await types(label, '13800000008');
    expect(wrong.getAttribute('aria-invalid')).toBeNull();
  },
);

test('A bound number is confirmed, and the account shows it', async () => {
  const app = openForm();
  await types('手机号', '138 0000 0009');
  await types('验证码', '123456');
  app.reply(getUser, { nickname: '李奶奶', mobile: '13800000009' });
  await presses('绑定手机号');
  expect(await sees('手机号更新成功')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/my'));
  expect(await sees('13800000009')).toBeTruthy();
  expect(app.http.data(updatePhone)).toEqual([{ newMobile: '13800000009', newCode: '123456' }]);
  expect(app.scope.read('account', 'drafts')).toBeUndefined();
});

test.each([
  ['a breakdown of the server', refused('500', '系统异常'), '系统异常'],
  ['an answer that was lost', new Problem('timeout'), '请求超时，请重试'],
])('After %s, the form says that the number may be bound', async (_what, answer, reason) => {
  openForm().reply(updatePhone, answer);
  await bind('13800000009');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('号码可能已经绑定，请在“我的”中核对');
  expect(alert.textContent).toContain(reason);
  expect((await box('手机号')).getAttribute('aria-invalid')).not.toBe('true');
});

test('The number of the own account is not called somebody else’s', async () => {
  openForm().reply(sendCode, refused('1000011', '…')).reply(getUser, { mobile: '13800000009' });
  await types('手机号', '138 0000 0009');
  await presses('获取验证码');
  expect(await screen.findAllByText('您的账号已绑定此手机号')).toBeTruthy();
  expect(doesNotSee(/手机号已存在|请换一个号码/)).toBe(true);
});

test('The second try of a bind whose answer was lost finds the number bound, and no code wrong', async () => {
  openForm().reply(updatePhone, new Problem('timeout'), refused('517', '…')).reply(getUser, { mobile: '13800000009' });
  await bind('13800000009');
  expect(await screen.findAllByText('号码可能已经绑定，请在“我的”中核对')).toBeTruthy();
  await presses('绑定手机号');
  expect(await sees('您的账号已绑定此手机号')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/my'));
  expect(doesNotSee(/验证码错误/)).toBe(true);
});

test('A wrong code without a message is no breakdown of the server', async () => {
  openForm().reply(updatePhone, refused('517', ''));
  await bind('13800000009');
  expect((await screen.findAllByText('验证码错误')).length).toBeGreaterThan(0);
  expect(doesNotSee(/号码可能已经绑定/)).toBe(true);
});

test('A missing value is reported at its field, and no request is sent', async () => {
  const app = openForm();
  await presses('获取验证码');
  expect(await sees('请输入手机号')).toBeTruthy();
  expect(document.activeElement).toBe(await box('手机号'));
  await types('手机号', '13800000009');
  expect(doesNotSee('请输入手机号')).toBe(true);
  await presses('绑定手机号');
  expect(await sees('请输入验证码')).toBeTruthy();
  expect(document.activeElement).toBe(await box('验证码'));
  expect([app.calls(sendCode), app.calls(updatePhone)]).toEqual([0, 0]);
});

test('The login form links the agreements, and keeps its input for the way back from them', async () => {
  const links = { terms: 'https://shop.example/terms', privacy: 'https://shop.example/privacy' };
  const app = new AppHarness({ links }).open('/login');
  await types('手机号', '13800001234');
  expect((await screen.findByRole('link', { name: '《隐私政策》' })).getAttribute('href')).toBe(links.privacy);
  expect(screen.getByRole('link', { name: '《用户协议》' }).getAttribute('target')).toBeNull();
  reloadPage(app, '/login');
  expect((await box('手机号')).value).toBe('13800001234');
});

test.each([
  ['a code is requested for', sendCode, '获取验证码', [true, false]],
  ['is being bound', updatePhone, '绑定手机号', [true, true]],
] as const)(
  'The number that %s cannot be changed until the answer, which is about that number',
  async (_what, call, button, expected) => {
    let answer = () => {};
    const app = openForm().reply(call, () => new Promise<void>((resolve) => (answer = resolve)));
    await types('手机号', '13800000001');
    await types('验证码', '1111');
    const areReadOnly = async () => [(await box('手机号')).readOnly, (await box('验证码')).readOnly];
    expect(await areReadOnly()).toEqual([false, false]);
    await presses(button);
    await waitFor(() => expect(app.calls(call)).toBe(1));
    expect(await areReadOnly()).toEqual(expected);
    answer();
    expect(await sees(/发送成功|手机号更新成功/)).toBeTruthy();
  },
);

test('A second number is bound by a request of its own while the first one has no answer', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const app = openForm().reply(updatePhone, () => answered);
  await bind('13800000001');
  await waitFor(() => expect(app.calls(updatePhone)).toBe(1));
  goTo('/my');
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull());
  goTo('/login');
  await bind('13800000002');
  await waitFor(() => expect(app.calls(updatePhone)).toBe(2));
  answer();
  expect(app.http.data(updatePhone)).toMatchObject([{ newMobile: '13800000001' }, { newMobile: '13800000002' }]);
});

async function bind(mobile: string): Promise<void> {
  await types('手机号', mobile);
  await types('验证码', '1111');
  await presses('绑定手机号');
}
