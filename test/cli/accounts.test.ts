import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { createServices } from '../../src/cli/services.ts';
import { UsedDirectories } from '../../src/adapters/node/files/used-directories.ts';
import { accountDirectory } from '../../src/cli/account/account-directory.ts';
import {
  directoryOfPerson,
  knownDirectory,
  removePersonal,
  discardAccount,
} from '../../src/cli/account/person-directory.ts';
import { privateFiles } from '../../src/cli/main.ts';
import { getUser, updatePhone } from '../../src/core/account/api.ts';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { Access } from '../../src/core/api/access.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { AnyEndpoint } from '../helpers/fake-server.ts';
import { httpResponse } from '../helpers/fake-server.ts';
import { aDevice, aLeaseOrder, aPage, aReport, durationPlans, online, usePlans } from '../helpers/wire.ts';
import { API, Terminal } from './terminal.ts';

const DAY = 86_400_000;
/** The time at which a terminal's clock begins. */
const NOW = new FakeClock().now();

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.close());

const jwt = (claims: object, signature = 'signature') => `${part({ alg: 'HS256' })}.${part(claims)}.${signature}`;
const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
const place = () => ({ env: {}, home: terminal.home });
const directoryOf = (token: string | undefined, api = API) => accountDirectory('default', api, token, place());

const order = (number: string) => ({ number, kind: 'lease' as const, amountFen: 1 });

describe('an unpaid order', () => {
  const as = (token: string, api = API) => ({ env: { PHYSIO_API: api, PHYSIO_TOKEN: token } });
  const order = (who: ReturnType<typeof as>) =>
    terminal.physio(['order', 'create', 'DEV0001', '--plan', 'd7', '--yes', '--json'], who);
  /** The endpoint at one of the two servers. The path prefix selects the server. */
  const at = <Of extends AnyEndpoint>(server: string, endpoint: Of): Of => ({
    ...endpoint,
    path: server + endpoint.path,
  });
  const placed = (server = '') => terminal.http.requests(at(server, createLeaseOrder)).length;
  beforeEach(() => {
    for (const server of ['', '/other']) {
      const orderNo = `L-${server.length}`;
      terminal.http
        .reply(at(server, getUser), { assist: false })
        .reply(at(server, listDevices), [])
        .reply(at(server, checkDevice), { ownerId: 'shop-1', status: 'DEVICE_FREE' })
        .reply(at(server, listDurationPlans), durationPlans())
        .reply(at(server, listUsePlans), usePlans())
        .reply(at(server, listLeaseOrders), aPage())
        .reply(at(server, listCards), aPage())
        .reply(at(server, getLeaseOrder), aLeaseOrder({ orderNo }))
        .reply(at(server, createLeaseOrder), { payMoney: '19.90', orderNo });
    }
  });

  test('order create does not reuse an unpaid order of another account in the same profile or of another server', async () => {
    for (const [token, orders] of [
      ['token-of-one', 1],
      ['token-of-one', 1],
      ['token-of-other', 2],
    ] as const) {
      expect(await order(as(token))).toMatchObject({ code: 0, stderr: expect.not.stringContaining('physio:') });
      expect(placed()).toBe(orders);
    }
    expect((await order(as('token-of-one', 'https://cloud.example/api/other'))).code).toBe(0);
    expect(placed('/other')).toBe(1);
  });

  test('order create reuses the account’s own unpaid order after another account used the profile', async () => {
    const one = (await order(as('token-of-one'))).json();
    await order(as('token-of-other'));
    expect((await order(as('token-of-one'))).json()).toEqual(one);
    expect(placed()).toBe(2);
  });

  test('order create finds an unanswered order again with a renewed token of the same person, and never with another’s', async () => {
    terminal.http.reply(getUser, { assist: false, mobile: '13800000009' });
    terminal.http.reply(createLeaseOrder, new Problem('timeout'));
    expect((await order(as('token-of-monday'))).code).not.toBe(0);
    const placedOrder = aLeaseOrder({ orderNo: 'L-0', status: '待支付' });
    terminal.http
      .reply(listLeaseOrders, aPage(placedOrder))
      .reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-9' });
    const again = await order(as('token-of-tuesday'));
    expect([again.code, placed(), again.stdout.includes('L-0')]).toEqual([0, 1, true]);
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' });
    await order(as('token-of-somebody-else'));
    expect(placed()).toBe(2);
  });
});

