import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { Preferences } from '../../../src/core/account/preferences.ts';
import { Session } from '../../../src/core/session/session.ts';
import { Visit } from '../../../src/core/session/visit.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';

test('A phone has type of the usual size until large type is asked for, and again once it is not', () => {
  const storage = new FakeAppStorage();
  const preferences = new Preferences(storage);
  expect(preferences.largeType()).toBe(false);
  preferences.setLargeType(true);
  expect(new Preferences(storage).largeType()).toBe(true);
  preferences.setLargeType(false);
  expect(new Preferences(storage).largeType()).toBe(false);
});

test('Large type stays when another person signs in on the phone, and nothing of the person before does', () => {
  const storage = new FakeAppStorage();
  const visit = new Visit(new AccountScope(storage));
  const session = new Session(visit);
  session.open('/', '?accessToken=one&openid=a');
  visit.set('assist', true);
  visit.set('operatorId', 'op1');
  new Preferences(storage).setLargeType(true);
  session.open('/', '?accessToken=two&openid=b');
  expect(new Preferences(storage).largeType()).toBe(true);
  expect([visit.get('assist'), visit.get('operatorId')]).toEqual([undefined, undefined]);
});
