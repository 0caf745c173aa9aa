import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { DryRunStorage } from '../../src/adapters/node/dry-run.ts';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import type { StorageArea } from '../../src/ports/app-storage.ts';
import { ENDPOINTS, httpResponse } from '../helpers/fake-server.ts';
import { aCard, aLeaseOrder, aPage, aReport, offline } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';
import { answersWell, obeys, SNO } from './well-behaved-server.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  answersWell(terminal.http);
});
afterEach(() => terminal.close());

const physio = (line: string, more: object = {}) => terminal.physio(line.split(' '), { ...SIGNED_IN, ...more });
const isWrite = ({ url }: { url: string }) =>
  ENDPOINTS.some(({ kind, path }) => kind === 'write' && new URL(url).pathname === `/api${path}`);
const writes = () =>
  terminal.http.sent.filter(isWrite).map(({ method, url, body }) => ({
    method,
    path: new URL(url).pathname + new URL(url).search,
    body: JSON.parse(body) as unknown,
  }));
const free = () => {
  terminal.http.reply(listDevices, []).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
};
const withCard = (money: number) => {
  free();
  obeys(terminal.http, startDevice, 0);
  terminal.http.reply(listCards, aPage(aCard({ sysUserId: 'shop-1', money })));
};

/** Commands that reach a call that changes something, with the state that they need. */
const GOES_THROUGH: Record<string, { line: string; prepare?: () => void | Promise<unknown>; asks?: string }> = {
  'order create': {
    line: `order create ${SNO} --plan d7 --by duration`,
    prepare: free,
    asks: 'Order 7 days for ￥19.90 for',
  },
  'order create of card uses': {
    line: `order create ${SNO} --plan u10 --by uses`,
    prepare: free,
    asks: 'Order 10 uses',
  },
  'order create by an assistant for a customer': {
    line: `order create ${SNO} --plan d7 --assist`,
    prepare: () => {
      free();
      terminal.http.reply(getUser, { mobile: '13800000001', assist: true });
    },
    asks: 'Order 7 days',
  },
  'treatment start': {
    line: `treatment start ${SNO} --mode bio`,
    prepare: () => obeys(terminal.http, startDevice, 0),
  },
  'treatment start with a use deducted': {
    line: `treatment start ${SNO} --mode bio`,
    prepare: () => withCard(3),
    asks: 'Deduct one of 3 uses at 康健店 and start',
  },
  'treatment start with the last use': {
    line: `treatment start ${SNO} --mode bio`,
    prepare: () => withCard(1),
    asks: 'Deduct the last use at 康健店 and start',
  },
  'treatment stop': {
    line: `treatment stop ${SNO}`,
    prepare: () => obeys(terminal.http, stopDevice, 1),
    asks: 'Stop the treatment on',
  },
  'treatment stop right after the start': {
    line: `treatment stop ${SNO}`,
    prepare: async () => {
      obeys(terminal.http, startDevice, 0);
      await physio(`treatment start ${SNO} --mode bio`);
      obeys(terminal.http, stopDevice, 1);
    },
    asks: 'Stop the treatment on',
  },
  'share add': { line: `share add ${SNO} 13800000009 --show-phones` },
  'share remove': { line: `share remove ${SNO} 13800000003 --show-phones`, asks: 'Stop sharing' },
};

describe.each(Object.entries(GOES_THROUGH))('%s --dry-run', (_what, { line, prepare, asks }) => {
  beforeEach(() => prepare?.());

  test('A dry run sends only reads, stores nothing and asks nothing, and prints exactly what a real run sends', async () => {
    const [before, sent] = [terminal.snapshot(), writes().length];
    const { code, json, stderr } = await physio(`${line} --dry-run --json dryRun,calls`);
    expect([code, writes().length, terminal.snapshot()]).toEqual([0, sent, before]);
    if (asks !== undefined) expect(stderr).toContain(`A real run asks first: ${asks}`);
    const planned = json() as { dryRun: boolean; calls: unknown[] };
    expect((await physio(`${line} --yes`)).code).toBe(0);
    expect(planned).toEqual({ dryRun: true, calls: writes().slice(sent) });
    expect(planned.calls).toHaveLength(1);
  });
});

