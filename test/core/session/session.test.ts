import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fragmentWithoutSecrets, takeCredentials } from '../../../src/core/session/credentials.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';

const SECRETS = ['accessToken', 'openid', 'mobile', 'timestamp', 'nonceStr', 'signature', 'appId'];

describe('coming from the messaging app', () => {
  test('what the link says wins over what is remembered', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o&sno=OLD1&mobile=1' });
    core.session.open('/', '?sno=NEW1');
    expect(core.session.credentials()).toMatchObject({ accessToken: 'a', openid: 'o', sno: 'NEW1', mobile: '1' });
  });

  test('the secrets leave the address, the rest stays as it was', () => {
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

  test('a secret is found however its name is written', () => {
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
  ])('a fragment that names a secret is taken away whole: %s', (fragment) => {
    expect(fragmentWithoutSecrets(fragment)).toBe('');
  });

  test.each(['', '#', '#rd', '#wechat_redirect', '#sno=DEV1', '#/my?tab=device', '#no-accessToken=x'])(
    'any other stays: %j',
    (fragment) => {
      expect(fragmentWithoutSecrets(fragment)).toBe(fragment);
    },
  );

  test('an address that holds nothing but secrets becomes empty', () => {
    expect(takeCredentials('/', '?accessToken=x')).toEqual({ credentials: { accessToken: 'x' }, query: '' });
  });

  test.each(['/lease', '/h5/lease', '/lease/', '/lease//', '/my/orderList', '/h5/my/orderList/'])(
    'the operator in the address of %s is not the session’s',
    (path) => {
      const core = createTestApp({ query: '?accessToken=a&sysUserId=mine' });
      expect(core.session.open(path, '?type=recharge&sysUserId=theirs')).toBe('?type=recharge&sysUserId=theirs');
      expect(core.session.credentials().sysUserId).toBe('mine');
      core.session.open(path, '?accessToken=b&openid=o&sysUserId=theirs');
      expect(core.session.credentials()).toEqual({ accessToken: 'b', openid: 'o' });
    },
  );

  test('an empty parameter says nothing', () => {
    const core = createTestApp({ query: '?accessToken=a&sno=DEV1' });
    core.session.open('/', '?accessToken=&sno=');
    expect(core.session.credentials()).toMatchObject({ accessToken: 'a', sno: 'DEV1' });
  });

  test('a scan inside the app is a fresh wish: where the visit came from counts no more', () => {
    const core = createTestApp({ query: '?accessToken=a&pageType=account' });
    core.session.forgetEntrySource();
    expect(core.session.credentials()).toEqual({ accessToken: 'a' });
  });
});

describe('who is here', () => {
  test('another person’s token leaves nothing of the visit before', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1&sno=DEV1' });
    core.at({ sno: 'DEV1' });
    core.current.setAssist(true);
    core.session.open('/', '?accessToken=b&openid=o2');
    expect(core.current.selected).toBeUndefined();
    expect(core.current.assist).toBe(false);
    expect(core.session.credentials()).toEqual({ accessToken: 'b', openid: 'o2' });
  });

  test('what the phone kept stays with its person after the messaging app has thrown the page away', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1' });
    core.current.setAssist(true);
    core.storage.clear('session');
    core.session.open('/', '?accessToken=b&openid=o1');
    expect(core.current.assist).toBe(true);
    core.storage.clear('session');
    core.session.open('/', '?accessToken=c&openid=o2');
    expect(core.current.assist).toBe(false);
    expect(core.storage.read('account', 'person')).not.toContain('o2');
  });

  test('the same person with a new token keeps what was begun', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1' });
    core.at({ sno: 'DEV1' });
    core.session.open('/', '?accessToken=b&openid=o1');
    expect(core.current.selected).toEqual({ sno: 'DEV1' });
    expect(core.session.token()).toBe('b');
  });

  test('the same token is the same person, and another one without more is somebody else', () => {
    const core = createTestApp({ query: '?accessToken=a' });
    core.at({ sno: 'DEV1' });
    core.session.open('/', '?accessToken=a');
    expect(core.current.selected).toEqual({ sno: 'DEV1' });
    core.session.open('/', '?accessToken=a&openid=o1');
    expect(core.current.selected).toEqual({ sno: 'DEV1' });
    core.session.open('/', '?accessToken=b');
    expect(core.current.selected).toBeUndefined();
  });

  test('who comes without a token is nobody new', () => {
    const core = createTestApp({ query: '?accessToken=a&openid=o1' });
    core.at({ sno: 'DEV1' });
    core.session.open('/', '?openid=o2&sno=DEV2');
    expect([core.session.token(), core.current.selected]).toEqual(['a', { sno: 'DEV1' }]);
  });

  test('a refused token is told once, and coming back through the messaging app mends it', () => {
    const core = createTestApp();
    const told: string[] = [];
    const off = core.session.onChange(() => told.push(core.session.state()));
    core.session.refused('token-1');
    core.session.refused('token-1');
    expect(core.session.token()).toBeUndefined();
    core.session.open('/', '?accessToken=new&openid=openid-1');
    off();
    core.session.refused('new');
    expect(told).toEqual(['expired', 'signed-in']);
  });

  test('a token that was refused after another had come says nothing of the new one', () => {
    const core = createTestApp();
    core.session.open('/', '?accessToken=new&openid=openid-1');
    core.session.refused('token-1');
    expect([core.session.state(), core.session.token()]).toEqual(['signed-in', 'new']);
  });

  test('the credentials are still there when the page is loaded again', () => {
    const again = createTestApp().reopened();
    expect(again.session.token()).toBe('token-1');
  });

  test('a damaged memory is none', () => {
    const core = createTestApp();
    core.storage.write('session', 'credentials', '{"accessTok');
    expect(core.session.state()).toBe('no-token');
    core.storage.write('session', 'credentials', 'null');
    expect(core.session.state()).toBe('no-token');
  });
});

test('no secret ever stays in an address, whatever else stands in it', () => {
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
