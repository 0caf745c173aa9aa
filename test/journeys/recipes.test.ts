import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../helpers/until.ts';
import { World } from '../helpers/world.ts';

interface Ran {
  code: number | null;
  out: string;
  said: string;
}

/** Who types it, what it takes from the environment, what is going on meanwhile, and what comes of it. */
interface Case {
  as: string;
  prepare?: () => Promise<Record<string, string>>;
  meanwhile?: () => Promise<unknown>;
  comes: (ran: Ran) => unknown;
}

const text = readFileSync('docs/recipes.md', 'utf8');
const recipes = text.split('\n## ').slice(1).map((part) => ({ title: part.split('\n')[0] ?? '', script: /```sh\n([\s\S]*?)```/.exec(part)?.[1] ?? '' }));

let world: World;
let home: string;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  chmodSync(path.resolve('dist/cli/physio.js'), 0o755);
  mkdirSync(path.join(home, 'bin'));
  symlinkSync(path.resolve('dist/cli/physio.js'), path.join(home, 'bin/physio'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function sh(script: string, env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-eu', '-c', script], {
      cwd: home,
      env: { PATH: `${home}/bin:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: home, PHYSIO_API: `${world.url}/api`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, said }));
  });
}

async function signIn(user: string): Promise<void> {
  const { accessToken } = await world.user(user);
  writeFileSync(path.join(home, 'token.txt'), accessToken, { mode: 0o600 });
  const { code, said } = await sh('physio login --token-file token.txt');
  expect([code, said]).toEqual([0, expect.any(String)]);
}

const theShop = (...numbers: string[]) => writeFileSync(path.join(home, 'shop.txt'), numbers.map((number) => `${number}\n`).join(''));

/** The customer pays the order that is not paid yet, as soon as there is one. */
async function customerPays(): Promise<void> {
  const { orders } = await until(world.state, (state) => state.orders.some(({ statusCode }) => statusCode === 1));
  const open = orders.find(({ statusCode }) => statusCode === 1);
  await world.pays(String(open?.['number']));
}

async function anOrder(sno: string): Promise<string> {
  const { out } = await sh(`physio device enter ${sno} > enter.txt
plan=$(physio plan list ${sno} --by duration --json id | cut -d'"' -f4)
physio order create ${sno} --plan "$plan" --yes --json number | cut -d'"' -f4`);
  return out.trim();
}

const cases: Record<string, Case> = {
  'Check a shop\'s devices every morning and list the offline ones': {
    as: 'ordinary',
    prepare: async () => (theShop('PL10001', 'PL10007', 'PL10008', 'PL20003'), {}),
    comes: ({ code, out }) => expect([code, out]).toEqual([0, 'PL10007\nPL20003\n']),
  },
  'Help a customer who paid but whose device did not start': {
    as: 'ordinary',
    prepare: async () => {
      const ORDER = await anOrder('PL10001');
      await world.pays(ORDER);
      await world.fault({ path: '/order/start/device', kind: 'http', times: 1 });
      expect((await sh('physio treatment start PL10001 --mode bio --yes')).code).toBe(1);
      return { ORDER, SNO: 'PL10001' };
    },
    comes: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('PL10001 is running')]);
      expect(await world.effects()).toMatchObject({ starts: 1, charges: 1, usesDeducted: 0 });
    },
  },
  'Watch a device while the customer tries': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003' }),
    meanwhile: () => sh('physio treatment start PL10003 --mode light --yes'),
    comes: ({ code, out }) => expect([code, out]).toEqual([0, expect.stringContaining('"on":true,"mode":"light"')]),
  },
  'Cancel a stuck order': {
    as: 'ordinary',
    prepare: async () => ({ ORDER: await anOrder('PL10001') }),
    comes: ({ code, out }) => expect([code, out]).toEqual([0, expect.stringMatching(/to pay[\s\S]*"state":"cancelled"/)]),
  },
  'Start a treatment as soon as the device is online again': {
    as: 'leaser',
    prepare: async () => (await world.device('PL10003', { online: false }), { SNO: 'PL10003' }),
    meanwhile: () => world.device('PL10003', { online: true }),
    comes: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('PL10003 is running')]);
      expect(await world.effects()).toMatchObject({ starts: 1 });
    },
  },
  'Stop what is still running at closing time': {
    as: 'card',
    prepare: async () => (theShop('PL10001', 'PL10005', 'PL10006'), {}),
    comes: async ({ code }) => {
      expect(code).toBe(0);
      expect(await world.effects()).toMatchObject({ stops: 1 });
    },
  },
  'Rent a device for a customer who pays on their own phone': {
    as: 'assistant',
    prepare: async () => ({ SNO: 'PL10001' }),
    meanwhile: customerPays,
    comes: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('"state":"paid"')]);
      expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 1 });
    },
  },
  'Fill up a card that has run out': {
    as: 'used-up',
    prepare: async () => ({ SNO: 'PL10001' }),
    meanwhile: customerPays,
    comes: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/"remainingUses":[1-9]/)]);
      expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 1 });
    },
  },
  'Let a relative use the device, and end it again': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003', PHONE: '13900000009' }),
    comes: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/139\*{4}0009[\s\S]*no longer shared/)]);
      expect((await world.state()).shares).not.toContainEqual(expect.objectContaining({ mobile: '13900000009' }));
    },
  },
  'Find out whether it is us or the server': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003' }),
    comes: ({ code, out }) => expect([code, out]).toEqual([0, 'nothing is wrong\n']),
  },
  'Keep all orders for the bookkeeping': {
    as: 'ordinary',
    comes: async ({ code, out }) => {
      expect(code).toBe(0);
      expect(Number(out)).toBeGreaterThan(0);
      expect(JSON.parse(readFileSync(path.join(home, 'orders.json'), 'utf8'))).toHaveLength(Number(out));
    },
  },
};

it('are tried one and all, and there are no fewer than ten', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(cases));
  expect(recipes.length).toBeGreaterThanOrEqual(10);
});

it.each(recipes)('works as it is written: $title', async ({ title, script }) => {
  const { as, prepare, meanwhile, comes } = cases[title] ?? { as: 'ordinary', comes: () => expect.fail('nobody tries this recipe') };
  await signIn(as);
  const env = (await prepare?.()) ?? {};
  const [ran] = await Promise.all([sh(script, env), meanwhile?.()]);
  if (ran.code !== 0) expect.fail(ran.out + ran.said);
  await comes(ran);
});
