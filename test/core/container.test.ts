import type { Newable } from 'inversify';
import { expect, test } from 'vitest';
import { compose } from '../../src/container.ts';
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
import { coreOnFakes, fakeOutside } from '../helpers/core-on-fakes.ts';
import { done } from '../helpers/wire.ts';

/** Made where they are needed: what lives shorter than the program, what the outside gives, and the doctor's, which the command line alone joins. */
const notMade = ['Access', 'Configuration', 'Problem', 'SingleFlight', 'TreatmentTracker', 'ChannelConnection', 'ExamineCall', 'ExamineChannel', 'ExamineServer', 'Stored'];

const modules = import.meta.glob<Record<string, unknown>>('../../src/core/**/*.ts', { eager: true });
const classes = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((one): one is Newable<object> => typeof one === 'function' && String(one).startsWith('class '))
  .filter(({ name }) => !notMade.includes(name));

test.each(classes.map((each) => [each.name, each] as const))('%s is made once, with all it needs', (_, each) => {
  const { container } = coreOnFakes();
  const one = container.get<object>(each);
  expect(one).toBeInstanceOf(each);
  expect(container.get<object>(each)).toBe(one);
});

test('no class of the core was overlooked', () => {
  expect(classes.map(({ name }) => name)).toEqual(expect.arrayContaining(['ApiClient', 'EnterDevice', 'FollowTreatment', 'RentDevice', 'CurrentDevice']));
});

test('each port is the one from outside', () => {
  const outside = fakeOutside();
  const container = compose(outside);
  expect([AppStorage, Clock, DeviceChannel, Http, PaymentBridge, Scanner, ShareMenu, Mutex].map((port) => container.get<object>(port))).toEqual([
    outside.storage,
    outside.clock,
    outside.channel,
    outside.http,
    outside.bridge,
    outside.scanner,
    outside.shareMenu,
    outside.mutex,
  ]);
});

test('the session speaks for the user unless somebody else does', async () => {
  expect(coreOnFakes().get(Access)).toBeInstanceOf(Session);
  const outside = fakeOutside();
  outside.http.answers('/user/get', done({}));
  const access: Access = { token: () => 'from-a-file', refused: () => {} };
  await compose({ ...outside, access }).get(Queries).user();
  expect(outside.http.sent[0]?.headers['Authorization']).toBe('from-a-file');
});
