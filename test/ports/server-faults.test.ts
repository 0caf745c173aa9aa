import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fault, FaultSetting } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/main.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import { FetchHttp } from '../../src/adapters/http/fetch-http.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { enterPage } from '../../src/core/device/api.ts';
import { createCardOrder } from '../../src/core/lease/api.ts';
import { Problem } from '../../src/core/problem.ts';
import type { ChannelEvent } from '../../src/ports/device-channel.ts';
import { sandbox } from '../sandbox/callers.ts';
import { tenUses } from '../helpers/plans.ts';

const LIMIT_MS = 250;
const PATIENCE_MS = 20_000;
const DEVICE = 'PL10005';

/** An ApiClient over real sockets, signed in to the sandbox as the demo user with a card. */
function apiOf({ at, running }: Pick<Awaited<ReturnType<typeof sandbox>>, 'at' | 'running'>): ApiClient {
  const { accessToken } = running.world.users.get('card');
  const access = { token: () => accessToken, refused: () => undefined };
  return new ApiClient(
    new FetchHttp(keepAliveFetch()),
    access,
    Configuration.from({ apiBase: `${at}/api` }),
    new SystemClock(),
  );
}

describe('a call that changes something', () => {
  const order = { plan: { ...tenUses, id: '122', modeId: '12' }, operatorId: '9001' };

  /** How an order ends at a client that waits for this time. */
  async function ends(api: ApiClient, timeoutMs = LIMIT_MS): Promise<string> {
    try {
      await api.call(createCardOrder, order, { timeoutMs });
      return 'done';
    } catch (thrown) {
      const { code, status } = Problem.of(thrown);
      return status === undefined ? code : `${code} ${status}`;
    }
  }

  test.each<[FaultSetting, string, number]>([
    [{ kind: 'hang' }, 'timeout', 0],
    [{ kind: 'hang-after' }, 'timeout', 1],
    [{ kind: 'reset-before' }, 'network', 0],
    [{ kind: 'reset-after' }, 'network', 1],
    [{ kind: 'garbage' }, 'network', 0],
    [{ kind: 'html', status: 502 }, 'http 502', 0],
    [{ kind: 'malformed' }, 'parse', 0],
    [{ kind: 'misshapen' }, 'parse', 0],
    [{ kind: 'latency', ms: 600_000 }, 'timeout', 0],
    [{ kind: 'bandwidth', bytesPerSecond: 20 }, 'timeout', 1],
  ])('A call that meets %o ends as that failure, and the next call succeeds', async (fault, end, acted) => {
    const world = await sandbox();
    const api = apiOf(world);
    await world.control('faults', { path: createCardOrder.path, ...fault });
    expect(await ends(api, end === 'timeout' ? LIMIT_MS : PATIENCE_MS)).toBe(end);
    await expect.poll(async () => (await world.effects()).ordersCreated).toBe(acted);
    expect(await ends(api, PATIENCE_MS)).toBe('done');
  });

  test.each<FaultSetting>([
    { kind: 'latency', ms: 20 },
    { kind: 'bandwidth', bytesPerSecond: 2_000 },
  ])('A call that meets %o waits for the whole answer', async (fault) => {
    const world = await sandbox();
    await world.control('faults', { path: createCardOrder.path, ...fault });
    expect(await ends(apiOf(world), PATIENCE_MS)).toBe('done');
  });

  test('A call fails while nothing listens at the address, and succeeds once the server listens', async () => {
    const first = await sandbox();
    const api = apiOf(first);
    expect(await ends(api, PATIENCE_MS)).toBe('done');
    await first.running.close();
    expect(await ends(api, PATIENCE_MS)).toBe('network');
    const again = await startSandbox({ port: first.running.port, quiet: true });
    onTestFinished(() => again.close());
    expect(await ends(apiOf({ at: first.at, running: again }), PATIENCE_MS)).toBe('done');
  });

  test('Under any schedule of faults each call reaches the server at most once, and succeeds only if the server acted', async () => {
    const kinds = ['hang', 'hang-after', 'reset-before', 'reset-after', 'garbage', 'malformed', 'misshapen'] as const;
    const aFault = fc.oneof(
      fc.constantFrom(...kinds).map((kind): FaultSetting => ({ kind })),
      fc.integer({ min: 1, max: 40 }).map((ms): FaultSetting => ({ kind: 'latency', ms })),
      fc.constantFrom(500, 502, 503, 504).map((status): FaultSetting => ({ kind: 'html', status })),
    );
    const schedule = fc.array(fc.option(aFault, { nil: undefined, freq: 1 }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(schedule, async (faults) => {
        const world = await sandbox();
        const api = apiOf(world);
        for (const fault of faults) {
          const before = (await world.effects()).ordersCreated;
          if (fault) await world.control('faults', { path: createCardOrder.path, ...fault });
          const end = await ends(api, fault ? LIMIT_MS : PATIENCE_MS);
          const acted = (await world.effects()).ordersCreated - before;
          expect(acted).toBeLessThanOrEqual(1);
          if (end === 'done') expect(acted).toBe(1);
          if (fault === undefined) expect(end).toBe('done');
        }
        await world.running.close();
      }),
      { numRuns: 6 },
    );
  });
});

describe('the device channel', () => {
  /** Short enough that a fault is noticed at once, and long enough for an answer on a machine that is busy. */
  const QUICK = {
    openMs: 1_500,
    loginMs: 1_500,
    overdueMs: 1_500,
    subscribeMs: 1_500,
    pingEveryMs: 120,
    pongMs: 1_500,
    stableMs: 5_000,
  };
  const PATIENT = {
    ...QUICK,
    openMs: 20_000,
    loginMs: 20_000,
    overdueMs: 20_000,
    subscribeMs: 20_000,
    pongMs: 20_000,
  };

  async function follows(times: typeof QUICK, ...faults: Pick<Fault, 'path' | 'kind'>[]) {
    const world = await sandbox();
    const address = await apiOf(world).call(enterPage, { sno: DEVICE });
    for (const fault of faults) await world.control('faults', fault);
    const events: ChannelEvent[] = [];
    const channel = new GizwitsDeviceChannel({ openSocket: openNodeSocket, secure: false, times, random: () => 0 });
    const connection = channel.open(address, (event) => events.push(event));
    onTestFinished(() => connection.close());
    const states = () => events.flatMap((event) => (event.kind === 'line' ? [event.state] : []));
    const reports = () => events.filter(({ kind }) => kind === 'attributes').length;
    return {
      ...world,
      events,
      states,
      reports,
      standsWith: (fewest: number) => expect.poll(() => [states().at(-1), reports() >= fewest]).toEqual(['open', true]),
      strike: (fault: FaultSetting) => world.control('faults', { path: 'ws', times: 0, ...fault }),
    };
  }

  test.each<FaultSetting>([
    { kind: 'hang' },
    { kind: 'reset-before' },
    { kind: 'html', status: 502 },
    { kind: 'reset-after' },
    { kind: 'garbage' },
  ])(
    'A device channel whose first connection meets %o connects again, and then receives the state of the device',
    async (fault) => {
      const line = await follows(QUICK, { path: 'ws', ...fault });
      await line.standsWith(1);
    },
  );

  test.each<FaultSetting>([{ kind: 'hang' }, { kind: 'reset-after' }, { kind: 'garbage' }])(
    'A device channel whose open connection meets %o reports it as lost, and connects again',
    async (fault) => {
      const line = await follows(QUICK);
      await line.standsWith(1);
      const before = line.reports();
      await line.strike(fault);
      await expect.poll(line.states).toContain('lost');
      await line.standsWith(before + 1);
    },
  );

  test('A device channel ignores frames that break off or do not follow the protocol', async () => {
    const line = await follows(PATIENT);
    await line.standsWith(1);
    const before = line.reports();
    await line.strike({ kind: 'malformed' });
    await line.strike({ kind: 'misshapen' });
    await line.control(`device/${DEVICE}`, { online: false });
    await expect.poll(() => line.events).toContainEqual({ kind: 'online', online: false });
    expect([line.states(), line.reports()]).toEqual([['connecting', 'open'], before]);
  });

  test('A device channel does not close a slow connection', async () => {
    const slow = ['login_req', 'subscribe_req', 'c2s_read', 'ping'].map((cmd) => ({ path: `ws/${cmd}`, ms: 40 }));
    const line = await follows(PATIENT, ...slow.map((fault) => ({ ...fault, kind: 'latency' as const })));
    await line.standsWith(1);
    expect(line.states()).toEqual(['connecting', 'open']);
  });
});
