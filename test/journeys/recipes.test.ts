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
import { describe, expect, test } from 'vitest';
import { getDetail, listHistory } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { CLOSED_PORT } from '../helpers/free-port.ts';
import { gatewayTo } from '../helpers/gateway.ts';
import { until } from '../helpers/until.ts';
import { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';

const text = readFileSync('docs/recipes.md', 'utf8');
const recipes = text
  .split('\n## ')
  .slice(1)
  .map((part) => ({ title: part.split('\n')[0] ?? '', script: /```sh\n([\s\S]*?)```/.exec(part)?.[1] ?? '' }));
const scriptOf = (title: string) =>
  recipes.find((recipe) => recipe.title === title)?.script ?? expect.fail(`there is no recipe ${title}`);

interface Ran {
  /** The exit code as a shell reports it: 130 after Ctrl-C. */
  code: number | null;
  out: string;
  said: string;
}

/** A shop’s computer with the command line, and the world of the shop. */
class Shop {
  readonly home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  /** The process groups of the running scripts. */
  private readonly groups = new Set<number>();
  private signedIn: Record<string, string> = {};

  private constructor(readonly world: World) {
    chmodSync(path.resolve('dist/cli/physio.js'), 0o755);
    mkdirSync(this.file('bin'));
    symlinkSync(path.resolve('dist/cli/physio.js'), this.file('bin/physio'));
    writeFileSync(this.file('feedback.txt'), FEEDBACK);
  }

  /** For the calling test. */
  static async open(): Promise<Shop> {
    const shop = new Shop(await World.start());
    afterThisTest(() => shop.close());
    return shop;
  }

  file = (name: string) => path.join(this.home, name);
  read = (name: string) => readFileSync(this.file(name), 'utf8');
  /** The last line of the list has no end, as some editors leave it. */
  owns = (...numbers: string[]) => writeFileSync(this.file('shop.txt'), numbers.join('\n'));

  /** Runs a script from a file. When `interrupt` resolves, the script and its child processes receive Ctrl-C. */
  sh(script: string, env: Record<string, string> = {}, interrupt?: Promise<unknown>): Promise<Ran> {
    const file = path.join(mkdtempSync(this.file('script-')), 'script.sh');
    writeFileSync(file, script);
    return new Promise((resolve, reject) => {
      const child = spawn('sh', [file], {
        cwd: this.home,
        env: {
          PATH: `${this.home}/bin:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          HOME: this.home,
          PHYSIO_API: `${this.world.url}/api`,
          ...this.signedIn,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      const group = Number(child.pid);
      this.groups.add(group);
      let out = '';
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
      child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
      child.once('error', reject);
      child.once('close', (code, signal) => {
        this.groups.delete(group);
        resolve({ code: signal === 'SIGINT' ? 130 : code, out, said });
      });
      interrupt?.then(() => process.kill(-group, 'SIGINT'), reject);
    });
  }

  /** The command lines of the running commands of this computer. */
  running(): string[] {
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
      .filter((line) => line.includes(`${this.home}/bin/physio`));
  }

  async signIn(user: string): Promise<void> {
    this.signedIn = { PHYSIO_TOKEN: (await this.world.user(user)).accessToken };
  }

  /** Pays the customer’s unpaid order as soon as there is one. */
  customerPays = async (): Promise<void> => {
    const { orders } = await until(this.world.state, (state) =>
      state.orders.some(({ statusCode }) => statusCode === 1),
    );
    const open = orders.find(({ statusCode }) => statusCode === 1);
    await this.world.pays(String(open?.['number']));
  };

  /** Orders on a computer, by default on that of the shop. */
  async order(sno: string, computer = this.home): Promise<string> {
    const script = `set -eu
physio device enter ${sno} > enter.txt
plan=$(physio plan list ${sno} --by duration -o value --json id | head -n 1)
physio order create ${sno} --plan "$plan" --yes -o value --json number`;
    const { out } = await this.sh(script, { XDG_CONFIG_HOME: path.join(computer, '.config') });
    return out.trim();
  }

  private async close(): Promise<void> {
    for (const group of this.groups) {
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // the group has ended
      }
    }
    rmSync(this.home, { recursive: true, force: true });
    await this.world.close();
  }
}

const FEEDBACK = `打不开\n\n诊断信息 2026-03-01 09:00:00\n设备编号 PL10001\n最近请求\n08:59:57 /api${getDetail.path} timeout 15000ms\n`;

/** Per recipe: the user, the environment variables, what happens during the run, and the expected result. */
interface Case {
  as: string;
  prepare?: (shop: Shop) => Promise<Record<string, string>>;
  meanwhile?: (shop: Shop) => Promise<unknown>;
  verify: (ran: Ran, shop: Shop) => unknown;
}

const cases: Record<string, Case> = {
  "Check a shop's devices every morning and list the offline ones": {
    as: 'ordinary',
    prepare: async (shop) => (shop.owns('PL10001', 'PL10007', 'PL10008', 'PL20003'), {}),
    verify: ({ code, out }) => expect([code, out]).toEqual([0, 'PL10007\nPL20003\n']),
  },
  'Help a customer who paid but whose device did not start': {
    as: 'ordinary',
    prepare: async (shop) => {
      const ORDER = await shop.order('PL10001');
      await shop.world.pays(ORDER);
      await shop.world.fault({ path: startDevice.path, kind: 'http', times: 1 });
      expect((await shop.sh('physio treatment start PL10001 --mode bio --yes')).code).toBe(1);
      return { ORDER, SNO: 'PL10001' };
    },
    verify: async ({ code, out }, { world }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('PL10001 is running')]);
      expect(await world.effects()).toMatchObject({ starts: 1, charges: 1, usesDeducted: 0 });
    },
  },
  'Watch a device while the customer tries it': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003' }),
    meanwhile: (shop) => shop.sh('physio treatment start PL10003 --mode light --yes'),
    verify: ({ code, out, said }) =>
      expect([code, out, said]).toEqual([0, expect.stringMatching(/^true\tlight\ttrue\t/m), '']),
  },
  'Cancel a stuck order': {
    as: 'ordinary',
    prepare: async (shop) => ({ ORDER: await shop.order('PL10001') }),
    verify: ({ code, out }) => expect([code, out]).toEqual([0, expect.stringMatching(/to pay[\s\S]*\ncancelled\n$/)]),
  },
  'Start a treatment as soon as the device is online again': {
    as: 'leaser',
    prepare: async ({ world }) => (await world.device('PL10003', { online: false }), { SNO: 'PL10003' }),
    meanwhile: ({ world }) => world.device('PL10003', { online: true }),
    verify: async ({ code, out }, { world }) => {
      expect([code, out]).toEqual([0, expect.stringContaining('PL10003 is running')]);
      expect(await world.effects()).toMatchObject({ starts: 1 });
    },
  },
  'Wait for all devices of a shop after a power cut': {
    as: 'ordinary',
    prepare: async (shop) => (shop.owns('number,name\r', 'PL10001,A1\r', '\r', 'PL10007,A7\r', 'PL10002'), {}),
    meanwhile: async (shop) => {
      await until(
        () => shop.running(),
        (lines) => lines.some((line) => line.includes('device wait PL10007')),
      );
      await shop.world.device('PL10007', { online: true });
    },
    verify: ({ code, out }) => expect([code, out.match(/^\w+ is online/gm)]).toEqual([0, ['PL10007 is online']]),
  },
  'Stop all running devices at closing time': {
    as: 'card',
    prepare: async (shop) => (shop.owns('PL10001', 'PL10005', 'PL10006'), {}),
    verify: async ({ code }, { world }) => {
      expect(code).toBe(0);
      expect(await world.effects()).toMatchObject({ stops: 1 });
    },
  },
  'Rent a device for a customer who pays on their own phone': {
    as: 'assistant',
    prepare: async () => ({ SNO: 'PL10001' }),
    meanwhile: (shop) => shop.customerPays(),
    verify: async ({ code, out }, { world }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/Order \w+ is paid\.\n$/)]);
      expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 1 });
    },
  },
  'Wait for a payment without a time limit': {
    as: 'ordinary',
    prepare: async (shop) => ({ ORDER: await shop.order('PL10001') }),
    meanwhile: (shop) => shop.customerPays(),
    verify: async ({ code, out, said }, { world }) => {
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
    meanwhile: (shop) => shop.customerPays(),
    verify: async ({ code, out }, { world }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/\t[1-9]\d*\n$/)]);
      expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 1 });
    },
  },
  'Find out whether a customer paid twice': {
    as: 'ordinary',
    prepare: async (shop) => {
      for (const computer of ['one', 'other']) await shop.world.pays(await shop.order('PL10001', shop.file(computer)));
      return {};
    },
    verify: async ({ code, out }, { world }) => {
      const { orders } = await world.state();
      const paid = orders.slice(0, 2).map((order) => String(order['number']));
      const lines = out.split('\n').slice(0, 2);
      expect([code, lines.map((line) => line.split('\t')[2]).toSorted()]).toEqual([0, paid.toSorted()]);
      for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+Z\tpaid\t\S+\t\d+\tPL10001$/);
    },
  },
  'Request a refund for a customer': {
    as: 'ordinary',
    prepare: async (shop) => {
      const ORDER = await shop.order('PL10001');
      await shop.world.pays(ORDER);
      return { ORDER, PHONE: '13800000001', REASON: '机器没有启动' };
    },
    verify: async ({ code, out }, { world }) => {
      const { feedback, orders } = await world.state();
      expect([code, out]).toEqual([0, expect.stringMatching(/Sent feedback/)]);
      expect(feedback).toEqual([
        expect.objectContaining({
          content: `Refund of order ${String(orders[0]?.['number'])}: 机器没有启动`,
          phone: '13800000001',
        }),
      ]);
    },
  },
  'Share a device with a relative and stop sharing it': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003', PHONE: '13900000009' }),
    verify: async ({ code, out }, { world }) => {
      expect([code, out]).toEqual([0, expect.stringMatching(/139\*{4}0009[\s\S]*Stopped sharing/)]);
      expect((await world.state()).shares).not.toContainEqual(expect.objectContaining({ mobile: '13900000009' }));
    },
  },
  "Turn a customer's call into a ticket": {
    as: 'leaser',
    prepare: async (shop) => {
      await shop.world.fault({ path: startDevice.path, kind: 'http', times: 1 });
      expect((await shop.sh('physio treatment start PL10003 --mode bio --yes')).code).toBe(1);
      return { SNO: 'PL10003' };
    },
    verify: async ({ code, out, said }, shop) => {
      expect([code, said]).toEqual([0, '']);
      expect(out).toMatch(
        /^# Diagnostic report about `PL10001`\n[\s\S]*^# Support case `PL10003`\n[\s\S]*^## Last calls$/m,
      );
      const ticket = shop.read('ticket.md');
      expect(ticket).toMatch(/`treatment start` +\| `\S+` +\| 500 .* `[0-9a-f-]{36}` +\|$/m);
      expect(ticket).toMatch(/- state: unknown\n[\s\S]*- not confirmed: treatment start of /);
      const { accessToken, openid, mobile } = await shop.world.user('leaser');
      for (const secret of [accessToken, openid, mobile]) expect(ticket).not.toContain(secret);
    },
  },
  'Find out whether the client or the server is at fault': {
    as: 'leaser',
    prepare: async () => ({ SNO: 'PL10003' }),
    verify: ({ code, out }) => {
      // A machine that does other work, too, may answer slowly, and that alone is a warning.
      const lines = out.split('\n').filter((line) => !line.endsWith('slower than 1000 ms'));
      expect([code, lines.join('\n')]).toEqual([0, out.startsWith('warn') ? '' : 'nothing is wrong\n']);
    },
  },
  'Save all rental orders for the bookkeeping': {
    as: 'ordinary',
    verify: async ({ code, out }, shop) => {
      expect(code).toBe(0);
      expect(Number(out)).toBeGreaterThan(0);
      expect(
        shop
          .read('orders.ndjson')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toHaveLength(Number(out));
    },
  },
};

const LOST = { SNO: 'PL10003', ORDER: 'ZL99999999', PHONE: '13900000009' };

test('docs/recipes.md contains at least ten recipes, and each has a test case', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(cases));
  expect(recipes.length).toBeGreaterThanOrEqual(10);
  expect(text.match(/```/g)).toHaveLength(2 * recipes.length);
  for (const { script } of recipes) expect(script).toMatch(/^set -eu\n/);
});

test.concurrent.each(recipes)('The recipe works as printed: $title', async ({ title, script }) => {
  const { as, prepare, meanwhile, verify } = cases[title] ?? {
    as: 'ordinary',
    verify: () => expect.fail('no test case for this recipe'),
  };
  const shop = await Shop.open();
  await shop.signIn(as);
  const env = (await prepare?.(shop)) ?? {};
  const [ran] = await Promise.all([shop.sh(script, env), meanwhile?.(shop)]);
  if (ran.code !== 0) expect.fail(ran.out + ran.said);
  await verify(ran, shop);
  expect(shop.running()).toEqual([]);
});

const DONE = /nothing is wrong|is running|is online|is paid|Stopped|[Cc]ancelled|Sent/;

test.concurrent.each(recipes)(
  'The recipe exits with 1 when the server is down, prints no success, and leaves no process running: $title',
  async ({ script }) => {
    const shop = await Shop.open();
    shop.owns('PL10003', 'PL10001');
    const { accessToken } = await shop.world.user('leaser');
    // The retries of a recipe wait longer each time.
    const { code, out, said } = await shop.sh(script.replaceAll(/--retry \d+/g, '--retry 1'), {
      ...LOST,
      PHYSIO_API: `http://127.0.0.1:${CLOSED_PORT}/api`,
      PHYSIO_TOKEN: accessToken,
    });
    expect([code, out + said]).toEqual([
      1,
      expect.stringMatching(/Could not reach the server|BAD\s+address|2 checked .*: 2 unknown/),
    ]);
    expect(out).not.toMatch(DONE);
    expect(said).not.toMatch(/may now|may have/);
    expect(shop.running()).toEqual([]);
  },
);

/** The API of the shop's world behind a gateway. */
async function behindGateway(shop: Shop, refusal: () => number | undefined): Promise<{ PHYSIO_API: string }> {
  const gateway = await gatewayTo(shop.world.url, refusal);
  afterThisTest(gateway.close);
  return { PHYSIO_API: `${gateway.url}/api` };
}

test.concurrent.each([
  "Check a shop's devices every morning and list the offline ones",
  'Stop all running devices at closing time',
  'Rent a device for a customer who pays on their own phone',
  'Recharge a card without uses',
])('The recipe exits with 1 and claims nothing when the server fails from its third answer on: %s', async (title) => {
  const shop = await Shop.open();
  const { as, prepare } = cases[title] ?? expect.fail('no test case for this recipe');
  await shop.signIn(as);
  const env = (await prepare?.(shop)) ?? {};
  let answers = 0;
  const failing = await behindGateway(shop, () => ((answers += 1) > 2 ? 500 : undefined));
  const { code, out } = await shop.sh(scriptOf(title), { ...env, ...failing });
  expect([code, out]).toEqual([1, expect.not.stringMatching(DONE)]);
  expect(await shop.world.effects()).toMatchObject({ stops: 0, charges: 0 });
});

test.concurrent('The recipe for the morning checks 60 devices behind a gateway that lets 20 requests a second through', async () => {
  const shop = await Shop.open();
  await shop.signIn('ordinary');
  await shop.world.reset('many-devices');
  const numbers = Array.from({ length: 60 }, (_, at) => `PM${String(at + 1).padStart(5, '0')}`);
  shop.owns(...numbers);
  let second = 0;
  let answers = 0;
  const limited = await behindGateway(shop, () => {
    const now = Math.floor(Date.now() / 1000);
    if (now > second) [second, answers] = [now, 0];
    return (answers += 1) > 20 ? 429 : undefined;
  });
  const { code, out } = await shop.sh(
    scriptOf("Check a shop's devices every morning and list the offline ones"),
    limited,
  );
  expect([code, out.trim().split('\n')]).toEqual([0, numbers.filter((_, at) => at % 10 === 7)]);
});

test.concurrent('The recipe for the morning lists the offline devices also when no device has one of the numbers, names that number, and exits with 1', async () => {
  const shop = await Shop.open();
  await shop.signIn('ordinary');
  shop.owns('PL10001', 'PL99999', 'PL10007');
  const { code, out, said } = await shop.sh(scriptOf("Check a shop's devices every morning and list the offline ones"));
  expect([code, out, said]).toEqual([1, 'PL10007\n', expect.stringContaining('PL99999')]);
});

/** A script that starts a treatment, one that waits in the background, and one that goes through a list. */
const SHAPES = [
  'Help a customer who paid but whose device did not start',
  'Watch a device while the customer tries it',
  'Stop all running devices at closing time',
];

describe.concurrent.each(SHAPES)('the recipe “%s”', (title) => {
  test('The recipe exits with 4 and says so when nobody is signed in', async () => {
    const shop = await Shop.open();
    shop.owns('PL10003', 'PL10001');
    const script = scriptOf(title);
    const { code, out, said } = await shop.sh(script, LOST);
    expect([code, out + said]).toEqual([4, expect.stringMatching(/Not signed in|2 checked .*: 2 unknown/)]);
    expect(out).not.toMatch(DONE);
    expect(said.match(/Not signed in/g)?.length ?? 0).toBeLessThanOrEqual(script.includes('& watch') ? 2 : 1);
    expect(shop.running()).toEqual([]);
  });

  test('The recipe fails and changes nothing when the device and the order do not exist', async () => {
    const shop = await Shop.open();
    await shop.signIn('ordinary');
    shop.owns('PL99999');
    const { code, out } = await shop.sh(scriptOf(title), { ...LOST, SNO: 'PL99999' });
    expect(code).not.toBe(0);
    expect(out).not.toMatch(DONE);
    expect(await shop.world.effects()).toMatchObject({ starts: 0, stops: 0, ordersCreated: 0, shares: 0 });
    expect(shop.running()).toEqual([]);
  });
});

test.concurrent.each([
  ['Watch a device while the customer tries it', 'leaser', 'device wait'],
  ['Rent a device for a customer who pays on their own phone', 'assistant', 'order pay'],
])('Ctrl-C ends the whole script with 130 and leaves no process running: %s', async (title, user, words) => {
  const shop = await Shop.open();
  await shop.signIn(user);
  const isWaiting = until(
    () => shop.running(),
    (lines) => lines.some((line) => line.includes(words)),
  );
  const env = { ...LOST, ...(user === 'assistant' ? { SNO: 'PL10001' } : {}) };
  const { code, out } = await shop.sh(scriptOf(title), env, isWaiting);
  expect(code).toBe(130);
  expect(out).not.toMatch(/is running|is paid|Started/);
  expect(await shop.world.effects()).toMatchObject({ starts: 0, charges: 0 });
  await until(
    () => shop.running(),
    (lines) => lines.length === 0,
  );
});

describe.concurrent('the recipe for a paid order', () => {
  const script = scriptOf(SHAPES[0] ?? '');

  test.each([
    ['a part of it', { part: true }],
    ['all of it', {}],
  ])('The recipe starts nothing for an order of which the shop has refunded %s', async (_, refund) => {
    const shop = await Shop.open();
    await shop.signIn('ordinary');
    const ORDER = await shop.order('PL10001');
    await shop.world.pays(ORDER);
    await shop.world.refunds(ORDER, refund);
    const { code, said } = await shop.sh(script, { ORDER, SNO: 'PL10001' });
    expect([code, said]).toEqual([1, expect.stringContaining('退款')]);
    expect(await shop.world.effects()).toMatchObject({ starts: 0 });
  });

  test('The recipe says of a cancelled order that it is not paid, starts nothing, and exits with 1', async () => {
    const shop = await Shop.open();
    await shop.signIn('ordinary');
    const ORDER = await shop.order('PL10001');
    expect((await shop.sh(`physio order cancel ${ORDER} --yes`)).code).toBe(0);
    const { code, said } = await shop.sh(script, { ORDER, SNO: 'PL10001' });
    expect([code, said]).toEqual([1, `Order ${ORDER} is not paid: cancelled\n`]);
    expect(await shop.world.effects()).toMatchObject({ starts: 0 });
  });

  test('The recipe starts nothing before the order is paid, and no second time while the device runs', async () => {
    const shop = await Shop.open();
    await shop.signIn('ordinary');
    const ORDER = await shop.order('PL10001');
    const runs = async () => (await shop.sh(script, { ORDER, SNO: 'PL10001' })).code;
    const { code, said } = await shop.sh(script, { ORDER, SNO: 'PL10001' });
    expect([code, said]).toEqual([1, `Order ${ORDER} is not paid: to-pay\n`]);
    expect(await shop.world.effects()).toMatchObject({ starts: 0, charges: 0 });
    await shop.world.pays(ORDER);
    expect([await runs(), await runs()]).toEqual([0, 0]);
    expect(await shop.world.effects()).toMatchObject({ starts: 1, usesDeducted: 0 });
  });
});

describe.concurrent('the recipe for closing time', () => {
  const script = scriptOf('Stop all running devices at closing time');

  test('The recipe stops the other devices when one cannot be read or stopped, and exits with 1', async () => {
    const shop = await Shop.open();
    await shop.signIn('card');
    shop.owns('not a number!', 'PL10005', 'PL10006');
    const { code, out } = await shop.sh(script);
    expect([code, out]).toEqual([1, expect.stringMatching(/Stopped \w+/)]);
    expect(await shop.world.effects()).toMatchObject({ stops: 1 });
  });

  test.each([
    ['is offline', { online: false }],
    ['was locked during a treatment', { locked: true }],
    ['was taken out of operation during a treatment', { status: 'NOT_IN_OPERATION' as const }],
  ])('The recipe names a device that %s, which may be running, and exits with 5', async (_, change) => {
    const shop = await Shop.open();
    await shop.signIn('card');
    await shop.world.device('PL10005', change);
    shop.owns('PL10005', 'PL10006');
    const { code, out } = await shop.sh(script);
    expect([code, out]).toEqual([5, expect.stringContaining('These may be running; look at them: PL10005')]);
  });

  test('The recipe names a line of the list as it is written, and no files of the folder', async () => {
    const shop = await Shop.open();
    await shop.signIn('card');
    shop.owns('PL10006', '*', 'PL99999');
    const { code, out } = await shop.sh(script);
    expect([code, out]).toEqual([1, 'These may be running; look at them: * PL99999\n']);
  });

  test('The recipe names a device that runs for nobody knows whom, and exits with 5', async () => {
    const shop = await Shop.open();
    shop.owns('PL10001', 'PL10002', 'PL10003');
    const found = [
      'PL10001\trunning\tmode-menu',
      'PL10002\trunning\tused',
      'PL10003\trunning\tprocess',
      'PL10004\trunning\t',
    ];
    rmSync(shop.file('bin/physio'));
    const lines = found.map((line) => `printf '%s\\n' '${line}'`).join('; ');
    const stub = `#!/bin/sh\ncase "$1" in device) ${lines} ;; *) echo "$@" ;; esac\n`;
    writeFileSync(shop.file('bin/physio'), stub, { mode: 0o755 });
    const { code, out } = await shop.sh(script);
    expect([code, out]).toEqual([
      5,
      'treatment stop PL10003 --yes\nThese may be running; look at them: PL10001 PL10004\n',
    ]);
  });
});

test.concurrent('The recipe for a refund requests none for an order that is not paid or was cancelled, or of which something was refunded, and says why', async () => {
  const shop = await Shop.open();
  await shop.signIn('ordinary');
  const request = (ORDER: string) =>
    shop.sh(scriptOf('Request a refund for a customer'), { ORDER, PHONE: '13800000001', REASON: '不想要了' });
  const [open, paid] = [await shop.order('PL10001'), await shop.order('PL10002')];
  const unpaid = await request(open);
  expect([unpaid.code, unpaid.said]).toEqual([1, `Order ${open} is not paid: to-pay\n`]);
  await shop.sh(`physio order cancel ${open} --yes`);
  const cancelled = await request(open);
  expect([cancelled.code, cancelled.said]).toEqual([1, `Order ${open} is not paid: cancelled\n`]);
  await shop.world.pays(paid);
  await shop.world.refunds(paid, { part: true });
  const refunded = await request(paid);
  expect([refunded.code, refunded.said]).toEqual([1, expect.stringContaining('退款')]);
  expect((await shop.world.state()).feedback).toEqual([]);
});

test.concurrent('The recipe with a report prints a warning in place of “nothing is wrong”', async () => {
  const shop = await Shop.open();
  await shop.signIn('leaser');
  await shop.world.fault({ path: listHistory.path, kind: 'latency', ms: 1_500, times: 1 });
  const { code, out } = await shop.sh(scriptOf('Find out whether the client or the server is at fault'), {
    SNO: 'PL10003',
  });
  expect([code, out]).toEqual([0, expect.stringMatching(/^warn\s.*slower than/)]);
  expect(out).not.toMatch(DONE);
});

test.concurrent('The recipe without a time limit asks once for an order in an unknown state, and exits with 6', async () => {
  const shop = await Shop.open();
  rmSync(shop.file('bin/physio'));
  const pay = 'echo asked >> pays.txt; [ "$(wc -l < pays.txt)" -gt 1 ] || exit 6';
  const stub = `#!/bin/sh\ncase "$2" in pay) ${pay} ;; show) echo unknown ;; esac\n`;
  writeFileSync(shop.file('bin/physio'), stub, { mode: 0o755 });
  const { code } = await shop.sh(scriptOf('Wait for a payment without a time limit'), LOST);
  expect([code, shop.read('pays.txt')]).toEqual([6, 'asked\n']);
});

test.concurrent('The recipe without a time limit goes on when the server is away for a moment after a try', async () => {
  const shop = await Shop.open();
  rmSync(shop.file('bin/physio'));
  const pay = 'echo asked >> pays.txt; [ "$(wc -l < pays.txt)" -gt 1 ] || exit 6';
  const stub = `#!/bin/sh\ncase "$2" in pay) ${pay} ;; show) exit 1 ;; esac\n`;
  writeFileSync(shop.file('bin/physio'), stub, { mode: 0o755 });
  const { code } = await shop.sh(scriptOf('Wait for a payment without a time limit'), LOST);
  expect([code, shop.read('pays.txt')]).toEqual([0, 'asked\nasked\n']);
});

test.concurrent('The recipe with a report exits with 2 when the report already exists', async () => {
  const shop = await Shop.open();
  await shop.signIn('leaser');
  writeFileSync(shop.file('findings.md'), 'of yesterday');
  const { code, out, said } = await shop.sh(scriptOf('Find out whether the client or the server is at fault'), LOST);
  expect([code, out, said]).toEqual([2, '', expect.stringContaining('is not overwritten')]);
});

test.concurrent('The recipe for a card buys the uses of the shop of the device, also for a customer with a card of another shop', async () => {
  const shop = await Shop.open();
  await shop.signIn('used-up');
  const [{ code }] = await Promise.all([
    shop.sh(scriptOf('Recharge a card without uses'), { SNO: 'PL20001' }),
    shop.customerPays(),
  ]);
  expect(code).toBe(0);
  const { out } = await shop.sh('physio order list --cards --operator 9002 --json state');
  expect(out).toBe('[{"state":"paid"}]\n');
});

test.concurrent('The recipe for the bookkeeping tells a refunded order from the other paid ones, and keeps yesterday’s orders when today’s cannot be fetched', async () => {
  const shop = await Shop.open();
  const save = async () => (await shop.sh(scriptOf('Save all rental orders for the bookkeeping'))).code;
  writeFileSync(shop.file('orders.ndjson'), '{"number":"ZL1"}\n');
  expect([await save(), shop.read('orders.ndjson')]).toEqual([4, '{"number":"ZL1"}\n']);
  await shop.signIn('ordinary');
  const [kept, refunded] = [await shop.order('PL10001'), await shop.order('PL10002')];
  for (const number of [kept, refunded]) await shop.world.pays(number);
  await shop.world.refunds(refunded, {});
  expect(await save()).toBe(0);
  const rows = shop
    .read('orders.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { number: string });
  const row = (number: string) => rows.find((each) => each.number === number);
  expect(row(refunded)).toMatchObject({ state: 'paid', statusText: '已退款' });
  expect(row(kept)).toMatchObject({ state: 'paid', statusText: expect.not.stringContaining('退款') });
});
