// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageReporter, resourceOf } from '../../src/adapters/browser/report/page-reporter.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import type { Problem } from '../../src/core/problem.ts';

const sent: { address: string; init: RequestInit }[] = [];

/** Creates the reporter of a page at its own address in the test, and reports once. */
function reportTo(url: string) {
  const reporter = createPageReporter({
    url,
    sample: 1,
    clock: new FakeClock(),
    build: { version: '1.0.0', id: 'a1' },
  });
  reporter.report({ kind: 'outcome', outcome: 'paid' });
  return reporter;
}

describe('the reporter of the page', () => {
  beforeEach(() => {
    sent.length = 0;
    document.head.innerHTML = '<base href="https://shop.example.com/h5/">';
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      sent.push({ address, init });
      return Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '120' } }));
    });
  });
  afterEach(() => {
    document.head.innerHTML = '';
  });

  test.each([
    ['https://reports.example.com', 'https://reports.example.com/v1/metrics'],
    ['https://reports.example.com/otlp/', 'https://reports.example.com/otlp/v1/metrics'],
    ['/otlp', 'https://shop.example.com/otlp/v1/metrics'],
    ['./otlp', 'https://shop.example.com/h5/otlp/v1/metrics'],
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/metrics'],
  ])(
    'With report.url %s it sends to %s, without cookies, referrer or redirects, and so that the request outlives the page',
    async (url, address) => {
      await reportTo(url).flush();
      expect(sent).toEqual([
        {
          address,
          init: expect.objectContaining({
            method: 'POST',
            keepalive: true,
            credentials: 'omit',
            redirect: 'error',
            referrerPolicy: 'no-referrer',
            headers: { 'content-type': 'application/json' },
          }),
        },
      ]);
    },
  );

  test.each([
    'http://reports.example.com',
    '//evil.example/otlp',
    'https://user:word@reports.example.com',
    'reports',
    'https://',
    'javascript:0',
  ])('It refuses to send to %s', (url) => {
    expect(() => reportTo(url)).toThrow(expect.objectContaining({ code: 'invalid-input' }) as unknown as Problem);
  });

  test('It sends what waits as soon as the page is hidden', () => {
    reportTo('/otlp');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(sent).toHaveLength(1);
  });

  test('It keeps the pause of a Retry-After in seconds', async () => {
    const reporter = reportTo('/otlp');
    await reporter.flush();
    await reporter.flush();
    expect(sent).toHaveLength(1);
  });
});

describe('what a report says of the browser', () => {
  test.each([
    [
      'Mozilla/5.0 (Linux; Android 13; M2012K11AC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5023 MMWEBSDK/20230303 MicroMessenger/8.0.34.2340(0x28002234)',
      'Chromium 107',
      '8.0',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.20(0x18001442)',
      'WebKit of iOS 15',
      '8.0',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'other', 'none'],
  ])('The user agent %s is reported as classes', (userAgent, engine, wechat) => {
    expect(resourceOf({ version: '1.0.0', id: 'a1' }, userAgent)).toEqual({
      'service.name': 'physiolease',
      'service.version': '1.0.0',
      'physio.build.id': 'a1',
      'browser.engine': engine,
      'physio.wechat': wechat,
    });
  });
});
