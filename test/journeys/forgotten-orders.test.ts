import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runPhysio } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';

let world: World;
let home: string;
const types = (...words: string[]) => runPhysio(words, { home });
const order = (sno: string, plan: string) => types('order', 'create', sno, '--plan', plan, '--by', 'duration', '--yes');

beforeAll(async () => {
  world = await World.start();
});
beforeEach(async () => {
  await world.reset();
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  const token = path.join(home, 'token');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  await types('login', '--token-file', token, '--api', `${world.url}/api`);
});
afterAll(() => world.close());

// covers 4.paying.12f
test('order create places a new order after the server lost the first one, and later commands use the new order', async () => {
  const first = await order('PL10001', '111');
  await world.reset();
  expect((await world.state()).orders.map(({ orderNo }) => orderNo)).not.toContain(first.data['number']);
  const again = [await order('PL10001', '111'), await order('PL10001', '111')];
  expect(again.map(({ code }) => code)).toEqual([0, 0]);
  expect((await world.effects()).ordersCreated).toBe(1);
  const listed = (await world.state()).orders.map(({ orderNo }) => orderNo);
  for (const { data } of again) expect(listed).toContain(data['number']);
});

test('order create does not take an order for the previous one when the server reused its number for another purchase', async () => {
  const first = await order('PL10001', '111');
  await world.reset();
  const other = await order('PL10002', '111');
  expect(other.data['number']).toBe(first.data['number']);
  const again = await order('PL10001', '111');
  expect([again.code, again.data['sno']]).toEqual([0, 'PL10001']);
  expect(again.data['number']).not.toBe(first.data['number']);
  expect((await world.effects()).ordersCreated).toBe(2);
});

test('order pay, order show and order cancel exit with 1 and print the server’s message when the server lost the order', async () => {
  const { data } = await order('PL10001', '111');
  const number = String(data['number']);
  await world.reset();
  for (const command of ['pay', 'show', 'cancel']) {
    const ended = await types('order', command, number, ...(command === 'show' ? [] : ['--yes']));
    expect([command, ended.code]).toEqual([command, 1]);
    expect(ended.said).toContain('订单不存在');
  }
});

test('order pay reports the payment as unconfirmed for a minute after the server lost the order: the money may have been charged', async () => {
  const { data } = await order('PL10001', '111');
  let isForgotten: Promise<unknown> | undefined;
  const paying = await runPhysio(['order', 'pay', String(data['number']), '--yes', '--timeout', '12'], {
    home,
    hear: (said) => said.includes('in WeChat') && (isForgotten ??= world.reset()),
  });
  await isForgotten;
  expect(paying.code).toBe(6);
  expect(paying.said).toContain('Payment not confirmed yet');
});

test('order create does not reuse an order of another account in the same profile', async () => {
  const first = await order('PL10001', '111');
  const token = (await world.user('used-up')).accessToken;
  const env = { PHYSIO_API: `${world.url}/api`, PHYSIO_TOKEN: token };
  const shown = await runPhysio(['order', 'show', String(first.data['number'])], { home, env });
  expect(shown.code).toBe(1);
  const other = await runPhysio(['order', 'create', 'PL10001', '--plan', '111', '--by', 'duration', '--yes'], {
    home,
    env,
  });
  expect(other.data['number']).not.toBe(first.data['number']);
  expect((await order('PL10001', '111')).data['number']).toBe(first.data['number']);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));
