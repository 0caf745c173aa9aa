import { expect, test } from 'vitest';
import { getUser, sendCode, updatePhone } from '../../../src/core/account/api.ts';
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

test('A code that a Chinese keyboard wrote in full-width digits is the same code', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone);
  await core.binding.bind('１３８00000001', '１２３　４５６');
  expect(core.http.data(updatePhone)).toEqual([{ newMobile: '13800000001', newCode: '123456' }]);
});

test('Two concurrent taps bind once, and a network failure can be retried', async () => {
  const core = atTheForm();
  core.http.reply(updatePhone);
  await Promise.all([core.binding.bind('13800000001', '1'), core.binding.bind('13800000001', '1')]);
  expect(core.http.data(updatePhone)).toHaveLength(1);
  core.http.reply(sendCode, new Problem('timeout'));
  expect(await problemOf(core.binding.askForCode('13800000001'))).toMatchObject({ code: 'timeout' });
});

test.each([
  ['as it is', { mobile: '13800000001' }, 'already-bound'],
  ['in another form', { mobile: '+86 138-0000-0001' }, 'already-bound'],
  ['as another', { mobile: '13800000002' }, undefined],
  ['with hidden digits', { mobile: '138****0001' }, undefined],
  ['not at all', {}, undefined],
  ['in no answer', new Problem('timeout'), undefined],
])('A number that the server refuses is called the account’s own where its number is sent %s', async (_, user, own) => {
  const core = atTheForm();
  core.http
    .reply(getUser, user)
    .reply(sendCode, refused(1_000_011))
    .reply(updatePhone, refused(517), refused(1_000_011), refused(1));
  const kinds = [
    await core.binding.askForCode('138 0000 0001'),
    await core.binding.bind('138 0000 0001', '1234'),
    await core.binding.bind('138 0000 0001', '1234'),
    await core.binding.bind('138 0000 0001', '1234'),
  ].map(({ kind }) => kind);
  expect(kinds).toEqual([own ?? 'taken', own ?? 'wrong-code', own ?? 'refused', 'refused']);
});
