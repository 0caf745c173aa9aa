import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FetchHttp } from '../../src/adapters/http/fetch-http.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { sendCode } from '../../src/core/account/api.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { Problem } from '../../src/core/problem.ts';
import type { ChannelEvent, DeviceConnection } from '../../src/ports/device-channel.ts';
import { aSchedule, type Fault } from '../helpers/fault.ts';
import { ANY_LINE, FaultProxy } from '../helpers/fault-proxy.ts';
import { addressAt, GizwitsCloud } from './gizwits-cloud.ts';

const PATH = `/api${sendCode.path}`;
const LIMIT = 250;
const PATIENCE = 5_000;
const ANSWER = '{"code":"200","message":"发送成功","data":null}';

describe('a call through a fault', () => {
  let proxy: FaultProxy;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER));
  });
  let api: ApiClient;
  const calls = async (timeoutMs = LIMIT): Promise<string> => {
    try {
      await api.call(sendCode, { mobile: '13800000001' }, { timeoutMs });
      return 'done';
    } catch (thrown) {
      const { code, status } = Problem.of(thrown);
      return status === undefined ? code : `${code} ${status}`;
    }
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await FaultProxy.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const access = { token: () => 'a-token', refused: () => undefined };
    api = new ApiClient(
      new FetchHttp(keepAliveFetch()),
      access,
      Configuration.from({ apiBase: `${proxy.url}/api` }),
      new SystemClock(),
    );
    await calls(PATIENCE);
  });
  beforeEach(() => {
    requests = 0;
    proxy.heals();
  });
  afterAll(async () => {
    await proxy.stops();
    await new Promise((resolve) => server.close(resolve));
  });

  test.each<[Fault, string, number]>([
    [{ kind: 'hang' }, 'timeout', 0],
    [{ kind: 'half-open' }, 'timeout', 1],
    [{ kind: 'reset-before' }, 'network', 0],
    [{ kind: 'reset-after' }, 'network', 1],
    [{ kind: 'garbage' }, 'network', 0],
    [{ kind: 'html', status: 502 }, 'http 502', 0],
    [{ kind: 'malformed' }, 'parse', 1],
    [{ kind: 'misshapen' }, 'parse', 1],
  ])('A call that meets %o ends as that failure, and the next call succeeds', async (fault, ends, times) => {
    proxy.next(PATH, fault);
    const began = performance.now();
    expect(await calls()).toBe(ends);
    expect(performance.now() - began).toBeLessThan(LIMIT + 1_000);
    await expect.poll(() => requests).toBe(times);
    expect(await calls(PATIENCE)).toBe('done');
  });

  test('A call waits for a slow server, and fails with timeout if its timeout is shorter', async () => {
    proxy.next(PATH, { kind: 'latency', ms: 120 }, { kind: 'latency', ms: 2 * LIMIT });
    const began = performance.now();
    expect(await calls(PATIENCE)).toBe('done');
    expect(performance.now() - began).toBeGreaterThan(115);
    expect(await calls()).toBe('timeout');
  });

  test('A call over a slow connection receives the whole answer, and its time limit counts all of it', async () => {
    proxy.next(PATH, { kind: 'bandwidth', bytesPerSecond: 300 }, { kind: 'bandwidth', bytesPerSecond: 20 });
    const began = performance.now();
    expect(await calls(PATIENCE)).toBe('done');
    expect(performance.now() - began).toBeGreaterThan(100);
    expect(await calls()).toBe('timeout');
  });

  test('A call fails while nothing listens at the address, and succeeds once the server listens', async () => {
    await proxy.refuses();
    expect(await calls()).toBe('network');
    expect(requests).toBe(0);
    await proxy.listens();
    expect(await calls(PATIENCE)).toBe('done');
  });

  test('Under any schedule of faults each call ends in time, reaches the server at most once and succeeds only if the server acted', async () => {
    await fc.assert(
      fc.asyncProperty(aSchedule(8), async (schedule) => {
        proxy.follows(schedule);
        for (const fault of schedule) {
          const before = requests;
          const began = performance.now();
          const end = await calls(fault ? LIMIT : PATIENCE);
          if (fault) expect(performance.now() - began).toBeLessThan(LIMIT + 1_000);
          expect(requests - before).toBeLessThanOrEqual(1);
          if (end === 'done') expect(requests - before).toBe(1);
          if (fault === undefined) expect(end).toBe('done');
        }
      }),
      { numRuns: 6 },
    );
  });
});

