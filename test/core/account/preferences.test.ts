import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { Preferences } from '../../../src/core/account/preferences.ts';
import { Session } from '../../../src/core/session/session.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';

test('Large type survives a change of the user, and the state of the previous user does not', () => {
  const storage = new FakeAppStorage();
  const scope = new AccountScope(storage);
  const session = new Session(scope);
  session.open('/', '?accessToken=one&openid=a');
  scope.write('session', 'kept', 'one');
  new Preferences(storage).setLargeType(true);
  session.open('/', '?accessToken=two&openid=b');
  expect(new Preferences(storage).largeType()).toBe(true);
  expect(scope.read('session', 'kept')).toBeUndefined();
});
