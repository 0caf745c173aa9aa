import { expect, test } from 'vitest';
import { sendCode, updatePhone } from '../../../src/core/account/api.ts';
import { BindPhone } from '../../../src/core/account/bind-phone.ts';
import { Problem } from '../../../src/core/problem.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';

function atTheForm() {
  const core = createTestApp();
  return { ...core, binding: core.get(BindPhone) };
}

test('A code is sent to the number without its spaces, and the next one can be sent a minute later', async () => {
  const core = atTheForm();
  core.http.reply(sendCode);
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
  expect(await core.binding.askForCode('138 0000 0001')).toEqual({ kind: 'sent' });
  expect(core.http.data(sendCode)).toEqual(['13800000001']);
  expect(core.binding.mayAskAgainAt()).toBe(core.clock.now() + 60_000);
  await core.clock.advance(59_999);
  expect(await core.binding.askForCode('13800000001')).toEqual({ kind: 'too-soon', mobile: '138****0001' });
  await core.clock.advance(1);
  expect(await core.binding.askForCode('13800000001')).toEqual({ kind: 'sent' });
});

test('The minute before the next code continues over a reload', async () => {
  const core = atTheForm();
  core.http.reply(sendCode);
  await core.binding.askForCode('13800000001');
  await core.clock.advance(20_000);
  expect(core.reopened().get(BindPhone).mayAskAgainAt()).toBe(core.clock.now() + 40_000);
});

test('A clock that was set back delays the next code by no more than a minute', async () => {
  const core = atTheForm();
  core.http.reply(sendCode);
  await core.binding.askForCode('13800000001');
  await core.clock.advance(-24 * 60 * 60_000);
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
});

test('The next code can be sent at once after a number was bound', async () => {
  const core = atTheForm();
  core.http.reply(sendCode).reply(updatePhone);
  await core.binding.askForCode('13800000001');
  await core.binding.bind('13800000001', '123456');
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
});

test.each([
  ['2', 'malformed'],
  ['1000011', 'taken'],
])('The server code %s means that the number is %s, and the user can retry at once', async (code, kind) => {
  const core = atTheForm();
  core.http.reply(sendCode, refused(code, '…'));
  expect(await core.binding.askForCode('1')).toEqual({ kind });
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
});

test('Any other refusal of a code shows the server’s message', async () => {
  const core = atTheForm();
  core.http.reply(sendCode, refused('500', '发送太频繁'));
  expect(await core.binding.askForCode('13800000001')).toMatchObject({
    kind: 'refused',
    problem: { serverMessage: '发送太频繁' },
  });
});

test('A number is bound by its code, which leads to the user’s own pages', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone);
  expect(await core.binding.bind('138 0000 0001', ' 123456 ')).toEqual({ kind: 'bound', destination: { to: 'my' } });
  expect(core.http.data(updatePhone)).toEqual([{ newMobile: '13800000001', newCode: '123456' }]);
});

test('A code that a Chinese keyboard wrote in full-width digits is the same code', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone);
  await core.binding.bind('１３８00000001', '１２３　４５６');
  expect(core.http.data(updatePhone)).toEqual([{ newMobile: '13800000001', newCode: '123456' }]);
});

test('A wrong code is distinguished from every other refusal', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone, refused('517', '…'), refused('500', '绑定失败'));
  expect(await core.binding.bind('13800000001', '1')).toEqual({ kind: 'wrong-code' });
  expect(await core.binding.bind('13800000001', '1')).toMatchObject({
    kind: 'refused',
    problem: { serverMessage: '绑定失败' },
  });
});

test('A breakdown of the server while it binds is no refusal: the number may be bound', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone, refused('500', '系统异常'), refused('517', ''));
  expect(await problemOf(core.binding.bind('13800000001', '1'))).toMatchObject({ serverMessage: '系统异常' });
  expect(await core.binding.bind('13800000001', '1')).toEqual({ kind: 'wrong-code' });
});

test('Two concurrent taps bind once, and a network failure can be retried', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone);
  await Promise.all([core.binding.bind('13800000001', '1'), core.binding.bind('13800000001', '1')]);
  expect(core.http.data(updatePhone)).toHaveLength(1);
  core.http.reply(sendCode, new Problem('timeout'));
  expect(await problemOf(core.binding.askForCode('13800000001'))).toMatchObject({ code: 'timeout' });
});