test('A dry run is the same on a terminal, where it shows no prompt, and a second time', async () => {
  free();
  const line = `order create ${SNO} --plan d7 --by duration --dry-run`;
  const { code, stdout, stderr } = await physio(line, { types: [] });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Dry run: nothing was sent\. A real run would send:\nPOST \/api\/\S+\n\{.*\}\n$/),
  ]);
  expect(stderr).not.toContain('[y/N]');
  expect(stdout + stderr).not.toContain(TOKEN);
  expect((await physio(line, { types: [] })).stdout).toBe(stdout);
});

/** Commands that end before their first call that changes something. */
const REFUSED: Record<string, { line: string; exit: number; prepare?: () => void }> = {
  'an offline device': {
    line: `treatment start ${SNO} --mode bio`,
    exit: 5,
    prepare: () => void terminal.http.reply(getDetail, offline),
  },
  'an unknown plan': { line: `order create ${SNO} --plan nope`, exit: 2 },
  'an expired token': {
    line: `treatment stop ${SNO}`,
    exit: 4,
    prepare: () => ENDPOINTS.forEach((endpoint) => terminal.http.fails(endpoint, httpResponse({ status: 401 }))),
  },
};

test.each(Object.entries(REFUSED))(
  'A dry run with %s refuses like a real run',
  async (_what, { line, exit, prepare }) => {
    prepare?.();
    const before = terminal.snapshot();
    const dry = await physio(`${line} --dry-run`);
    expect(terminal.snapshot()).toEqual(before);
    const real = await physio(`${line} --yes`);
    const refusal = real.stderr.trim().split('\n').at(-1) ?? '';
    expect([dry.code, real.code, dry.stderr]).toEqual([exit, exit, expect.stringContaining(refusal)]);
  },
);

describe('order pay --dry-run', () => {
  test('order pay --dry-run prints the link that a real run would show, with no call that changes anything', async () => {
    const before = terminal.snapshot();
    const { code, json } = await physio('order pay L-100 --dry-run --json number,state,link,dryRun,calls');
    expect([code, json(), writes(), terminal.snapshot()]).toEqual([
      0,
      { number: 'L-100', state: 'to-pay', link: expect.stringContaining('L-100'), dryRun: true, calls: [] },
      [],
      before,
    ]);
    const { stdout, stderr } = await physio('order pay L-100 --dry-run --open');
    expect(stdout).toMatch(
      /^Dry run: there is nothing to send\.\nA real run would show the payment link https:\S+L-100\S* and wait until order L-100 is paid\.\n$/,
    );
    expect([stderr, terminal.links]).toEqual([
      expect.stringContaining('A real run asks first: Request payment of ￥19.90 for order L-100?'),
      [],
    ]);
  });

  test('order pay --dry-run says that a real run waits only where it would', async () => {
    const { stdout } = await physio('order pay L-100 --dry-run --no-wait');
    expect(stdout).toMatch(/A real run would show the payment link https:\S+L-100\S*\.\n$/);
  });

  test('order pay --dry-run of a paid order says that it is paid', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-100', status: '支付完成', statusCode: 2 }));
    const { code, stdout } = await physio('order pay L-100 --dry-run');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Order L-100 is paid.')]);
  });
});

test('order create --dry-run of an order that is open already prints that order and has nothing to send', async () => {
  free();
  const line = `order create ${SNO} --plan d7 --by duration`;
  await physio(`${line} --yes`);
  const [before, sent] = [terminal.snapshot(), writes().length];
  const { code, json } = await physio(`${line} --dry-run --json number,outcome,dryRun,calls`);
  expect([code, json()]).toEqual([0, { number: 'L-100', outcome: 'ordered', dryRun: true, calls: [] }]);
  expect([writes().length, terminal.snapshot()]).toEqual([sent, before]);
});

test('treatment start --dry-run of a device that already runs as asked has nothing to send', async () => {
  obeys(terminal.http, startDevice, 0);
  await physio(`treatment start ${SNO} --mode bio`);
  terminal.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
  const { stdout: real } = await physio(`treatment start ${SNO} --mode bio`);
  const { code, stdout } = await physio(`treatment start ${SNO} --mode bio --dry-run`);
  expect([code, stdout]).toEqual([0, `Dry run: there is nothing to send.\n${real}`]);
});

