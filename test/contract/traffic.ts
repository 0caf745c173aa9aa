import { WebSocket } from 'ws';
import { startSandbox } from '../../sandbox/main.ts';
import { FetchHttp, type FetchLoader } from '../../src/adapters/http/fetch-http.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import type { WebSocketLike } from '../../src/adapters/gizwits/options.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { contract } from '../../src/core/contract.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { askEverything } from '../sandbox/ask-everything.ts';
import { until } from '../helpers/until.ts';

/** One recorded call. */
export interface WireExchange {
  method: string;
  /** Relative to the API's address. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  status: number;
  answer: unknown;
}

export interface SocketTraffic {
  urls: string[];
  sent: unknown[];
  received: unknown[];
}

/** Records the traffic between the app's adapters and a running sandbox: every call, refusals, and a channel session. */
export async function recordTraffic(): Promise<{ exchanges: WireExchange[]; socket: SocketTraffic }> {
  const sandbox = await startSandbox({ port: 0, quiet: true });
  try {
    const exchanges: WireExchange[] = [];
    const http = new FetchHttp(recording(exchanges, keepAliveFetch()));
    const configuration = Configuration.from({ apiBase: `${sandbox.url}api`, idempotencyHeader: 'Idempotency-Key' });
    const as = (token: string) =>
      new ApiClient(http, { token: () => token, refused: () => {} }, configuration, new SystemClock());
    await askEverything(sandbox.world, configuration, http);
    const { accessToken } = sandbox.world.users.get('ordinary');
    const sno = 'PL10001';
    const {
      records: [plan],
    } = await as(accessToken).call(contract.lease.listDurationPlans, { sno });
    if (!plan) throw new Error('there must be a plan');
    await as(accessToken).call(
      contract.lease.createLeaseOrder,
      { plan, sno, assist: false },
      { idempotencyKey: 'key-1' },
    );
    await as(accessToken)
      .call(contract.device.checkDevice, { sno: 'NOWHERE', assist: false })
      .catch(() => {});
    await as('nobody')
      .call(contract.account.getUser, {})
      .catch(() => {});
    const address = await as(accessToken).call(contract.device.enterPage, { sno });
    return {
      exchanges,
      socket: await recordChannel(address, {
        setOnline: (online) => sandbox.world.device(sno)?.machine.setOnline(online),
        lend: () => {
          const lease = sandbox.world.leases.grant({ orderNo: 'other', sno, userId: 'card', assist: false, days: 1 });
          return () => void (lease.expiresAt = 0);
        },
      }),
    };
  } finally {
    await sandbox.close();
  }
}

function recording(exchanges: WireExchange[], load: FetchLoader): FetchLoader {
  return async () => {
    const fetch = await load();
    return async (input, init) => {
      const response = await fetch(input, init);
      const url = new URL(String(input));
      exchanges.push({
        method: init?.method ?? 'GET',
        path: url.pathname.replace(/^\/api/, ''),
        query: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: JSON.parse(String(init?.body)),
        status: response.status,
        answer: JSON.parse(await response.clone().text()),
      });
      return response;
    };
  };
}

/** Records the app's channel until it has received every kind of report, and then a session that sends the other frames. */
async function recordChannel(
  address: Parameters<GizwitsDeviceChannel['open']>[0],
  device: { setOnline: (online: boolean) => void; lend: () => () => void },
): Promise<SocketTraffic> {
  const traffic: SocketTraffic = { urls: [], sent: [], received: [] };
  const all = () => traffic.received;
  const hasReceived = (cmd: string) => traffic.received.some((frame) => (frame as { cmd?: string }).cmd === cmd);
  const openSocket = (url: string): WebSocketLike => {
    const socket = openNodeSocket(url);
    traffic.urls.push(url);
    socket.addEventListener('message', ({ data }) => traffic.received.push(JSON.parse(String(data))));
    return {
      addEventListener: socket.addEventListener.bind(socket) as WebSocketLike['addEventListener'],
      send: (text) => {
        traffic.sent.push(JSON.parse(text));
        socket.send(text);
      },
      close: () => socket.close(),
    };
  };
  const connection = new GizwitsDeviceChannel({ openSocket, secure: false, times: { pingEveryMs: 30 } }).open(
    address,
    () => {},
  );
  await until(all, () => hasReceived('s2c_noti') && hasReceived('pong'));
  device.setOnline(false);
  await until(all, () => hasReceived('s2c_online_status'));
  device.setOnline(true);
  const giveBack = device.lend();
  await until(all, () => hasReceived('s2c_binding_changed'));
  giveBack();
  connection.close();
  const { did, appId: appid, uid, token } = address;
  const frames = [
    { cmd: 'ping' },
    { cmd: 'login_req', data: { appid, uid, token, p0_type: 'attrs_v4', heartbeat_interval: 60 } },
    { cmd: 'subscribe_req', data: [{ did }, { did: 'nobody' }] },
    { cmd: 'c2s_write', req_sn: 1, data: { did, attrs: { OnOff: 1, WortTime: 30 } } },
    { cmd: 'c2s_ack', res_sn: 1, did },
    { cmd: 'c2s_read', req_sn: 2, data: { did, names: ['OnOff'] } },
  ];
  const other = new WebSocket(traffic.urls[0] ?? '');
  other.on('message', (text) => traffic.received.push(JSON.parse(String(text))));
  await new Promise((resolve) => other.once('open', resolve));
  for (const frame of frames) {
    traffic.sent.push(frame);
    other.send(JSON.stringify(frame));
  }
  await until(
    all,
    () => hasReceived('s2c_ack') && traffic.received.some((frame) => (frame as { res_sn?: number }).res_sn === 2),
  );
  other.close();
  return traffic;
}
