import { expect, test } from 'vitest';
import { sendCode, updatePhone } from '../../../src/core/account/api.ts';
import { BindPhone } from '../../../src/core/account/bind-phone.ts';
import { Problem } from '../../../src/core/problem.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';

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