describe('the device channel through a fault', () => {
  const times = {
    openMs: 300,
    loginMs: 250,
    overdueMs: 300,
    subscribeMs: 300,
    pingEveryMs: 120,
    pongMs: 120,
    stableMs: 5_000,
  };
  let cloud: GizwitsCloud;
  let proxy: FaultProxy;
  let connection: DeviceConnection | undefined;
  let events: ChannelEvent[];
  const states = () => events.flatMap((event) => (event.kind === 'line' ? [event.state] : []));
  const countReports = () => events.filter(({ kind }) => kind === 'attributes').length;
  const opens = (more: Partial<typeof times> = {}) => {
    const channel = new GizwitsDeviceChannel({
      openSocket: openNodeSocket,
      secure: false,
      times: { ...times, ...more },
      random: () => 0,
    });
    connection = channel.open(addressAt(proxy.portNumber), (event) => events.push(event));
  };
  const stands = () => expect.poll(() => states().at(-1), { timeout: 5_000 }).toBe('open');
  beforeEach(async () => {
    events = [];
    cloud = new GizwitsCloud();
    await cloud.start();
    proxy = await FaultProxy.start(`http://127.0.0.1:${cloud.port}`);
  });
  afterEach(async () => {
    connection?.close();
    await proxy.stops();
    await cloud.stop();
  });

  test.each<Fault>([
    { kind: 'hang' },
    { kind: 'reset-before' },
    { kind: 'html', status: 502 },
    { kind: 'half-open' },
    { kind: 'reset-after' },
    { kind: 'garbage' },
  ])(
    'A device channel whose first connection meets %o reconnects, and then receives the state of the device',
    async (fault) => {
      proxy.next(ANY_LINE, fault);
      opens();
      await expect.poll(() => states(), { timeout: 5_000 }).toContain('lost');
      await stands();
      await expect.poll(countReports).toBeGreaterThan(0);
      expect(cloud.frames.length).toBeGreaterThan(0);
    },
  );

  test.each<Fault>([{ kind: 'half-open' }, { kind: 'reset-after' }, { kind: 'garbage' }])(
    'A device channel whose open connection meets %o reports it as lost, and opens one new connection',
    async (fault) => {
      opens();
      await stands();
      const before = countReports();
      proxy.strikes(fault);
      await expect.poll(() => states(), { timeout: 5_000 }).toContain('lost');
      await stands();
      await expect.poll(countReports).toBeGreaterThan(before);
      await expect.poll(() => proxy.openLines, { timeout: 3_000 }).toBe(1);
    },
  );

  test('A device channel ignores frames that break off or do not follow the protocol', async () => {
    opens();
    await stands();
    await expect.poll(countReports).toBe(1);
    proxy.strikes({ kind: 'malformed' });
    proxy.strikes({ kind: 'misshapen' });
    cloud.send({ cmd: 's2c_noti', data: { did: 'did-1', attrs: { useTime: 7 } } });
    await expect.poll(() => events.at(-1)).toEqual({ kind: 'attributes', attributes: { useTime: 7 } });
    expect([states(), countReports()]).toEqual([['connecting', 'open'], 2]);
  });

  test('A device channel does not close a slow connection', async () => {
    proxy.next(ANY_LINE, { kind: 'latency', ms: 40 });
    opens({ openMs: 3_000, loginMs: 3_000, overdueMs: 3_000, subscribeMs: 3_000, pongMs: 2_000 });
    await stands();
    await expect.poll(() => cloud.count('ping'), { timeout: 3_000 }).toBeGreaterThan(2);
    expect(states()).toEqual(['connecting', 'open']);
  });

  test('A device channel retries until the server listens', async () => {
    await proxy.refuses();
    opens();
    await expect.poll(() => states()).toContain('lost');
    await proxy.listens();
    await stands();
  });
});
