import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { runPhysio, type Run } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';

/** Delay of the server’s action on the first command, so that the second one still sees the old state. */
const SLOW = 1_000;

/** A server and a home directory of the calling test. */
async function begins(): Promise<{ world: World; home: string }> {
  const world = await World.start();
  const home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  afterThisTest(async () => {
    await world.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { world, home };
}

test.concurrent('Two processes that place the same order at the same time create one order, and both print its number', async () => {
  const { world, home } = await begins();
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

test.concurrent('Processes of two accounts at two servers with one profile order at the same time, and each prints its own order', async () => {
  const { world, home } = await begins();
  const elsewhere = await World.start();
  try {
    const who = await Promise.all(
      [world, elsewhere].flatMap((server) =>
        ['ordinary', 'used-up'].map(async (id) => ({ server, token: (await server.user(id)).accessToken })),
      ),
    );
    const before = await Promise.all([world, elsewhere].map(async (server) => (await server.effects()).ordersCreated));
    const ordering = ({ server, token }: (typeof who)[number]) =>
      runPhysio(['order', 'create', 'PL10002', '--plan', '111', '--by', 'duration', '--yes'], {
        home,
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

test.concurrent('A process that waits for a payment reports it as paid after another person signed in, who does not get the order', async () => {
  const { world, home } = await begins();
  const login = async (user: string) => {
    const token = path.join(home, `token-of-${user}`);
    writeFileSync(token, (await world.user(user)).accessToken, { mode: 0o600 });
    return runPhysio(['login', '--api', `${world.url}/api`, '--token-file', token], { home });
  };
  const ordering = () =>
    runPhysio(['order', 'create', 'PL10002', '--plan', '111', '--by', 'duration', '--yes'], { home });
  await login('ordinary');
  const number = String((await ordering()).data['number']);
  let meanwhile: Promise<Run> | undefined;
  const paid = await runPhysio(['order', 'pay', number, '--yes'], {
    home,
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

test.concurrent('Eight processes that change profiles at the same time lose no change', async () => {
  const { home } = await begins();
  const names = Array.from({ length: 8 }, (_, at) => `shop-${at}`);
  const ended = await Promise.all(
    names.map((name) =>
      runPhysio(['profile', 'set', 'api', `https://${name}.example/api`, '--profile', name], { home }),
    ),
  );
  expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { profiles } = JSON.parse(readFileSync(path.join(home, 'physio/config.json'), 'utf8')) as {
    profiles: object;
  };
  expect(Object.keys(profiles).toSorted()).toEqual(names);
});

test.concurrent('Processes that sign in, set, trust and switch profiles at the same time lose no change', async () => {
  const { world, home } = await begins();
  const token = path.join(home, 'token.txt');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  const names = ['north', 'east', 'south', 'west'];
  for (const name of names) mkdirSync(path.join(home, name));
  const api = `${world.url}/api`;
  const lines = names.flatMap((name) => [
    ['login', '--profile', name, '--api', api, '--token-file', token],
    ['profile', 'set', 'version', `9.${name.length}`, '--profile', name],
    ['profile', 'trust', path.join(home, name)],
  ]);
  const ended = await Promise.all(lines.map((line) => runPhysio(line, { home })));
  expect(ended.map(({ code, said }) => [code, said])).toEqual(lines.map(() => [0, expect.any(String)]));
  const used = await Promise.all([
    ...names.map((name) => runPhysio(['profile', 'use', name], { home })),
    ...names.map((name) =>
      runPhysio(['profile', 'set', 'idempotencyHeader', `X-${name}`, '--profile', name], { home }),
    ),
  ]);
  expect(used.map(({ code }) => code)).toEqual(used.map(() => 0));
  const file = JSON.parse(readFileSync(path.join(home, 'physio/config.json'), 'utf8')) as {
    profile: string;
    profiles: Record<string, unknown>;
    trusted: string[];
  };
  expect(file.profiles).toEqual(
    Object.fromEntries(
      names.map((name) => [name, { api, version: `9.${name.length}`, idempotencyHeader: `X-${name}` }]),
    ),
  );
  expect(file.trusted.toSorted()).toEqual(names.map((name) => realpathSync(path.join(home, name))).toSorted());
  expect(names).toContain(file.profile);
  for (const name of names) expect((await runPhysio(['account', 'show', '--profile', name], { home })).code).toBe(0);
});

test.concurrent('Processes that sign in and out of one profile at the same time leave it either signed in completely or signed out', async () => {
  const { world, home } = await begins();
  const token = path.join(home, 'token.txt');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  const login = ['login', '--api', `${world.url}/api`, '--token-file', token];
  expect((await runPhysio(login, { home })).code).toBe(0);
  const lines = [login, ['logout'], login, ['logout'], ['device', 'list'], login, ['logout']];
  const ended = await Promise.all(lines.map((line) => runPhysio(line, { home })));
  for (const [at, { code, said }] of ended.entries())
    expect([lines[at], code === 0 || (lines[at]?.[0] === 'device' && code === 4), said]).toEqual([
      lines[at],
      true,
      said,
    ]);
  const { code, data } = await runPhysio(['profile', 'show'], { home });
  expect([code, data['api'], typeof data['signedIn']]).toEqual([0, `${world.url}/api`, 'boolean']);
  expect((await runPhysio(['device', 'list'], { home })).code).toBe(data['signedIn'] === true ? 0 : 4);
});
