import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../helpers/until.ts';
import { inspectPages, takeFindings } from './leak-detector.ts';
import { closePhone, openPhone, type Phone } from './phone.ts';
import { theBrowser } from './phones.ts';

const TOKEN = 'canary-token-0815';
const OPENID = 'canary-openid-4711';
const SIGNATURE = 'canary-signature-1234';
const MOBILE = '13912345678';

let phone: Phone;
let page: Page;
beforeAll(async () => {
  phone = await openPhone(await theBrowser());
  ({ page } = phone);
  await page.goto(
    `${phone.world.url}/my/about?accessToken=${TOKEN}&openid=${OPENID}&signature=${SIGNATURE}&mobile=${MOBILE}`,
  );
  await page.locator('h1').waitFor();
});
afterAll(() => closePhone(phone));

async function findings(): Promise<string[]> {
  await inspectPages(phone.context);
  return takeFindings();
}

/** Plants the secret and waits until the detector reports `awaited` and the page is idle. Returns all reports. */
async function findingsAfter(plant: (given: string) => unknown, secret: string, awaited: string): Promise<string[]> {
  await page.evaluate(plant, secret);
  const seen: string[] = [];
  await until(
    async () => seen.push(...(await findings())),
    () => seen.some((each) => each.startsWith(awaited)),
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return [...seen, ...(await findings())];
}

describe('the leak detector', () => {
  test('The leak detector reports nothing on an ordinary page', async () => {
    expect(await findings()).toEqual([]);
  });

  test.each<[string, (given: string) => unknown, string, string]>([
    ['an address', (given) => history.pushState(null, '', `/my/about?a=${given}`), TOKEN, 'accessToken in an address'],
    [
      'the history',
      (given) => History.prototype.pushState.call(history, null, '', `/my/about#${given}`),
      OPENID,
      'openid in the history',
    ],
    [
      'the URL of a request',
      (given) => fetch(`/api/anything?x=${given}`, { method: 'POST' }).catch(() => 0),
      TOKEN,
      'accessToken in the URL of a request',
    ],
    [
      'a header',
      (given) => fetch('/icon.svg', { headers: { 'x-who': given } }),
      MOBILE,
      'mobile in the header x-who of /icon.svg',
    ],
    [
      'the Referer',
      async (given) => {
        history.replaceState(null, '', `/my/about?a=${given}`);
        await fetch('/icon.svg', { referrerPolicy: 'unsafe-url', cache: 'no-store' });
      },
      SIGNATURE,
      'signature in the header referer of /icon.svg',
    ],
    [
      'a report',
      (given) => fetch('/v1/logs', { method: 'POST', body: given, keepalive: true }).catch(() => 0),
      TOKEN,
      'accessToken in a report',
    ],
    ['the console', (given) => globalThis['console'].warn(`who: ${given}`), OPENID, 'openid in the console'],
    ['localStorage', (given) => localStorage.setItem('who', given), TOKEN, 'accessToken in the persistent storage'],
    ['the text of the page', (given) => document.body.append(given), OPENID, 'openid in the page'],
  ])('The leak detector reports a secret in %s', async (_where, plant, secret, seen) => {
    expect(await findingsAfter(plant, secret, seen)).toContainEqual(expect.stringContaining(seen));
  });

  test.each(['13800138000', 'PL10001', 'ZL0815471100', '王芳', '/my?sno=1'])(
    'The leak detector reports %s in a report',
    async (identifying) => {
      const plant = (text: string) => fetch('/v1/metrics', { method: 'POST', body: `"${text}"` }).catch(() => 0);
      await findingsAfter(plant, identifying, 'a report with');
    },
  );

  test('The leak detector reports a secret in an uncaught error', async () => {
    await findingsAfter(
      (given) => void setTimeout(() => Promise.reject(new Error(given))),
      TOKEN,
      'accessToken in an uncaught error',
    );
  });

  test.each<[string, () => unknown]>([
    ['style-src-attr', () => document.body.setAttribute('style', 'color: red')],
    [
      'script-src-elem',
      () =>
        document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.planted = true' })),
    ],
    [
      'script-src-attr',
      () => {
        document.body.setAttribute('onclick', 'window.planted = true');
        // Some browsers read a handler only when its event comes.
        document.body.click();
      },
    ],
    ['img-src', () => document.body.append(Object.assign(new Image(), { src: 'http://elsewhere.example/a.png' }))],
    ['connect-src', () => fetch('https://elsewhere.example/').catch(() => 0)],
    [
      'frame-src',
      () =>
        document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://elsewhere.example/' })),
    ],
  ])('The leak detector reports a violation of %s', async (directive, plant) => {
    await findingsAfter(plant, '', `content security policy broken by ${directive}`);
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
  });

  test('The leak detector reports a console message of the built page', async () => {
    expect(await findingsAfter(() => globalThis['console'].log('here I am'), '', 'written to the console')).toEqual([
      expect.stringContaining('here I am'),
    ]);
  });
});
