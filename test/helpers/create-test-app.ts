import { expect, onTestFinished } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FakeDeviceChannel } from '../../src/adapters/fake/fake-device-channel.ts';
import { FakePaymentBridge } from '../../src/adapters/fake/fake-payment-bridge.ts';
import { FakeReporter } from '../../src/adapters/fake/fake-reporter.ts';
import { FakeScanner } from '../../src/adapters/fake/fake-scanner.ts';
import { FakeShareMenu } from '../../src/adapters/fake/fake-share-menu.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { compose, type PlatformAdapters } from '../../src/container.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { Problem } from '../../src/core/problem.ts';
import { fingerprint } from '../../src/core/session/fingerprint.ts';
import { Session } from '../../src/core/session/session.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { FakeServer } from './fake-server.ts';
import { oneStoredTreatment } from './stored-treatments.ts';

export const API_BASE = 'https://cloud.test/api';

/** The account scope of the user with this openid at the usual server. */
export function accountOf(openid: string): string {
  return fingerprint(fingerprint(API_BASE), openid);
}

/** One fake per port. */
export function fakeAdapters(configuration: object = {}) {
  const clock = new FakeClock();
  const configured = Configuration.from({ apiBase: API_BASE, ...configuration });
  const http = new FakeServer(new URL(configured.values.apiBase).pathname.replace(/\/$/, ''));
  return {
    configuration: configured,
    http,
    clock,
    storage: new FakeAppStorage(),
    channel: new FakeDeviceChannel(),
    bridge: new FakePaymentBridge(),
    scanner: new FakeScanner(),
    shareMenu: new FakeShareMenu(),
    reporter: new FakeReporter(),
    mutex: new InMemoryMutex(clock),
  };
}

export type FakeAdapters = ReturnType<typeof fakeAdapters>;

interface TestAppOptions {
  configuration?: object;
  /** The address that opens the app. The default query signs the user in. */
  path?: string;
  query?: string;
  /** False if the page could not read its configuration. */
  hasServer?: boolean;
  /** The adapters of another test app open the app again on the same phone. */
  adapters?: FakeAdapters;
  /** Replacements for single fakes. With a replaced Access, no session is opened. */
  instead?: Partial<PlatformAdapters>;
}

type Unexpected = Record<'untaught' | 'reported', readonly unknown[]>;

/** What the apps of the test have met so far; undefined until the test has an app. */
let unexpected: Unexpected[] | undefined;

/**
 * The test fails if it has made one of these lists longer. Registers once in a test: each registration keeps the stack
 * of its caller, and thus the app, until the test has finished.
 */
function failOnAny(lists: Unexpected): void {
  if (!unexpected) {
    const all: Unexpected[] = [];
    unexpected = all;
    onTestFinished(() => {
      unexpected = undefined;
      expect(all.filter(({ untaught, reported }) => untaught.length + reported.length > 0)).toEqual([]);
    });
  }
  unexpected.push(lists);
}

/** The app on fakes, wired by the real container and opened at an address. A request without a defined response and an unread internal error fail the test, even if the app handles them. */
export function createTestApp({
  configuration,
  path = '/',
  query = '?accessToken=token-1&openid=openid-1',
  adapters = fakeAdapters(configuration),
  hasServer = true,
  instead = {},
}: TestAppOptions = {}) {
  const { untaught } = adapters.http;
  const { reported } = adapters.reporter;
  if (!instead.http) failOnAny({ untaught, reported });
  const container = compose({ ...adapters, ...instead });
  const session = container.get(Session);
  /** The device and the operator at which the user stands. */
  const stands: { sno?: string; operatorId?: string } = {};
  const search = instead.access ? '' : session.open(path, query);
  if (!instead.access && hasServer) session.useServer(adapters.configuration.values.apiBase);
  return {
    ...adapters,
    adapters,
    container,
    session,
    stands,
    /** The query that the app was opened with, without its secrets. */
    search,
    scope: container.get(AccountScope),
    /** The stored values of the treatment log. */
    treatments: oneStoredTreatment(container.get(AccountScope)),
    get: container.get.bind(container),
    /** Puts the user at this device of this operator. */
    at: ({ sno }: { sno: string }, operatorId = 'shop-1') => {
      Object.assign(stands, { sno, operatorId });
    },
    /** Reopens the app after the page was killed, with new locks. */
    reopened: () => createTestApp({ adapters: { ...adapters, mutex: new InMemoryMutex(adapters.clock) }, query: '' }),
    /** Opens a second page of the same user on the same phone. */
    anotherTab: () => createTestApp({ adapters: { ...adapters, storage: adapters.storage.anotherPage() }, query }),
  };
}

export type TestApp = ReturnType<typeof createTestApp>;

/** Advances the fake clock by `ms` milliseconds and returns the result. */
export async function within<Result>(
  { clock }: Pick<TestApp, 'clock'>,
  ms: number,
  result: Promise<Result>,
): Promise<Result> {
  result.catch(() => undefined);
  await clock.advance(ms);
  return result;
}

/** The Problem that a promise rejects with. */
export async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
  throw new Error('expected a Problem, and the promise resolved');
}
