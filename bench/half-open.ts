import { setTimeout as rest } from 'node:timers/promises';
import { FakeAppStorage } from '../src/adapters/fake/fake-app-storage.ts';
import { FetchHttp } from '../src/adapters/http/fetch-http.ts';
import { GizwitsDeviceChannel } from '../src/adapters/gizwits/device-channel.ts';
import { keepAliveFetch } from '../src/adapters/node/network/keep-alive-fetch.ts';
import { NoReporter } from '../src/adapters/report/no-reporter.ts';
import { openNodeSocket } from '../src/adapters/node/network/node-socket.ts';
import { SystemClock } from '../src/adapters/system-clock.ts';
import { ApiClient } from '../src/core/api/api-client.ts';
import { Configuration } from '../src/core/api/configuration/configuration.ts';
import { FollowDevice, type DeviceSnapshot } from '../src/core/device/follow/follow-device.ts';
import { Session } from '../src/core/session/session.ts';
import { AccountScope } from '../src/core/state/account-scope.ts';
import { World } from '../test/helpers/world.ts';
import { figureOf, type Figure } from './figure.ts';

const WATCHERS = 20;
const SECOND = 1_000;
const DEVICE = 'PL10005';

/** The delay until the true state is shown on an undetected half-open connection: the real use-case on the simulated cloud. */
export async function* figures(): AsyncGenerator<Figure> {
  const world = await World.start();
  const { accessToken } = await world.user('card');
  const session = new Session(new AccountScope(new FakeAppStorage()));
  session.open('/', `?accessToken=${accessToken}`);
  const clock = new SystemClock();
  const api = new ApiClient(
    new FetchHttp(keepAliveFetch()),
    session,
    Configuration.from({ apiBase: `${world.url}/api` }),
    clock,
  );
  const channel = new GizwitsDeviceChannel({ openSocket: openNodeSocket, secure: false });
  const devices = new FollowDevice(api, channel, clock, new NoReporter());
  const watchers: { snapshot?: DeviceSnapshot; truthAt?: number; stop: () => void }[] = [];
  for (let each = 0; each < WATCHERS; each += 1) {
    const watcher: (typeof watchers)[number] = { stop: () => undefined };
    watcher.stop = devices.follow(DEVICE, (snapshot) => {
      watcher.snapshot = snapshot;
      if (snapshot.online === false) watcher.truthAt ??= performance.now();
    }).stop;
    watchers.push(watcher);
    await rest((10 * SECOND) / WATCHERS);
  }
  while (watchers.some(({ snapshot }) => snapshot?.line !== 'live')) await rest(10);
  await world.fault({ path: 'ws', kind: 'hang', times: 99 });
  const since = performance.now();
  await world.device(DEVICE, { online: false });
  while (watchers.some(({ truthAt }) => truthAt === undefined)) await rest(10);
  for (const { stop } of watchers) stop();
  yield figureOf(
    {
      what: 'half-open connection → true state shown by polling',
      anchor: 'most never',
      of: 'longest',
      atMost: 10.5 * SECOND,
    },
    watchers.map(({ truthAt = 0 }) => truthAt - since),
  );
  await world.close();
}
