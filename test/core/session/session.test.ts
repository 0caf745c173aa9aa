import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fragmentWithoutSecrets, takeCredentials } from '../../../src/core/session/credentials.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';

const SECRETS = ['accessToken', 'openid', 'mobile', 'timestamp', 'nonceStr', 'signature', 'appId'];

describe('Session: credentials from a link', () => {
  test('A parameter of the link replaces the stored value', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o&sno=OLD1&mobile=1' });
    core.session.open('/', '?sno=NEW1');
    expect(core.session.credentials()).toMatchObject({ accessToken: 'a', openid: 'o', sno: 'NEW1', mobile: '1' });
  });

  test('Opening a link removes the secrets from the address and keeps the other parameters unchanged', () => {
    const core = createTestApp();
    const secrets = SECRETS.map((name) => `${name}=s3cret`).join('&');
    expect(core.session.open('/', `?sno=DEV1&${secrets}&pageType=device&sysUserId=9&renewal=1&q=a%20b`)).toBe(
      '?sno=DEV1&pageType=device&sysUserId=9&renewal=1&q=a%20b',
    );
    expect(core.session.credentials()).toMatchObject({
      accessToken: 's3cret',
      signature: 's3cret',
      sysUserId: '9',
      pageType: 'device',
    });
  });

  test('A secret is found if its name is percent-encoded', () => {
    expect(takeCredentials('/', '?%61ccessToken=s&accessToken=t')).toMatchObject({
      credentials: { accessToken: 's' },
      query: '',
    });
  });

  test.each([
    '#accessToken=x',
    '#/?accessToken=x',
    '#/my?a=1&openid=x',
    '#!signature=x',
    '#a=1;mobile=138',
    '#%61ccessToken=x',
    '#top?x=1#accessToken=y',
    '#accessToken',
  ])('A fragment that names a secret is removed completely: %s', (fragment) => {
    expect(fragmentWithoutSecrets(fragment)).toBe('');
  });

  test.each(['', '#', '#rd', '#wechat_redirect', '#sno=DEV1', '#/my?tab=device', '#no-accessToken=x'])(
    'A fragment without a secret is kept: %j',
    (fragment) => {
      expect(fragmentWithoutSecrets(fragment)).toBe(fragment);
    },
  );

  test.each(['/lease', '/lease/', '/lease//', '/my/orderList', '/my/orderList/', '/orderDetail'])(
    'The operator in the address of %s does not change the operator of the session',
    (path) => {
      const core = createTestApp({ query: '?accessToken=a&sysUserId=mine' });
      expect(core.session.open(path, '?type=recharge&sysUserId=theirs')).toBe('?type=recharge&sysUserId=theirs');
      expect(core.session.credentials().sysUserId).toBe('mine');
      core.session.open(path, '?accessToken=b&openid=o&sysUserId=theirs');
      expect(core.session.credentials()).toEqual({ accessToken: 'b', openid: 'o' });
    },
  );

  test.each(['/lease', '/modeMenu', '/custom', '/share', '/process', '/orderDetail', '/my/feedback'])(
    'The device in the address of %s is not that of the entry, also after a reload and with a new token',
    (path) => {
      const core = createTestApp({ query: '?accessToken=a&sno=ENTRY1' });
      expect(core.session.open(path, '?sno=THEIRS1')).toBe('?sno=THEIRS1');
      expect(core.session.credentials().sno).toBe('ENTRY1');
      core.session.open(path, '?accessToken=b&openid=o&sno=THEIRS1');
      expect(core.session.credentials()).toEqual({ accessToken: 'b', openid: 'o' });
    },
  );

  test('An empty parameter does not replace a stored value', () => {
    const core = createTestApp({ query: '?accessToken=a&sno=DEV1' });
    core.session.open('/', '?accessToken=&sno=');
    expect(core.session.credentials()).toMatchObject({ accessToken: 'a', sno: 'DEV1' });
  });

  test('A token that no request can carry does not replace the token of the session', () => {
    const { session } = createTestApp();
    for (const damaged of ['%E4%B8%AD', 'a%0Ab', 'a%20b']) session.open('/', `?accessToken=${damaged}&openid=openid-1`);
    expect(session.token()).toBe('token-1');
  });

  test('A scan in the app clears the entry source of the link', () => {
    const core = createTestApp({ query: '?accessToken=a&pageType=account' });
    core.session.forgetEntrySource();
    expect(core.session.credentials()).toEqual({ accessToken: 'a' });
  });
});

describe('Session: user and token', () => {
  test('A token of another user clears the state of the previous user', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1&sno=DEV1' });
    core.scope.write('session', 'kept', 'DEV1');
    core.scope.write('account', 'kept', 'true');
    core.session.open('/', '?accessToken=b&openid=o2');
    expect(core.scope.read('session', 'kept')).toBeUndefined();
    expect(core.scope.read('account', 'kept')).toBeUndefined();
    expect(core.session.credentials()).toEqual({ accessToken: 'b', openid: 'o2' });
  });

  test('After WeChat has discarded the page, only the same user gets the account state back', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1' });
    core.scope.write('account', 'kept', 'true');
    core.storage.clear('session');
    core.session.open('/', '?accessToken=b&openid=o1');
    expect(core.scope.read('account', 'kept')).toBe('true');
    core.storage.clear('session');
    core.session.open('/', '?accessToken=c&openid=o2');
    expect(core.scope.read('account', 'kept')).toBeUndefined();
  });

  test('A new token of the same user keeps the state of the tab', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1' });
    core.scope.write('session', 'kept', 'DEV1');
    core.session.open('/', '?accessToken=b&openid=o1');
    expect(core.scope.read('session', 'kept')).toBe('DEV1');
    expect(core.session.token()).toBe('b');
  });

  test('The openid names the user; without one, the same token means the same user', () => {
    const core = createTestApp({ query: '?accessToken=a' });
    core.scope.write('session', 'kept', 'DEV1');
    core.session.open('/', '?accessToken=a');
    expect(core.scope.read('session', 'kept')).toBe('DEV1');
    core.session.open('/', '?accessToken=b');
    expect(core.scope.read('session', 'kept')).toBeUndefined();
    core.session.open('/', '?accessToken=a&openid=o1');
    expect(core.scope.read('session', 'kept')).toBeUndefined();
  });

  test('A link without a token changes neither the user nor the token', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1' });
    core.scope.write('session', 'kept', 'DEV1');
    core.session.open('/', '?openid=o2&sno=DEV2');
    expect([core.session.token(), core.scope.read('session', 'kept')]).toEqual(['a', 'DEV1']);
  });

  test('A refused token is reported once, and a new WeChat link signs the user in again', () => {
    const core = createTestApp();
    const states: string[] = [];
    const off = core.session.onChange(() => states.push(core.session.state()));
    core.session.refused('token-1');
    core.session.refused('token-1');
    expect(core.session.token()).toBeUndefined();
    core.session.open('/', '?accessToken=new&openid=openid-1');
    off();
    core.session.refused('new');
    expect(states).toEqual(['expired', 'signed-in']);
  });
});

test('No address with random parameters keeps a secret', () => {
  const name = fc.oneof(fc.constantFrom(...SECRETS, 'sno', '__proto__', 'constructor'), fc.string());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' }))),
      fc.constantFrom('/', '/lease', '/my/orderList'),
      (pairs, path) => {
        const query = `?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
        const left = new URLSearchParams(takeCredentials(path, query).query);
        expect(SECRETS.filter((secret) => left.has(secret))).toEqual([]);
      },
    ),
  );
});