test('A dry run masks phone numbers in the calls unless --show-phones is given', async () => {
  for (const endpoint of [shareDevice, unshareDevice]) terminal.http.reply(endpoint);
  const line = `share add ${SNO} 13800000009 --dry-run`;
  expect((await physio(line)).stdout).toContain('138****0009');
  expect((await physio(`${line} --json`)).stdout).not.toContain('13800000009');
  expect((await physio(`${line} --show-phones`)).stdout).toContain('13800000009');
});

test.each([
  [{}, true],
  [{ types: [] }, false],
])('A dry run off a terminal says that a real run needs --yes there (%j: %s)', async (more, says) => {
  free();
  const { stderr } = await physio(`order create ${SNO} --plan d7 --dry-run`, more);
  expect(stderr.includes('Without a terminal it needs --yes')).toBe(says);
});

test('A dry run has all fields of its command, and those it cannot know are null', async () => {
  free();
  const { json } = await physio(`order create ${SNO} --plan d7 --dry-run --json`);
  expect(json()).toMatchObject({ number: null, outcome: null, dryRun: true, calls: [{ method: 'POST' }] });
});

test('A real run has no fields of a dry run unless they are named', async () => {
  free();
  const { json } = await physio(`order create ${SNO} --plan d7 --by duration --yes --json`);
  expect(Object.keys(json() as object)).not.toContain('dryRun');
  const named = await physio(`order create ${SNO} --plan d7 --by duration --yes --json number,dryRun,calls`);
  expect(named.json()).toEqual({ number: 'L-100', dryRun: null, calls: null });
});

test('A dry run sends no idempotency key and leaves none for the next real run', async () => {
  free();
  await physio('profile set idempotencyHeader X-Idempotency');
  const before = terminal.snapshot();
  const { stdout } = await physio(`order create ${SNO} --plan d7 --dry-run`);
  expect([stdout.includes('X-Idempotency'), terminal.snapshot()]).toEqual([false, before]);
  await physio(`order create ${SNO} --plan d7 --yes`);
  expect(terminal.http.requests(createLeaseOrder)).toHaveLength(1);
});

test('The storage of a dry run reads like the real one after the same changes, which it never makes', () => {
  const areas = ['session', 'account', 'local'] as const;
  const area = fc.constantFrom<StorageArea>(...areas);
  const key = fc.constantFrom('a', 'ab', 'abc', 'b', 'bc');
  const change = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), area, key, value: fc.string() }),
    fc.record({ kind: fc.constant('remove' as const), area, key }),
    fc.record({ kind: fc.constant('clear' as const), area, key: fc.option(key, { nil: undefined }) }),
  );
  const isKeptBy = (kept: string | undefined) =>
    kept === undefined ? undefined : (each: string) => each.startsWith(kept);
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (earlier, later) => {
      const apply = (storage: FakeAppStorage | DryRunStorage, changes: typeof earlier) => {
        for (const each of changes)
          if (each.kind === 'write') storage.write(each.area, each.key, each.value);
          else if (each.kind === 'remove') storage.remove(each.area, each.key);
          else storage.clear(each.area, isKeptBy(each.key));
      };
      const [real, kept] = [new FakeAppStorage(), new FakeAppStorage()];
      for (const storage of [real, kept]) apply(storage, earlier);
      const before = kept.snapshot();
      const dry = new DryRunStorage(kept);
      apply(dry, later);
      apply(real, later);
      for (const each of areas)
        for (const name of ['a', 'ab', 'abc', 'b', 'bc']) expect(dry.read(each, name)).toBe(real.read(each, name));
      expect(kept.snapshot()).toEqual(before);
    }),
  );
});

test('treatment stop --dry-run right after the start says how long a real run waits', async () => {
  obeys(terminal.http, startDevice, 0);
  await physio(`treatment start ${SNO} --mode bio`);
  terminal.http.reply(readLatest, aReport({ onOff: 1, useTime: 0 }));
  const { code, stderr } = await physio(`treatment stop ${SNO} --dry-run`);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/was started less than 5 s ago\. A real run sends the stop in [1-5] s\./),
  ]);
  expect(writes().map(({ path }) => path)).toEqual([`/api${startDevice.path}`]);
});
