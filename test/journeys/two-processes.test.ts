import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { runPhysio, type Run } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';

/** Delay of the server’s action on the first command, so that the second one still sees the old state. */
const SLOW = 1_000;

let world: World;
let home: string;
beforeAll(async () => {
  world = await World.start();
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
});
afterAll(async () => {
  await world.close();
  rmSync(home, { recursive: true, force: true });
});

test('Two processes that place the same order at the same time create one order, and both print its number', async () => {
  const types = (...words: string[]) => runPhysio(words, { home });
  const token = path.join(home, 'token');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  await types('login', '--token-file', token, '--api', `${world.url}/api`);
  const plans = (await types('plan', 'list', 'PL10001', '--by', 'duration')).data as unknown as { id: string }[];
  await world.fault({ path: createLeaseOrder.path, kind: 'latency', ms: SLOW, times: 1 });
  const ordering = () => types('order', 'create', 'PL10001', '--plan', plans[0]?.id ?? '', '--by', 'duration', '--yes');
  const [one, other] = await Promise.all([ordering(), ordering()]);
  const { ordersCreated } = await world.effects();
  expect([ordersCreated, one.code, other.code]).toEqual([1, 0, 0]);
  expect(one.data['number']).toBe(other.data['number']);
});

test('A person whose order was not answered signs out and in again, and the next order create finds the order and places none', async () => {
  const shared = mkdtempSync(path.join(home, 'lost-answer-'));
  const types = (...words: string[]) => runPhysio(words, { home: shared });
  const token = path.join(shared, 'token');
  writeFileSync(token, (await world.user('used-up')).accessToken, { mode: 0o600 });
  const login = () => types('login', '--token-file', token, '--api', `${world.url}/api`);
  const ordering = () => types('order', 'create', 'PL10001', '--plan', '111', '--by', 'duration', '--yes');
  const placed = async () => (await world.effects()).ordersCreated;
  expect((await login()).code).toBe(0);
  const before = await placed();
  await world.fault({ path: createLeaseOrder.path, kind: 'reset-after', times: 1 });
  await world.fault({ path: listLeaseOrders.path, kind: 'http', times: 99 });
  const lost = await ordering();
  await world.heals();
  expect([lost.code === 0, lost.data['number'], await placed()]).toEqual([false, undefined, before + 1]);
  const [order] = (await world.state()).orders;
  expect((await types('logout')).code).toBe(0);
  expect((await types('order', 'list')).code).toBe(4);
  expect((await login()).code).toBe(0);
  const again = await ordering();
  expect([again.code, again.data['number'], await placed()]).toEqual([0, order?.orderNo, before + 1]);
});

// covers cli.rule.9b
test('Processes of two accounts at two servers with one profile order at the same time, and each prints its own order', async () => {
  const elsewhere = await World.start();
  try {
    const shared = mkdtempSync(path.join(home, 'shared-'));
    const who = await Promise.all(
      [world, elsewhere].flatMap((server) =>
        ['ordinary', 'used-up'].map(async (id) => ({ server, token: (await server.user(id)).accessToken })),
      ),
    );
    const before = await Promise.all([world, elsewhere].map(async (server) => (await server.effects()).ordersCreated));
    const ordering = ({ server, token }: (typeof who)[number]) =>
      runPhysio(['order', 'create', 'PL10002', '--plan', '111', '--by', 'duration', '--yes'], {
        home: shared,
        env: { PHYSIO_API: `${server.url}/api`, PHYSIO_TOKEN: token },
      });
    const first = await Promise.all(who.map(ordering));
    const again = await Promise.all(who.map(ordering));
    expect(first.map(({ code, said }) => [code, said])).toEqual(who.map(() => [0, expect.any(String)]));
    expect(again.map(({ data }) => data['number'])).toEqual(first.map(({ data }) => data['number']));
    const after = await Promise.all([world, elsewhere].map(async (server) => (await server.effects()).ordersCreated));
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([2, 2]);
  } finally {
    await elsewhere.close();
  }
});

