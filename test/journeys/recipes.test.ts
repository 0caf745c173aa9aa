import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getDetail } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';
import { World } from '../helpers/world.ts';

interface Ran {
  /** The exit code as a shell reports it: 130 after Ctrl-C. */
  code: number | null;
  out: string;
  said: string;
}

/** Per recipe: the user, the environment variables, what happens during the run, and the expected result. */
interface Case {
  as: string;
  prepare?: () => Promise<Record<string, string>>;
  meanwhile?: () => Promise<unknown>;
  verify: (ran: Ran) => unknown;
}

const text = readFileSync('docs/recipes.md', 'utf8');
const recipes = text
  .split('\n## ')
  .slice(1)
  .map((part) => ({ title: part.split('\n')[0] ?? '', script: /```sh\n([\s\S]*?)```/.exec(part)?.[1] ?? '' }));

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
  writeFileSync(path.join(home, 'feedback.txt'), FEEDBACK);
  symlinkSync(path.resolve('dist/cli/physio.js'), path.join(home, 'bin/physio'));
});
afterEach(() => {
  for (const group of groups) endGroup(group);
  rmSync(home, { recursive: true, force: true });
});

/** The process groups of the running scripts. */
const groups = new Set<number>();

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // the group has ended
  }
  groups.delete(group);
}

