import type { Newable } from 'inversify';
import { expect, test } from 'vitest';
import { compose } from '../../src/container.ts';
import { getUser } from '../../src/core/account/api.ts';
import { Access } from '../../src/core/api/access.ts';
import { Queries } from '../../src/core/queries.ts';
import { Session } from '../../src/core/session/session.ts';
import { AppStorage } from '../../src/ports/app-storage.ts';
import { Clock } from '../../src/ports/clock.ts';
import { DeviceChannel } from '../../src/ports/device-channel.ts';
import { Http } from '../../src/ports/http.ts';
import { PaymentBridge } from '../../src/ports/payment-bridge.ts';
import { Scanner } from '../../src/ports/scanner.ts';
import { ShareMenu } from '../../src/ports/share-menu.ts';
import { Mutex } from '../../src/ports/mutex.ts';
import { createTestApp, fakeAdapters } from '../helpers/create-test-app.ts';

/** Classes that the container does not create: short-lived objects and values that the platform provides. */
const notCreated = [
  'Access',
  'Configuration',
  'Problem',
  'SingleFlight',
  'TreatmentTracker',
  'Stored',
  'StoredList',
  'StoredRecord',
  'ChannelConnection',
  'Purchases',
];

const modules = import.meta.glob<Record<string, unknown>>('../../src/core/**/*.ts', { eager: true });
const classes = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((one): one is Newable<object> => typeof one === 'function' && String(one).startsWith('class '))
  .filter(({ name }) => !notCreated.includes(name));

test.each(classes.map((each) => [each.name, each] as const))(
  'The container creates %s once, with all its dependencies',
  (_, each) => {
    const { container } = createTestApp();
    const one = container.get<object>(each);
    expect(one).toBeInstanceOf(each);
    expect(container.get<object>(each)).toBe(one);
  },
);

test('The container returns the given adapter for each port', () => {
  const adapters = fakeAdapters();
  const container = compose(adapters);
  expect(
    [AppStorage, Clock, DeviceChannel, Http, PaymentBridge, Scanner, ShareMenu, Mutex].map((port) =>
      container.get<object>(port),
    ),
  ).toEqual([
    adapters.storage,
    adapters.clock,
    adapters.channel,
    adapters.http,
    adapters.bridge,
    adapters.scanner,
    adapters.shareMenu,
    adapters.mutex,
  ]);
});

test('The session provides the token unless the caller gives another access', async () => {
  expect(createTestApp().get(Access)).toBeInstanceOf(Session);
  const adapters = fakeAdapters();
  adapters.http.reply(getUser, {});
  const access: Access = { token: () => 'from-a-file', refused: () => {} };
  await compose({ ...adapters, access })
    .get(Queries)
    .user();
  expect(adapters.http.sent[0]?.headers['Authorization']).toBe('from-a-file');
});
