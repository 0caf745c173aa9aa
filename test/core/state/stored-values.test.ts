import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../../src/adapters/fake/fake-clock.ts';
import { storedSentCode } from '../../../src/core/account/stored.ts';
import { Problem } from '../../../src/core/problem.ts';
import { Session } from '../../../src/core/session/session.ts';
import { storedShareState } from '../../../src/core/share/stored.ts';
import { storedCredentials } from '../../../src/core/session/stored.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { storedTreatments } from '../../../src/core/treatment/records/stored.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { describeDamage } from '../../helpers/damaged-values.ts';

describeDamage({
  credentials: {
    area: 'session',
    key: 'credentials',
    meant: { accessToken: 'a', openid: 'o' },
    read: (scope) => storedCredentials(scope).get(),
  },
  'the last code that was sent': {
    area: 'session',
    key: 'codeSentAt',
    meant: { at: 1, mobile: '138****0001' },
    read: (scope) => storedSentCode(scope).get(),
  },
  'the mark of share management': {
    area: 'session',
    key: 'shareState',
    meant: 2,
    read: (scope) => storedShareState(scope).get(),
  },
});

const stoppedAt = (text: string) => {
  const storage = new FakeAppStorage();
  storage.write('account', 'stoppedAt', text);
  return storedTreatments(new AccountScope(storage)).stoppedAt.get();
};

test('A stored invalid timestamp or infinite number counts as absent', () => {
  expect([
    stoppedAt('{"DEV1":1e300}'),
    stoppedAt('{"DEV1":1e999}'),
    stoppedAt('{"DEV1":"5"}'),
    stoppedAt('[]'),
  ]).toEqual([{}, {}, {}, {}]);
});

test('A stored field with the name of an inherited property is ignored and changes no other object', () => {
  expect(stoppedAt('{"__proto__":5,"DEV1":1}')).toEqual({ DEV1: 1 });
  expect(({} as Record<string, unknown>)['sno']).toBeUndefined();
});

test('Every read and write throws the storage Problem if the storage fails', () => {
  const storage = new FakeAppStorage();
  const scope = new AccountScope(storage);
  const [log, session] = [new TreatmentLog(scope, new FakeClock()), new Session(scope)];
  storage.failsWith();
  const uses = [
    () => log.records().started,
    () => log.record({ type: 'stopped', sno: 'DEV1' }),
    () => session.token(),
    () => session.open('/', '?accessToken=a'),
    () => session.useServer('https://cloud.test'),
    () => scope.enter('one'),
    () => scope.enterAlone('one'),
  ];
  for (const use of uses) expect(use).toThrow(Problem);
});
