import { expect, onTestFinished } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FakeDeviceChannel } from '../../src/adapters/fake/fake-device-channel.ts';
import { FakeHttp } from '../../src/adapters/fake/fake-http.ts';
import { FakePaymentBridge } from '../../src/adapters/fake/fake-payment-bridge.ts';
import { FakeReporter } from '../../src/adapters/fake/fake-reporter.ts';
import { FakeScanner } from '../../src/adapters/fake/fake-scanner.ts';
import { FakeShareMenu } from '../../src/adapters/fake/fake-share-menu.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { compose } from '../../src/container.ts';
import { Configuration } from '../../src/core/api/configuration.ts';
import { CurrentDevice } from '../../src/core/device/current-device.ts';
import type { SelectedDevice } from '../../src/core/device/device.ts';
import { Problem } from '../../src/core/problem.ts';
import { Session } from '../../src/core/session/session.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { storedTreatments } from '../../src/core/treatment/stored.ts';
import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';

/** FakeHttp, but a call that nobody taught fails the test even where the core lives with it. */
class StrictHttp extends FakeHttp {
  readonly untaught: unknown[] = [];

  override async send(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await super.send(request);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) this.untaught.push(thrown);
      throw thrown;
    }
  }
}

/** One phone or terminal with nothing real behind it; `core` is what runs on it. */
export function fakeOutside(configuration: object = {}) {
  const clock = new FakeClock();
  const outside = {
    configuration: Configuration.from({ apiBase: 'https://cloud.test', ...configuration }),
    http: new StrictHttp(),
    clock,
    storage: new FakeAppStorage(),
    channel: new FakeDeviceChannel(),
    bridge: new FakePaymentBridge(),
    scanner: new FakeScanner(),
    shareMenu: new FakeShareMenu(),
    reporter: new FakeReporter(),
    mutex: new InMemoryMutex(clock),
  };
  const { untaught } = outside.http;
  const { reported } = outside.reporter;
  onTestFinished(() => expect({ untaught, reported }).toEqual({ untaught: [], reported: [] }));
  return outside;
}

type FakeOutside = ReturnType<typeof fakeOutside>;

/** The core on fakes, signed in unless told otherwise; given an outside, it is the page opened again on the same phone. */
export function coreOnFakes({
  query = '?accessToken=token-1&openid=openid-1',
  configuration,
  outside = fakeOutside(configuration),
}: { query?: string; configuration?: object; outside?: FakeOutside } = {}) {
  const container = compose(outside);
  const session = container.get(Session);
  const current = container.get(CurrentDevice);
  session.open('/', query);
  session.useServer(outside.configuration.values.apiBase);
  return {
    ...outside,
    outside,
    container,
    session,
    current,
    /** What the treatment log remembers. */
    treatments: storedTreatments(container.get(AccountScope)),
    get: container.get.bind(container),
    /** The user has chosen this device, of this operator. */
    at: (device: SelectedDevice, operatorId = 'shop-1') => current.select(device, { operatorId }),
    /** The server said that the selected device works for this user. */
    works: (isWorking = true) => current.select(current.selected ?? { sno: 'DEV0001' }, { operatorId: current.operatorId, isWorking }),
    /** The bodies that went to a path. */
    bodies: (path: string): unknown[] => outside.http.sentTo(path).map(({ body }) => JSON.parse(body)),
    /** The `data` of the bodies that went to a path. */
    data: (path: string): unknown[] => outside.http.sentTo(path).map(({ body }) => (JSON.parse(body) as { data?: unknown }).data),
    /** The page was killed and is opened again. */
    reopened: () => coreOnFakes({ outside: { ...outside, mutex: new InMemoryMutex(outside.clock) }, query: '' }),
    /** The same person opens a second page on the same phone. */
    anotherTab: () => coreOnFakes({ outside: { ...outside, storage: outside.storage.anotherPage() }, query }),
  };
}

export type CoreOnFakes = ReturnType<typeof coreOnFakes>;

/** Waits for what was asked while `ms` pass by the fake clock. */
export async function within<Result>(core: Pick<CoreOnFakes, 'clock'>, ms: number, asked: Promise<Result>): Promise<Result> {
  asked.catch(() => undefined);
  await core.clock.advance(ms);
  return asked;
}

/** The Problem that something ends in. */
export async function problemOf(doing: Promise<unknown>): Promise<Problem> {
  try {
    await doing;
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
  throw new Error('expected a Problem, and all went well');
}
