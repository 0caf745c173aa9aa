import { expect, test } from 'vitest';
import { BindPhone } from '../../../src/core/account/bind-phone.ts';
import { Problem } from '../../../src/core/problem.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { done, refused } from '../../helpers/wire.ts';

const CODE = '/user/message';
const BIND = '/user/updatePhone';

function atTheForm() {
  const core = coreOnFakes();
  return { ...core, binding: core.get(BindPhone) };
}

test('a code is sent to the number without its spaces, and the next one a minute later', async () => {
  const core = atTheForm();
  core.http.answers(CODE, done());
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
  expect(await core.binding.askForCode('138 0000 0001')).toEqual({ kind: 'sent' });
  expect(core.data(CODE)).toEqual(['13800000001']);
  expect(core.binding.mayAskAgainAt()).toBe(core.clock.now() + 60_000);
  await core.clock.advance(59_999);
  expect(await core.binding.askForCode('13800000001')).toEqual({ kind: 'too-soon' });
  await core.clock.advance(1);
  expect(await core.binding.askForCode('13800000001')).toEqual({ kind: 'sent' });
});

test('the minute goes on over a reload', async () => {
  const core = atTheForm();
  core.http.answers(CODE, done());
  await core.binding.askForCode('13800000001');
  await core.clock.advance(20_000);
  expect(core.reopened().get(BindPhone).mayAskAgainAt()).toBe(core.clock.now() + 40_000);
});

test('a phone whose clock was set back keeps nobody from a code for longer than a minute', async () => {
  const core = atTheForm();
  core.http.answers(CODE, done());
  await core.binding.askForCode('13800000001');
  await core.clock.advance(-24 * 60 * 60_000);
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
});

test('once a number is bound the next code may be asked for at once', async () => {
  const core = atTheForm();
  core.http.answers(CODE, done()).answers(BIND, done());
  await core.binding.askForCode('13800000001');
  await core.binding.bind('13800000001', '123456');
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
});

test.each([
  ['2', 'malformed'],
  ['1000011', 'taken'],
])('the server answers %s: the number is %s, and another try is free at once', async (code, kind) => {
  const core = atTheForm();
  core.http.answers(CODE, refused(code, '…'));
  expect(await core.binding.askForCode('1')).toEqual({ kind });
  expect(core.binding.mayAskAgainAt()).toBeUndefined();
});

test('any other refusal of a code says what the server says', async () => {
  const core = atTheForm();
  core.http.answers(CODE, refused('500', '发送太频繁'));
  expect(await core.binding.askForCode('13800000001')).toEqual({ kind: 'refused', message: '发送太频繁' });
});

test('a number is bound by its code and leads to the own pages', async () => {
  const core = atTheForm();
  core.http.answers(BIND, done());
  expect(await core.binding.bind('138 0000 0001', ' 123456 ')).toEqual({ kind: 'bound', destination: { to: 'my' } });
  expect(core.data(BIND)).toEqual([{ newMobile: '13800000001', newCode: '123456' }]);
});

test('a wrong code is told from every other refusal', async () => {
  const core = atTheForm();
  core.http.answers(BIND, refused('517', '…'), refused('500', '绑定失败'));
  expect(await core.binding.bind('13800000001', '1')).toEqual({ kind: 'wrong-code' });
  expect(await core.binding.bind('13800000001', '1')).toEqual({ kind: 'refused', message: '绑定失败' });
});

test('two taps bind once, and a line that breaks is a problem to try again after', async () => {
  const core = atTheForm();
  core.http.answers(BIND, done());
  await Promise.all([core.binding.bind('13800000001', '1'), core.binding.bind('13800000001', '1')]);
  expect(core.data(BIND)).toHaveLength(1);
  core.http.answers(CODE, new Problem('timeout'));
  expect(await problemOf(core.binding.askForCode('13800000001'))).toMatchObject({ code: 'timeout' });
});