describe('a renewed token of one person', () => {
  const as = (token: string) => ({ env: { PHYSIO_API: API, PHYSIO_TOKEN: token } });
  const create = (token: string, ...more: string[]) =>
    terminal.physio(['order', 'create', 'DEV0001', '--plan', 'd7', '--yes', ...more], as(token));
  const placed = () => terminal.http.requests(createLeaseOrder).length;
  /** The answer to the order is lost, and the order is placed. */
  const losesAnswer = async (token: string) => {
    terminal.http
      .reply(listDevices, [aDevice()])
      .reply(listDurationPlans, durationPlans())
      .reply(listUsePlans, usePlans())
      .reply(listLeaseOrders, aPage())
      .reply(createLeaseOrder, new Problem('timeout'));
    expect((await create(token)).code).toBe(3);
    terminal.http
      .reply(listLeaseOrders, aPage(aLeaseOrder({ orderNo: 'L-0' })))
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-0' }))
      .reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-9' });
  };
  const purchasesOf = (mobile: string) =>
    path.join(directoryOfPerson(directoryOf('token-of-tuesday'), API, mobile), 'account');
  const OPEN = JSON.stringify([{ state: 'submitted', intents: [{ name: 'a', triedAt: NOW }] }]);
  beforeEach(() => void terminal.http.reply(getUser, { assist: false, mobile: '13800000009' }));

  test('order create sends no order while the server does not say whose a new token is', async () => {
    await losesAnswer('token-of-monday');
    terminal.http.reply(getUser, httpResponse({ status: 500 }));
    expect([(await create('token-of-tuesday')).code, placed()]).toEqual([1, 1]);
    terminal.http.reply(getUser, { assist: false, mobile: '13800000009' });
    const again = await create('token-of-tuesday');
    expect([again.code, placed(), again.stdout.includes('L-0')]).toEqual([0, 1, true]);
  });

  test('treatment start repeats a start whose answer was lost with its key after the token was renewed', async () => {
    terminal.http
      .reply(listDevices, [aDevice()])
      .reply(listCards, aPage())
      .reply(getDetail, online)
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(startDevice, new Problem('timeout'));
    await terminal.physio(['profile', 'set', 'idempotencyHeader', 'Idempotency-Key']);
    const start = (token: string) =>
      terminal.physio(['treatment', 'start', 'DEV0001', '--mode', 'bio', '--yes'], as(token));
    expect((await start('token-of-monday')).code).toBe(3);
    terminal.http.reply(startDevice, () => {
      terminal.http.reply(readLatest, aReport());
      return aReport();
    });
    expect((await start('token-of-tuesday')).code).toBe(0);
    const keys = terminal.http.requests(startDevice).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  test.each([
    ['treatment show', 'unknown (last report: idle)'],
    ['device show', 'unknown (last report: idle)'],
  ])(
    '%s does not call a device idle that was started with the last token and has not reported since',
    async (command, state) => {
      terminal.http
        .reply(listDevices, [aDevice()])
        .reply(listCards, aPage())
        .reply(getDetail, online)
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
        .reply(readLatest, aReport({ onOff: 0 }))
        .reply(startDevice, new Problem('timeout'));
      await terminal.physio(['treatment', 'start', 'DEV0001', '--mode', 'bio', '--yes'], as('token-of-monday'));
      privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
      const shown = await terminal.physio([...command.split(' '), 'DEV0001'], as('token-of-tuesday'));
      expect(shown.stdout).toContain(`state\t${state}\n`);
    },
  );

  test.each(['order show L-1', 'order list'])(
    'physio %s says of a cancelled order that its payment may have been made, which was requested with the last token',
    async (command) => {
      terminal.http
        .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1' }))
        .reply(listDevices, [])
        .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
      await terminal.physio(['order', 'pay', 'L-1', '--yes', '--no-wait'], as('token-of-monday'));
      privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
      const cancelled = aLeaseOrder({ orderNo: 'L-1', status: '已取消', statusCode: -1 });
      terminal.http.reply(getLeaseOrder, cancelled).reply(listLeaseOrders, aPage(cancelled));
      const { stderr } = await terminal.physio(command.split(' '), as('token-of-tuesday'));
      expect(stderr).toContain('A payment of order L-1 may have been made before it was cancelled');
    },
  );

  test('A support case with a new token lists the last calls of its person in their order', async () => {
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    await terminal.clock.advance(1_000);
    const { stdout } = await terminal.physio(['support', 'DEV0001', '--json', 'calls'], as('token-of-tuesday'));
    const { calls } = JSON.parse(stdout) as { calls: { at: string; command: string }[] };
    expect(calls.map(({ at }) => at)).toEqual(calls.map(({ at }) => at).toSorted());
    expect([calls[0]?.command, calls.at(-1)?.command]).toEqual(['order create', 'support']);
  });

  test('A support case lists each call once where the server hides the phone number', async () => {
    terminal.http.reply(getUser, { assist: false, mobile: '138****0009' });
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    await terminal.physio(['device', 'show', 'DEV0001'], as('token-of-tuesday'));
    const { stdout } = await terminal.physio(['support', 'DEV0001', '--json', 'calls'], as('token-of-tuesday'));
    const ids = (JSON.parse(stdout) as { calls: { requestId: string }[] }).calls.map(({ requestId }) => requestId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('A command that reads says what does not count when the server does not say whose a new token is', async () => {
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    terminal.http.reply(getUser, httpResponse({ status: 500 }));
    const { code, stderr } = await terminal.physio(['order', 'show', 'L-0'], as('token-of-tuesday'));
    expect([code, stderr]).toEqual([0, expect.stringContaining('which do not count here')]);
  });

  test('A command that reads asks whose a new token is only if something of another account is open', async () => {
    terminal.http.reply(listLeaseOrders, aPage());
    await terminal.physio(['order', 'list'], as('token-of-monday'));
    expect(terminal.http.requests(getUser)).toEqual([]);
  });

  test('A dry run finds what a real run finds, and stores nothing', async () => {
    await losesAnswer('token-of-monday');
    const before = terminal.snapshot();
    const { stdout } = await create('token-of-tuesday', '--dry-run');
    expect([stdout.includes('L-0'), stdout.includes(createLeaseOrder.path)]).toEqual([true, false]);
    expect(terminal.snapshot()).toEqual(before);
  });

  test('An unanswered order is found again after its person has bound another phone number', async () => {
    await losesAnswer('token-of-monday');
    const directoryWith = (mobile: string) => directoryOfPerson(directoryOf('token-of-tuesday'), API, mobile);
    privateFiles.write(path.join(directoryWith('13800000009'), 'account'), 'purchases', '[]');
    privateFiles.write(path.join(directoryWith('13900000001'), 'account'), 'purchases', 'of its last owner');
    terminal.http.reply(updatePhone);
    await terminal.physio(['account', 'bind', '13900000001', '123456'], as('token-of-monday'));
    expect(knownDirectory(directoryOf('token-of-monday'), privateFiles)).toBe(directoryWith('13900000001'));
    expect(
      ['13900000001', '13800000009'].map((mobile) =>
        privateFiles.read(path.join(directoryWith(mobile), 'account/purchases')),
      ),
    ).toEqual(['[]', undefined]);
  });

  test('Every token of a person works in one directory after one of them has bound another phone number', async () => {
    await losesAnswer('token-of-monday');
    expect((await create('token-of-tuesday')).stdout).toContain('L-0');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    terminal.http.reply(updatePhone);
    await terminal.physio(['account', 'bind', '13900000001', '123456'], as('token-of-monday'));
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' });
    await create('token-of-tuesday');
    const directories = ['token-of-monday', 'token-of-tuesday'].map((token) =>
      knownDirectory(directoryOf(token), privateFiles),
    );
    expect(directories).toEqual(Array(2).fill(path.dirname(purchasesOf('13900000001'))));
  });

  test('Open orders of a phone number’s last owner stay with that person’s tokens after another person has bound it', async () => {
    await losesAnswer('token-of-monday');
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' });
    await create('token-of-last-owner');
    privateFiles.write(purchasesOf('13900000001'), 'purchases', 'of the last owner');
    privateFiles.write(purchasesOf('13900000001'), 'drafts', '{}');
    terminal.http.reply(updatePhone);
    await terminal.physio(['account', 'bind', '13900000001', '123456'], as('token-of-monday'));
    const ofLastOwner = path.join(knownDirectory(directoryOf('token-of-last-owner'), privateFiles), 'account');
    expect(readdirSync(ofLastOwner)).toEqual(['purchases']);
    expect(privateFiles.read(path.join(ofLastOwner, 'purchases'))).toBe('of the last owner');
    expect(path.dirname(ofLastOwner)).not.toBe(path.dirname(purchasesOf('13900000001')));
    expect(knownDirectory(directoryOf('token-of-monday'), privateFiles)).toBe(path.dirname(purchasesOf('13900000001')));
  });

  test.each([
    ['account bind', ['account', 'bind', '13900000001', '123456']],
    ['account show', ['account', 'show']],
    ['login', ['login', '--api', API, '--token-file', '-']],
  ])('After %s the open orders of an account that had no phone number are found with it', async (_, words) => {
    terminal.http.reply(getUser, { assist: false });
    await losesAnswer('token-of-monday');
    privateFiles.write(path.join(directoryOf('token-of-monday'), 'account'), 'purchases', OPEN);
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' }).reply(updatePhone);
    const { env } = as('token-of-monday');
    expect((await terminal.physio(words, { env, stdin: 'token-of-monday' })).code).toBe(0);
    expect(privateFiles.read(path.join(purchasesOf('13900000001'), 'purchases'))).toBe(OPEN);
    expect(knownDirectory(directoryOf('token-of-monday'), privateFiles)).toBe(path.dirname(purchasesOf('13900000001')));
  });

  test('A token that stopped a device before the server said whose it is finds its person’s order, and the person knows of the stop', async () => {
    await losesAnswer('token-of-monday');
    const own = path.join(directoryOf('token-of-tuesday'), 'account');
    const person = purchasesOf('13800000009');
    privateFiles.write(own, 'stopped~41t', JSON.stringify({ DEV0001: NOW }));
    privateFiles.write(person, 'stopped~41t', JSON.stringify({ dev0001: NOW - 1, DEV0002: NOW }));
    expect((await create('token-of-tuesday')).stdout).toContain('L-0');
    expect(placed()).toBe(1);
    expect(JSON.parse(privateFiles.read(path.join(person, 'stopped~41t')) ?? '')).toEqual({
      DEV0001: NOW,
      DEV0002: NOW,
    });
    expect((await create('token-of-wednesday')).stderr).not.toContain('of another account');
  });

  test.each([
    ['an old treatment', 'treatments', { DEV0001: { sno: 'DEV0001', at: NOW - 2 * DAY, state: {} } }, true],
    ['a treatment of this moment', 'treatments', { DEV0001: { sno: 'DEV0001', at: NOW, state: {} } }, false],
    ['an order that is still to be paid', 'purchases', [{ state: 'ordered', at: NOW - 2 * DAY }], false],
  ])(
    'A token that keeps %s of its own works in its person’s directory once that is over',
    async (_, name, value, isOfPerson) => {
      privateFiles.write(path.join(directoryOf('token-of-monday'), 'account'), name, JSON.stringify(value));
      await losesAnswer('token-of-monday');
      const directory = knownDirectory(directoryOf('token-of-monday'), privateFiles);
      expect(directory === path.dirname(purchasesOf('13800000009'))).toBe(isOfPerson);
    },
  );

  test.each([
    ['account show', ['account', 'show']],
    ['login', ['login', '--api', API, '--token-file', '-']],
  ])('After %s the open orders of a person who changed the phone number in WeChat are found', async (_, words) => {
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' });
    const { env } = as('token-of-monday');
    expect((await terminal.physio(words, { env, stdin: 'token-of-monday' })).code).toBe(0);
    expect(privateFiles.read(path.join(purchasesOf('13900000001'), 'purchases'))).toBe(OPEN);
    expect(knownDirectory(directoryOf('token-of-monday'), privateFiles)).toBe(path.dirname(purchasesOf('13900000001')));
  });

  test.each([
    ['account show', ['account', 'show']],
    ['login', ['login', '--api', API, '--token-file', '-']],
    ['account bind', ['account', 'bind', '13900000001', '1234']],
  ])('%s moves the data of a person only while it holds the lock of the profiles', async (_, words) => {
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' }).reply(updatePhone);
    let isHeld = false;
    const { runExclusive, move } = privateFiles;
    const moved: boolean[] = [];
    const lock = vi.spyOn(privateFiles, 'runExclusive').mockImplementation((directory, work) =>
      runExclusive(directory, () => {
        isHeld = true;
        work();
        isHeld = false;
      }),
    );
    const moving = vi
      .spyOn(privateFiles, 'move')
      .mockImplementation((from, to) => (moved.push(isHeld), move(from, to)));
    const { env } = as('token-of-monday');
    expect((await terminal.physio(words, { env, stdin: 'token-of-monday' })).code).toBe(0);
    expect(moved).toEqual([true]);
    for (const spy of [lock, moving]) spy.mockRestore();
  });

  test('The first command of a new token with a new number says once that other orders of the profile are open', async () => {
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' });
    const says = expect.stringContaining('open orders or treatments of another account or phone number');
    expect((await create('token-of-tuesday')).stderr).toEqual(says);
    expect((await create('token-of-tuesday')).stderr).not.toEqual(says);
  });

  test('The first command of a new token says that a payment of another number may be lost, however long ago it was', async () => {
    await losesAnswer('token-of-monday');
    const lapsed = [{ order: { number: 'L-1', kind: 'lease' }, reason: 'gone', at: Date.UTC(2020, 0, 1) }];
    privateFiles.write(purchasesOf('13800000009'), 'lapsed~50ayments', JSON.stringify(lapsed));
    privateFiles.remove(path.join(purchasesOf('13800000009'), 'purchases'));
    terminal.http.reply(getUser, { assist: false, mobile: '13900000001' });
    expect((await create('token-of-tuesday')).stderr).toContain('open orders or treatments of another account');
  });

  test('A token keeps to its own open treatment although only the answer that names its person sets a fast clock right', async () => {
    terminal.clock = new FakeClock();
    const own = directoryOf('token-of-monday');
    const treatment = { sno: 'DEV0001', at: terminal.clock.now() - 5 * DAY, state: { workMinutes: 30 } };
    privateFiles.write(path.join(own, 'account'), 'treatments', JSON.stringify({ DEV0001: treatment }));
    terminal.http
      .reply(getUser, () => {
        (terminal.clock as FakeClock).corrects(-5 * DAY);
        return { assist: false, mobile: '13800000009' };
      })
      .reply(listDevices, [aDevice()])
      .reply(listDurationPlans, durationPlans())
      .reply(listUsePlans, usePlans())
      .reply(listLeaseOrders, aPage())
      .reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-9' });
    expect((await create('token-of-monday')).code).toBe(0);
    expect([knownDirectory(own, privateFiles), terminal.coreOptions?.directory]).toEqual([own, own]);
  });

  test('The first command of a new token does not count the open orders of another server', async () => {
    await losesAnswer('token-of-monday');
    privateFiles.write(purchasesOf('13800000009'), 'purchases', OPEN);
    const other = 'https://other.example/api';
    const at = { env: { PHYSIO_API: other, PHYSIO_TOKEN: 'token-of-tuesday' } };
    const { stderr } = await terminal.physio(['order', 'create', 'DEV0001', '--plan', 'd7', '--yes'], at);
    expect(stderr).not.toContain('open orders or treatments');
  });

  test.each([
    ['whose phone numbers the server masks alike', '138****0009'],
    ['for whose missing phone numbers the server sends 0', 0],
  ])('Two people %s share no order', async (_, mobile) => {
    terminal.http.reply(getUser, { assist: false, mobile });
    await losesAnswer('token-of-one');
    terminal.http.reply(listLeaseOrders, aPage());
    await create('token-of-other');
    expect(placed()).toBe(2);
    expect(knownDirectory(directoryOf('token-of-other'), privateFiles)).toBe(directoryOf('token-of-other'));
  });
});

describe('the directory of an account', () => {
  test('The account directory depends on the account and the server', () => {
    expect(directoryOf('a')).toBe(directoryOf('a'));
    expect(
      new Set([directoryOf('a'), directoryOf('b'), directoryOf(undefined), directoryOf('a', 'https://other.example')])
        .size,
    ).toBe(4);
  });

  test('The account directory stays the same when a renewed JWT has the same lasting claims', () => {
    const first = jwt({ sub: 'user-7', iat: 1, exp: 2, nbf: 1 }, 'one');
    expect(directoryOf(jwt({ exp: 9, sub: 'user-7', iat: 8 }, 'two'))).toBe(directoryOf(first));
    expect(directoryOf(jwt({ sub: 'user-8', iat: 1, exp: 2 }, 'one'))).not.toBe(directoryOf(first));
    expect(directoryOf(jwt({ sub: 'login', uid: 1 }))).not.toBe(directoryOf(jwt({ sub: 'login', uid: 2 })));
  });

  test('A token that names no account gets a directory of its own', () => {
    expect(directoryOf(jwt({ exp: 9 }, 'one'))).not.toBe(directoryOf(jwt({ exp: 9 }, 'two')));
    expect(directoryOf('a.b.c')).not.toBe(directoryOf('a.b.d'));
    expect(directoryOf(`x.${Buffer.from('[1]').toString('base64url')}.y`)).not.toBe(
      directoryOf(`x.${Buffer.from('[1]').toString('base64url')}.z`),
    );
  });

  test('Two accounts never share a directory, and its path contains neither token nor claim', () => {
    const who = fc.record({
      sub: fc.constantFrom('', '7', '77', '{}', '"', '名'),
      tenant: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(who, who, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(directoryOf(jwt(one)) === directoryOf(jwt(other))).toBe(same);
      }),
    );
    expect(path.basename(directoryOf('token-with-a-name'))).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('signing in and out', () => {
  const login = (token: string) => terminal.physio(['login', '--api', API, '--token-file', '-'], { stdin: token });
  const remembers = (token: string) => {
    mkdirSync(path.join(directoryOf(token), 'account'), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(directoryOf(token), 'account/purchases'), '{}', { mode: 0o600 });
  };
  beforeEach(() => void terminal.http.reply(getUser, { nickname: 'A' }));

  test('Signing in as another account deletes what is personal of the previous one, and keeps its open orders', async () => {
    await login('token-of-one');
    remembers('token-of-one');
    writeFileSync(path.join(directoryOf('token-of-one'), 'account/assist'), 'true', { mode: 0o600 });
    await login('token-of-other');
    const left = readdirSync(directoryOf('token-of-one'), { recursive: true }).map(String);
    expect(left.toSorted()).toEqual(['account', path.join('account', 'purchases'), 'server']);
  });

  test('A start that a command sends while another person signs in on this computer is not forgotten', () => {
    remembers('token-of-one');
    const directory = directoryOf('token-of-one');
    const area = path.join(directory, 'account');
    writeFileSync(path.join(area, 'assist'), 'true', { mode: 0o600 });
    removePersonal(directory, {
      ...privateFiles,
      remove: (removed) => {
        privateFiles.write(area, 'pending~53tarts', '{"DEV0001":{}}');
        privateFiles.remove(removed);
      },
    });
    expect(readdirSync(area).toSorted()).toEqual(['pending~53tarts', 'purchases']);
  });

  test('Signing in as another person deletes what is personal of the previous person, and keeps the open orders', async () => {
    const areaOf = (mobile: string) =>
      path.join(directoryOfPerson(directoryOf('token-of-one'), API, mobile), 'account');
    for (const [token, mobile] of [
      ['token-of-one', '13800000009'],
      ['token-of-other', '13900000001'],
    ] as const) {
      terminal.http.reply(getUser, { mobile });
      await login(token);
      for (const name of ['drafts', 'purchases']) privateFiles.write(areaOf(mobile), name, '{}');
    }
    expect(['13800000009', '13900000001'].map((mobile) => readdirSync(areaOf(mobile)).toSorted())).toEqual([
      ['purchases'],
      ['drafts', 'purchases'],
    ]);
  });

  test('Signing in as the same account keeps its data', async () => {
    const [first, renewed] = [jwt({ sub: '7', exp: 1 }), jwt({ sub: '7', exp: 2 })];
    await login(first);
    remembers(first);
    await login(renewed);
    expect(existsSync(path.join(directoryOf(renewed), 'account/purchases'))).toBe(true);
  });

  test('profile remove says which order and device it forgets', async () => {
    await login('token-of-one');
    remembers('token-of-one');
    const keep = (name: string, value: unknown) =>
      writeFileSync(path.join(directoryOf('token-of-one'), 'account', name), JSON.stringify(value), { mode: 0o600 });
    keep('purchases', [
      { state: 'paying', order: order('L-1') },
      { state: 'submitted' },
      { state: 'draft' },
      { state: 'ordered', order: order('L-2') },
    ]);
    keep('lapsed~50ayments', [{ reason: 'gone', order: order('L-3') }]);
    keep('treatments', { DEV0001: { sno: 'DEV0001' } });
    keep('pending~53tarts', { DEV0001: { sno: 'DEV0001' }, DEV0002: { sno: 'DEV0002' } });
    keep('stops~41sked', { DEV0003: { sno: 'DEV0003' } });
    const { stderr } = await terminal.physio(['profile', 'remove', 'default', '--yes']);
    expect(stderr).toContain(
      'forgets once it is removed: order L-1, an order that was not answered, order L-3, device DEV0001, device DEV0002, device DEV0003\n',
    );
    expect(existsSync(directoryOf('token-of-one'))).toBe(false);
  });

  test('profile remove says which device it forgets whose stop had no known effect, although it was not started here', async () => {
    await login('token-of-one');
    const area = path.join(directoryOf('token-of-one'), 'account');
    privateFiles.write(area, 'stops~46ailed', JSON.stringify({ DEV0001: Date.now() }));
    const { stderr } = await terminal.physio(['profile', 'remove', 'default', '--yes']);
    expect(stderr).toContain('running treatments, which it forgets once it is removed: device DEV0001\n');
  });

  test('profile remove keeps a profile with which another command has begun something that the question did not name', async () => {
    await login('token-of-one');
    remembers('token-of-one');
    const started = path.join(directoryOf('token-of-one'), 'account', 'treatments');
    const exclusively = vi.spyOn(privateFiles, 'runExclusive').mockImplementationOnce(async (_, work) => {
      writeFileSync(started, JSON.stringify({ DEV0009: { sno: 'DEV0009' } }), { mode: 0o600 });
      work();
    });
    const { code, stderr } = await terminal.physio(['profile', 'remove', 'default'], { types: 'y' });
    expect([code, exclusively.mock.calls.length]).toEqual([1, 1]);
    expect(stderr).toContain('Profile default was not removed: it was used meanwhile (device DEV0009)');
    expect(existsSync(started)).toBe(true);
  });

  test('Signing out deletes what is personal of every account, and keeps their open orders', async () => {
    await login('token-of-one');
    remembers('token-of-one');
    remembers('token-from-the-environment');
    const drafts = path.join(directoryOf('token-from-the-environment'), 'account/drafts');
    writeFileSync(drafts, '{}', { mode: 0o600 });
    await terminal.physio(['logout']);
    expect(readdirSync(path.join(terminal.home, '.config/physio/profiles/default'))).toEqual(['accounts']);
    for (const token of ['token-of-one', 'token-from-the-environment'])
      expect(existsSync(path.join(directoryOf(token), 'account/purchases'))).toBe(true);
    expect(existsSync(drafts)).toBe(false);
  });

  test('Signing out of a profile without data of an account leaves nothing of it', async () => {
    const directory = path.join(terminal.home, '.config/physio/profiles/default');
    privateFiles.write(directory, 'token', JSON.stringify({ token: 'token-of-one', api: API }));
    await terminal.physio(['logout']);
    expect(existsSync(directory)).toBe(false);
  });
});

describe('files of several accounts', () => {
  class FixedToken extends Access {
    override token = () => 'token-of-one';
    override refused = () => undefined;
  }
  const core = (token: string) =>
    createServices({
      configuration: { apiBase: API },
      access: new FixedToken(),
      directory: directoryOf(token),
      discard: () => {},
    });
  const opensPayment = (account: Awaited<ReturnType<typeof core>>, number: string) =>
    account.get(CheckoutRecords).record({ type: 'sheetOpened', order: order(number) });

  test('An account neither reads nor overwrites the data of another account', async () => {
    const [one, other] = [await core('token-of-one'), await core('token-of-other')];
    const ordersOf = (account: typeof one) => account.get(CheckoutRecords).purchases().known();
    opensPayment(one, 'L-1');
    expect(ordersOf(other)).toEqual([]);
    opensPayment(other, 'L-2');
    other.get(AccountScope).storage.clear('account');
    expect([ordersOf(one), ordersOf(other)]).toEqual([[order('L-1')], []]);
  });

  /** The directories of accounts that were last used so many days ago, each with what it holds. */
  function unusedAccounts(days: number, accounts: Record<string, Record<string, unknown>>): void {
    for (const [token, files] of Object.entries(accounts)) {
      privateFiles.write(directoryOf(token), 'calls', '[]');
      for (const [name, json] of Object.entries(files))
        privateFiles.write(path.join(directoryOf(token), 'account'), name, JSON.stringify(json));
      const then = new Date(Date.now() - days * DAY);
      utimesSync(directoryOf(token), then, then);
    }
  }
  const remaining = (...tokens: string[]) => tokens.filter((token) => existsSync(directoryOf(token)));
  const ago = (days: number) => Date.now() - days * DAY;
  /** A command of the account `mine`, which the server answers at `serverAt`. */
  const commandAt = (serverAt: number, machineAt = Date.now()) => {
    privateFiles.write(directoryOf('mine'), 'calls', '[]');
    const discard = (directory: string, now: number) => discardAccount(directory, now, privateFiles);
    new UsedDirectories([directoryOf('mine')], discard, () => machineAt).serverAnswered(serverAt);
  };

  test('The data of an account that was not used for a month is deleted when the server answers, and other data stays', () => {
    unusedAccounts(31, { old: {} });
    unusedAccounts(29, { young: {} });
    commandAt(Date.now());
    expect(remaining('old', 'young', 'mine')).toEqual(['young', 'mine']);
  });

  test('The data of an account stays, however long it was not used, while it guards money or a body', () => {
    const purchase = { state: 'paying', order: order('L-1'), intents: [] };
    unusedAccounts(90, {
      open: { purchases: [{ ...purchase, at: ago(0.9) }] },
      over: { purchases: [{ ...purchase, at: ago(80) }] },
      lapsed: { 'lapsed~50ayments': [{ order: order('L-1'), reason: 'gone', at: ago(80) }] },
      running: { treatments: { DEV0001: { sno: 'DEV0001', at: ago(0.9) } } },
      customer: { 'customer~4frders': { 'L-1': { forWhom: 'customer', at: ago(29) } } },
      damaged: { purchases: 'damaged' },
    });
    commandAt(Date.now());
    expect(remaining('open', 'over', 'lapsed', 'running', 'customer', 'damaged')).toEqual([
      'open',
      'lapsed',
      'running',
      'customer',
      'damaged',
    ]);
  });

  test.each([
    ['this machine’s', ago(0), ago(-60)],
    ['the server’s', ago(-60), ago(0)],
  ])('Nothing of another account is deleted when %s clock jumps', (_, serverAt, machineAt) => {
    unusedAccounts(0, { other: { treatments: { DEV0001: { sno: 'DEV0001', at: Date.now() } } }, idle: {} });
    commandAt(serverAt, machineAt);
    expect(remaining('other', 'idle')).toEqual(['other', 'idle']);
  });

  test('An account directory that other users could have prepared is refused', async () => {
    opensPayment(await core('mine'), 'L-1');
    chmodSync(directoryOf('mine'), 0o777);
    await expect(async () => opensPayment(await core('mine'), 'L-2')).rejects.toThrow(Problem);
  });
});