/** Runs a script from a file. When `interrupt` resolves, the script and its child processes receive Ctrl-C. */
function sh(script: string, env: Record<string, string> = {}, interrupt?: Promise<unknown>): Promise<Ran> {
  const file = path.join(mkdtempSync(path.join(home, 'script-')), 'script.sh');
  writeFileSync(file, script);
  return new Promise((resolve, reject) => {
    const child = spawn('sh', [file], {
      cwd: home,
      env: {
        PATH: `${home}/bin:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: home,
        PHYSIO_API: `${world.url}/api`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const group = Number(child.pid);
    groups.add(group);
    let out = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      groups.delete(group);
      resolve({ code: signal === 'SIGINT' ? 130 : code, out, said });
    });
    interrupt?.then(() => process.kill(-group, 'SIGINT'), reject);
  });
}

/** The command lines of the running commands of this home directory. */
function running(): string[] {
  const of = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(of)
    .filter((line) => line.includes(`${home}/bin/physio`));
}

async function signIn(user: string): Promise<void> {
  const { accessToken } = await world.user(user);
  writeFileSync(path.join(home, 'token.txt'), accessToken, { mode: 0o600 });
  const { code, said } = await sh('physio login --token-file token.txt');
  expect([code, said]).toEqual([0, expect.any(String)]);
}

const theShop = (...numbers: string[]) =>
  writeFileSync(path.join(home, 'shop.txt'), numbers.map((number) => `${number}\n`).join(''));

const FEEDBACK = `打不开\n\n诊断信息 2026-03-01 09:00:00\n设备编号 PL10001\n最近请求\n08:59:57 /api${getDetail.path} timeout 15000ms\n`;

/** Pays the customer’s unpaid order as soon as there is one. */
async function customerPays(): Promise<void> {
  const { orders } = await until(world.state, (state) => state.orders.some(({ statusCode }) => statusCode === 1));
  const open = orders.find(({ statusCode }) => statusCode === 1);
  await world.pays(String(open?.['number']));
}

async function anOrder(sno: string): Promise<string> {
  const { out } = await sh(`set -eu
physio device enter ${sno} > enter.txt
plan=$(physio plan list ${sno} --by duration --json id | cut -d'"' -f4)
physio order create ${sno} --plan "$plan" --yes --json number | cut -d'"' -f4`);
  return out.trim();
}

const cases: Record<string, Case> = {
  "Check a shop's devices every morning and list the offline ones": {
    as: 'ordinary',
    prepare: async () => (theShop('PL10001', 'PL10007', 'PL10008', 'PL20003'), {}),
    verify: ({ code, out }) => expect([code, out]).toEqual([0, 'PL10007\nPL20003\n']),
  },
  'Help a customer who paid but whose device did not start': {
    as: 'ordinary',
    prepare: async () => {
      const ORDER = await anOrder('PL10001');
      await world.pays(ORDER);
      await world.fault({ path: startDevice.path, kind: 'http', times: 1 });
      expect((await sh('physio treatment start PL10001 --mode bio --yes')).code).toBe(1);
      return { ORDER, SNO: 'PL10001' };
    },
    verify: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('PL10001 is running')]);
      expect(await world.effects()).toMatchObject({ starts: 1, charges: 1, usesDeducted: 0 });
    },
  },
  'Watch a device while the customer tries it': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003' }),
    meanwhile: () => sh('physio treatment start PL10003 --mode light --yes'),
    verify: ({ code, out }) => expect([code, out]).toEqual([0, expect.stringContaining('"on":true,"mode":"light"')]),
  },
  'Cancel a stuck order': {
    as: 'ordinary',
    prepare: async () => ({ ORDER: await anOrder('PL10001') }),
    verify: ({ code, out }) =>
      expect([code, out]).toEqual([0, expect.stringMatching(/to pay[\s\S]*"state":"cancelled"/)]),
  },
  'Start a treatment as soon as the device is online again': {
    as: 'leaser',
    prepare: async () => (await world.device('PL10003', { online: false }), { SNO: 'PL10003' }),
    meanwhile: () => world.device('PL10003', { online: true }),
    verify: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('PL10003 is running')]);
      expect(await world.effects()).toMatchObject({ starts: 1 });
    },
  },
  'Wait for all devices of a shop after a power cut': {
    as: 'ordinary',
    prepare: async () => (theShop('PL10001', 'PL10007', 'PL10002'), {}),
    meanwhile: () => world.device('PL10007', { online: true }),
    verify: ({ code, out }) =>
      expect([code, out.match(/^\w+ is online/gm)]).toEqual([
        0,
        ['PL10001 is online', 'PL10007 is online', 'PL10002 is online'],
      ]),
  },
  'Stop all running devices at closing time': {
    as: 'card',
    prepare: async () => (theShop('PL10001', 'PL10005', 'PL10006'), {}),
    verify: async ({ code }) => {
      expect(code).toBe(0);
      expect(await world.effects()).toMatchObject({ stops: 1 });
    },
  },
  'Rent a device for a customer who pays on their own phone': {
    as: 'assistant',
    prepare: async () => ({ SNO: 'PL10001' }),
    meanwhile: customerPays,
    verify: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/Order \w+ is paid\.\n$/)]);
      expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 1 });
    },
  },
  'Wait for a payment without a time limit': {
    as: 'ordinary',
    prepare: async () => ({ ORDER: await anOrder('PL10001') }),
    meanwhile: customerPays,
    verify: async ({ code, out, said }) => {
      expect([code, out, said]).toEqual([
        0,
        expect.stringMatching(/^(?:http\S+orderNo=\S+\n)?Order \w+ is paid\.\n$/),
        '',
      ]);
      expect(await world.effects()).toMatchObject({ charges: 1 });
    },
  },
  'Recharge a card without uses': {
    as: 'used-up',
    prepare: async () => ({ SNO: 'PL10001' }),
    meanwhile: customerPays,
    verify: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/"remainingUses":[1-9]/)]);
      expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 1 });
    },
  },
  'Share a device with a relative and stop sharing it': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003', PHONE: '13900000009' }),
    verify: async ({ code, out }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/139\*{4}0009[\s\S]*Stopped sharing/)]);
      expect((await world.state()).shares).not.toContainEqual(expect.objectContaining({ mobile: '13900000009' }));
    },
  },
  "Turn a customer's call into a ticket": {
    as: 'leaser',
    prepare: async () => {
      await world.fault({ path: startDevice.path, kind: 'http', times: 1 });
      expect((await sh('physio treatment start PL10003 --mode bio --yes')).code).toBe(1);
      return { SNO: 'PL10003' };
    },
    verify: async ({ code, out, said }) => {
      expect([code, said]).toEqual([0, '']);
      expect(out).toMatch(
        /^# Diagnostic report about `PL10001`\n[\s\S]*^# Support case `PL10003`\n[\s\S]*^## Last calls$/m,
      );
      const ticket = readFileSync(path.join(home, 'ticket.md'), 'utf8');
      expect(ticket).toMatch(/`treatment start` +\| `\S+` +\| 500 .* `[0-9a-f-]{36}` +\|$/m);
      expect(ticket).toMatch(/- source: the device, over its channel\n/);
      const { accessToken, openid, mobile } = await world.user('leaser');
      for (const secret of [accessToken, openid, mobile]) expect(ticket).not.toContain(secret);
    },
  },
  'Find out whether the client or the server is at fault': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003' }),
    verify: ({ code, out }) => expect([code, out]).toEqual([0, 'nothing is wrong\n']),
  },
  'Save all orders for the bookkeeping': {
    as: 'ordinary',
    verify: async ({ code, out }) => {
      expect(code).toBe(0);
      expect(Number(out)).toBeGreaterThan(0);
      expect(JSON.parse(readFileSync(path.join(home, 'orders.json'), 'utf8'))).toHaveLength(Number(out));
    },
  },
};

const scriptOf = (title: string) =>
  recipes.find((recipe) => recipe.title === title)?.script ?? expect.fail(`there is no recipe ${title}`);
const NAMES = { SNO: 'PL10003', ORDER: 'ZL99999999', PHONE: '13900000009' };

test('docs/recipes.md contains at least ten recipes, and each has a test case', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(cases));
  expect(recipes.length).toBeGreaterThanOrEqual(10);
  expect(text.match(/```/g)).toHaveLength(2 * recipes.length);
  for (const { script } of recipes) expect(script).toMatch(/^set -eu\n/);
});

// covers cli.rule.8a
test.each(recipes)('The recipe works as printed: $title', async ({ title, script }) => {
  const { as, prepare, meanwhile, verify } = cases[title] ?? {
    as: 'ordinary',
    verify: () => expect.fail('no test case for this recipe'),
  };
  await signIn(as);
  const env = (await prepare?.()) ?? {};
  const [ran] = await Promise.all([sh(script, env), meanwhile?.()]);
  if (ran.code !== 0) expect.fail(ran.out + ran.said);
  await verify(ran);
  expect(running()).toEqual([]);
});

describe.each(recipes)('the recipe “$title”', ({ title, script }) => {
  beforeEach(() => theShop('PL10003', 'PL10001'));
  const DONE = /nothing is wrong|is running|is online|is paid|Stopped|[Cc]ancelled/;

  // covers cli.rule.23a
  test('The recipe exits with 1 when the server is down, prints no success, and leaves no process running', async () => {
    const { accessToken } = await world.user('leaser');
    const { code, out, said } = await sh(script, {
      ...NAMES,
      PHYSIO_API: `http://127.0.0.1:${await freePort()}/api`,
      PHYSIO_TOKEN: accessToken,
    });
    expect([title, code, out + said]).toEqual([
      title,
      1,
      expect.stringMatching(/Could not reach the server|BAD\s+address|2 checked .*: 2 unknown/),
    ]);
    expect(out).not.toMatch(DONE);
    expect(running()).toEqual([]);
  });

  test('The recipe exits with 4 when nobody is signed in', async () => {
    const { code, out, said } = await sh(script, NAMES);
    expect([title, code, out + said]).toEqual([
      title,
      4,
      expect.stringMatching(/Not signed in|BAD\s+token|2 checked .*: 2 unknown/),
    ]);
    expect(out).not.toMatch(DONE);
    expect(said.match(/Not signed in/g)?.length ?? 0).toBeLessThanOrEqual(script.includes('& watch') ? 2 : 1);
    expect(await world.effects()).toMatchObject({ starts: 0, stops: 0, ordersCreated: 0, shares: 0 });
    expect(running()).toEqual([]);
  });

  test('The recipe fails and changes nothing when the device and the order do not exist', async () => {
    await signIn('ordinary');
    theShop('PL99999');
    const env = { ...NAMES, SNO: 'PL99999' };
    const { code, out } = await sh(script, env);
    const isFinding = /order list --all/.test(script);
    const needsNoDevice = script.includes('physio doctor');
    if (!needsNoDevice) expect([title, isFinding ? code === 0 : code !== 0, out]).toEqual([title, true, out]);
    expect(out).not.toMatch(/is running|is online|is paid|Stopped/);
    expect(await world.effects()).toMatchObject({ starts: 0, stops: 0, ordersCreated: 0, shares: 0 });
    expect(running()).toEqual([]);
  });
});

describe('Ctrl-C', () => {
  const WAITING: Record<string, { as: string; until: string; prepare?: () => Promise<Record<string, string>> }> = {
    'Watch a device while the customer tries it': { as: 'leaser', until: 'device wait' },
    'Start a treatment as soon as the device is online again': {
      as: 'leaser',
      until: 'device wait',
      prepare: async () => (await world.device('PL10003', { online: false }), {}),
    },
    'Wait for all devices of a shop after a power cut': {
      as: 'ordinary',
      until: 'device wait',
      prepare: async () => (theShop('PL10007', 'PL10001'), {}),
    },
    'Rent a device for a customer who pays on their own phone': {
      as: 'assistant',
      until: 'order pay',
      prepare: async () => ({ SNO: 'PL10001' }),
    },
    'Wait for a payment without a time limit': {
      as: 'ordinary',
      until: 'order pay',
      prepare: async () => ({ ORDER: await anOrder('PL10001') }),
    },
    'Recharge a card without uses': { as: 'used-up', until: 'order pay', prepare: async () => ({ SNO: 'PL10001' }) },
  };

  // covers cli.rule.23b
  test.each(Object.entries(WAITING))(
    'Ctrl-C ends the whole script with 130 and leaves no process running: %s',
    async (title, { as, until: words, prepare }) => {
      await signIn(as);
      const env = { ...NAMES, ...(await prepare?.()) };
      const isWaiting = until(running, (lines) => lines.some((line) => line.includes(words)));
      const { code, out } = await sh(scriptOf(title), env, isWaiting);
      expect([title, code]).toEqual([title, 130]);
      expect(out).not.toMatch(/is running|is paid|Started|PL10001 is online/);
      expect(await world.effects()).toMatchObject({ starts: 0, charges: 0 });
      await until(running, (lines) => lines.length === 0);
    },
  );
});

test.each([
  ['a part of it', { part: true }],
  ['all of it', {}],
])('The recipe for a paid order starts nothing for an order of which the shop has refunded %s', async (_, refund) => {
  await signIn('ordinary');
  const ORDER = await anOrder('PL10001');
  await world.pays(ORDER);
  await world.refunds(ORDER, refund);
  const script = scriptOf('Help a customer who paid but whose device did not start');
  const { code, said } = await sh(script, { ORDER, SNO: 'PL10001' });
  expect([code, said]).toEqual([1, expect.stringContaining('退款')]);
  expect(await world.effects()).toMatchObject({ starts: 0 });
});

test('The recipe for a paid order starts nothing for an order that is not paid', async () => {
  await signIn('ordinary');
  const ORDER = await anOrder('PL10001');
  const script = scriptOf('Help a customer who paid but whose device did not start');
  const { code } = await sh(script, { ORDER, SNO: 'PL10001' });
  expect(code).not.toBe(0);
  expect(await world.effects()).toMatchObject({ starts: 0, charges: 0 });
});

test('A second run of the recipe for a paid order sends no second start while the device runs', async () => {
  await signIn('ordinary');
  const ORDER = await anOrder('PL10001');
  await world.pays(ORDER);
  const script = scriptOf('Help a customer who paid but whose device did not start');
  for (const _ of [1, 2]) expect((await sh(script, { ORDER, SNO: 'PL10001' })).code).toBe(0);
  expect(await world.effects()).toMatchObject({ starts: 1, usesDeducted: 0 });
});

test('The recipe for closing time stops the other devices when one cannot be read or stopped, and exits with 1', async () => {
  await signIn('card');
  theShop('not a number!', 'PL10005', 'PL10006');
  const { code, out } = await sh(scriptOf('Stop all running devices at closing time'));
  expect([code, out]).toEqual([1, expect.stringMatching(/Stopped \w+/)]);
  expect(await world.effects()).toMatchObject({ stops: 1 });
});

test('The recipe for closing time names a device that is offline, which may be running, and exits with 5', async () => {
  await signIn('card');
  await world.device('PL10005', { online: false });
  theShop('PL10005', 'PL10006');
  const { code, out } = await sh(scriptOf('Stop all running devices at closing time'));
  expect([code, out]).toEqual([5, expect.stringContaining('These may be running; look at them: PL10005')]);
});

test('The recipe for closing time names a device that runs for nobody knows whom, and exits with 5', async () => {
  theShop('PL10001', 'PL10002', 'PL10003');
  const found = [
    { sno: 'PL10001', status: 'running', leadsTo: 'mode-menu' },
    { sno: 'PL10002', status: 'running', leadsTo: 'used' },
    { sno: 'PL10003', status: 'running', leadsTo: 'process' },
    { sno: 'PL10004', status: 'running', leadsTo: null },
  ];
  rmSync(path.join(home, 'bin/physio'));
  const lines = found.map((line) => `echo '${JSON.stringify(line)}'`).join('; ');
  const stub = `#!/bin/sh\ncase "$1" in device) ${lines} ;; *) echo "$@" ;; esac\n`;
  writeFileSync(path.join(home, 'bin/physio'), stub, { mode: 0o755 });
  const { code, out } = await sh(scriptOf('Stop all running devices at closing time'));
  expect([code, out]).toEqual([
    5,
    'treatment stop PL10003 --yes\nThese may be running; look at them: PL10001 PL10004\n',
  ]);
});

test('The recipe with a report exits with 2 when the report already exists', async () => {
  await signIn('leaser');
  writeFileSync(path.join(home, 'findings.md'), 'of yesterday');
  const { code, out, said } = await sh(scriptOf('Find out whether the client or the server is at fault'), NAMES);
  expect([code, out, said]).toEqual([2, '', expect.stringContaining('is not overwritten')]);
});

test('The recipe for the bookkeeping tells a refunded order from the other paid ones', async () => {
  await signIn('ordinary');
  const [kept, refunded] = [await anOrder('PL10001'), await anOrder('PL10002')];
  for (const number of [kept, refunded]) await world.pays(number);
  await world.refunds(refunded, {});
  expect((await sh(scriptOf('Save all orders for the bookkeeping'))).code).toBe(0);
  const rows = JSON.parse(readFileSync(path.join(home, 'orders.json'), 'utf8')) as { number: string }[];
  const row = (number: string) => rows.find((each) => each.number === number);
  expect(row(refunded)).toMatchObject({ state: 'paid', statusText: '已退款' });
  expect(row(kept)).toMatchObject({ state: 'paid', statusText: expect.not.stringContaining('退款') });
});

test('The recipe for the bookkeeping keeps yesterday’s orders when today’s cannot be fetched', async () => {
  writeFileSync(path.join(home, 'orders.json'), '[{"number":"ZL1"}]');
  expect((await sh(scriptOf('Save all orders for the bookkeeping'))).code).toBe(4);
  expect(readFileSync(path.join(home, 'orders.json'), 'utf8')).toBe('[{"number":"ZL1"}]');
});
