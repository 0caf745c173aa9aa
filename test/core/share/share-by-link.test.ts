import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listDevices } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { ShareByLink } from '../../../src/core/share/share-by-link.ts';
import { isSharedDeviceLink, sharedDeviceLink } from '../../../src/core/app-links.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { aDevice } from '../../helpers/wire.ts';

const WORDS = { title: '家用理疗仪', description: '分享给您' };
const HERE = 'https://shop.example/h5/share?sno=DEV0009#top';
const LINK = { ...WORDS, address: 'https://shop.example/h5/modeMenu?isShare=true&sno=DEV0001' };
const SECRETS = ['accessToken', 'openid', 'mobile', 'timestamp', 'nonceStr', 'signature', 'appId'];

function atTheirDevice({ isShare = false } = {}) {
  const core = createTestApp({ configuration: { basePath: '/h5/' } });
  core.http.reply(listDevices, [aDevice(isShare ? { shareUserId: 'u7' } : {})]);
  return { ...core, sharing: core.get(ShareByLink) };
}

test('The shared link can be copied if WeChat’s menu is missing or refuses it', async () => {
  const { sharing, shareMenu } = atTheirDevice();
  expect(await sharing.offer('DEV0001', WORDS, HERE)).toEqual({ kind: 'by-hand', link: LINK });
  shareMenu.opens({ refuses: true });
  expect(await sharing.offer('DEV0001', WORDS, HERE)).toEqual({ kind: 'by-hand', link: LINK });
  shareMenu.offer = () => Promise.reject(new Problem('configuration'));
  expect(await problemOf(sharing.offer('DEV0001', WORDS, HERE))).toMatchObject({ code: 'configuration' });
});

test('A device can be shared by its tenant only', async () => {
  const shared = atTheirDevice({ isShare: true });
  shared.shareMenu.opens();
  expect(await problemOf(shared.sharing.offer('DEV0001', WORDS, HERE))).toMatchObject({ code: 'invalid-input' });
  shared.http.reply(listDevices, []);
  expect(await problemOf(shared.sharing.offer('DEV0001', WORDS, HERE))).toMatchObject({ code: 'invalid-input' });
  expect(shared.shareMenu.offered).toBeUndefined();
});

const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);
const secrets = fc.array(secret, { minLength: SECRETS.length, maxLength: SECRETS.length });
const basePath = fc.constantFrom('/', '/h5', '/h5/', '/a/b.c/');
const deviceNumber = fc.stringMatching(/^[A-Za-z0-9_-]{4,64}$/);

test('A shared link contains no secret, whatever session and address contain, and opens that very device', async () => {
  await fc.assert(
    fc.asyncProperty(
      secrets,
      secret,
      basePath,
      deviceNumber,
      fc.webFragments(),
      async (values, user, base, sno, fragment) => {
        const canaries = values.map((value, index) => `${value}canary${index}`);
        const query = SECRETS.map((name, index) => `${name}=${canaries[index]}`).join('&');
        const core = createTestApp({ query: `?${query}`, configuration: { basePath: base } });
        core.http.reply(listDevices, [aDevice({ sno })]);
        const here = `https://${user}canary:${user}canary@shop.example:8443${base}share?${query}#${fragment}canary`;
        const { link } = await core.get(ShareByLink).offer(sno, WORDS, here);
        expect(link.address).not.toContain('canary');
        const { origin, pathname, search } = new URL(link.address);
        expect([origin, pathname]).toEqual(['https://shop.example:8443', `${base.replace(/\/$/, '')}/modeMenu`]);
        expect([...new URLSearchParams(search).keys()]).toEqual(['isShare', 'sno']);
        expect(isSharedDeviceLink(`${link.address}&accessToken=${user}`)).toBe(true);
        expect(new URLSearchParams(search).get('sno')).toBe(sno);
      },
    ),
    { numRuns: 40 },
  );
});

test.each(['', 'about:blank', 'javascript:alert(1)', '//shop.example/', 'file:///share'])(
  'The address %j is not used as the base of a shared link',
  (here) => {
    expect(() => sharedDeviceLink(here, '/', 'DEV0001')).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  },
);

test.each([
  '/modeMenu?isShare=true',
  '/modeMenu?isShare=false&sno=DEV0001',
  '/modeMenu?sno=DEV0001',
  '/?isShare=true&sno=DEV0001',
  '/modeMenu#?isShare=true&sno=DEV0001',
  '',
])('A shared link never leads to %j', (place) =>
  expect(isSharedDeviceLink(`https://shop.example${place}`)).toBe(false),
);

test('A page that is served over plain http on this machine can be shared', () => {
  expect(sharedDeviceLink('http://127.0.0.1:5180/share', '//', 'DEV0001')).toBe(
    'http://127.0.0.1:5180/modeMenu?isShare=true&sno=DEV0001',
  );
});