test('A process that waits for a payment reports it as paid after another person signed in, who does not get the order', async () => {
  const shared = mkdtempSync(path.join(home, 'two-people-'));
  const login = async (user: string) => {
    const token = path.join(shared, `token-of-${user}`);
    writeFileSync(token, (await world.user(user)).accessToken, { mode: 0o600 });
    return runPhysio(['login', '--api', `${world.url}/api`, '--token-file', token], { home: shared });
  };
  const ordering = () =>
    runPhysio(['order', 'create', 'PL10002', '--plan', '111', '--by', 'duration', '--yes'], { home: shared });
  await login('ordinary');
  const number = String((await ordering()).data['number']);
  let meanwhile: Promise<Run> | undefined;
  const paid = await runPhysio(['order', 'pay', number, '--yes'], {
    home: shared,
    hear: (said) => {
      if (!said.includes(number)) return false;
      meanwhile = login('used-up')
        .then(ordering)
        .finally(() => world.pays(number));
      return true;
    },
  });
  expect([paid.code, paid.data]).toMatchObject([0, { number, state: 'paid' }]);
  const ofTheOther = await meanwhile;
  expect([ofTheOther?.code, typeof ofTheOther?.data['number']]).toEqual([0, 'string']);
  expect(ofTheOther?.data['number']).not.toBe(number);
}, 60_000);

// covers cli.rule.24a
test('Eight processes that change profiles at the same time lose no change', async () => {
  const shared = mkdtempSync(path.join(home, 'profiles-'));
  const names = Array.from({ length: 8 }, (_, at) => `shop-${at}`);
  const ended = await Promise.all(
    names.map((name) =>
      runPhysio(['profile', 'set', 'api', `https://${name}.example/api`, '--profile', name], { home: shared }),
    ),
  );
  expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { profiles } = JSON.parse(readFileSync(path.join(shared, 'physio/config.json'), 'utf8')) as {
    profiles: object;
  };
  expect(Object.keys(profiles).toSorted()).toEqual(names);
});

// covers cli.rule.24b
test('Processes that sign in, set, trust and switch profiles at the same time lose no change', async () => {
  const shared = mkdtempSync(path.join(home, 'mixed-'));
  const token = path.join(shared, 'token.txt');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  const names = ['north', 'east', 'south', 'west'];
  for (const name of names) mkdirSync(path.join(shared, name));
  const api = `${world.url}/api`;
  const lines = names.flatMap((name) => [
    ['login', '--profile', name, '--api', api, '--token-file', token],
    ['profile', 'set', 'version', `9.${name.length}`, '--profile', name],
    ['profile', 'trust', path.join(shared, name)],
  ]);
  const ended = await Promise.all(lines.map((line) => runPhysio(line, { home: shared })));
  expect(ended.map(({ code, said }) => [code, said])).toEqual(lines.map(() => [0, expect.any(String)]));
  const used = await Promise.all([
    ...names.map((name) => runPhysio(['profile', 'use', name], { home: shared })),
    ...names.map((name) =>
      runPhysio(['profile', 'set', 'idempotencyHeader', `X-${name}`, '--profile', name], { home: shared }),
    ),
  ]);
  expect(used.map(({ code }) => code)).toEqual(used.map(() => 0));
  const file = JSON.parse(readFileSync(path.join(shared, 'physio/config.json'), 'utf8')) as {
    profile: string;
    profiles: Record<string, unknown>;
    trusted: string[];
  };
  expect(file.profiles).toEqual(
    Object.fromEntries(
      names.map((name) => [name, { api, version: `9.${name.length}`, idempotencyHeader: `X-${name}` }]),
    ),
  );
  expect(file.trusted.toSorted()).toEqual(names.map((name) => realpathSync(path.join(shared, name))).toSorted());
  expect(names).toContain(file.profile);
  for (const name of names)
    expect((await runPhysio(['account', 'show', '--profile', name], { home: shared })).code).toBe(0);
});

test('Processes that sign in and out of one profile at the same time leave it either signed in completely or signed out', async () => {
  const shared = mkdtempSync(path.join(home, 'in-and-out-'));
  const token = path.join(shared, 'token.txt');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  const login = ['login', '--api', `${world.url}/api`, '--token-file', token];
  expect((await runPhysio(login, { home: shared })).code).toBe(0);
  const lines = [login, ['logout'], login, ['logout'], ['device', 'list'], login, ['logout']];
  const ended = await Promise.all(lines.map((line) => runPhysio(line, { home: shared })));
  for (const [at, { code, said }] of ended.entries())
    expect([lines[at], code === 0 || (lines[at]?.[0] === 'device' && code === 4), said]).toEqual([
      lines[at],
      true,
      said,
    ]);
  const { code, data } = await runPhysio(['profile', 'show'], { home: shared });
  expect([code, data['api'], typeof data['signedIn']]).toEqual([0, `${world.url}/api`, 'boolean']);
  expect((await runPhysio(['device', 'list'], { home: shared })).code).toBe(data['signedIn'] === true ? 0 : 4);
});
