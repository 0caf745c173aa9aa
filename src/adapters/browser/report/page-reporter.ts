import type { Clock } from '../../../ports/clock.ts';
import { safeAddress } from '../../http/http-address.ts';
import type { Attributes } from '../../report/otlp.ts';
import { OtlpReporter, type OtlpOptions } from '../../report/otlp-reporter.ts';

export interface PageReporterOptions {
  /** Base address of the receiver: absolute, or a path on the page's own server. */
  url: string;
  sample: number;
  clock: Clock;
  /** Version and build of the page. */
  build: { version?: string; id?: string };
}

/**
 * A reporter to the receiver at `url`. It sends what waits whenever the page is hidden.
 * Throws the Problem `invalid-input` if the address is neither https nor on the page's own server nor on this machine.
 */
export function createPageReporter({ url, sample, clock, build }: PageReporterOptions): OtlpReporter {
  const page = document.baseURI;
  const address = /^\.{0,2}\/(?!\/)/.test(url) ? new URL(url, page).href : url;
  const receiver = safeAddress(address, window.location.origin).href.replace(/\/+$/, '');
  const reporter = new OtlpReporter({
    receiver,
    send,
    clock,
    isOnline: () => navigator.onLine,
    resource: resourceOf(build, navigator.userAgent),
    page,
    sample,
    random: Math.random,
  });
  // On window, after the listeners on document: the web vitals of the visit are final when the page is hidden.
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void reporter.flush();
  });
  return reporter;
}

/** `keepalive` lets the request outlive the page. It carries no cookie, no referrer and no header but its type. */
async function send(address: string, body: string): ReturnType<OtlpOptions['send']> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  return { status: response.status, retryAfterMs: (Number(response.headers.get('retry-after')) || 0) * 1_000 };
}

/** What all reports of a visit say of the app and the browser: the engine and WeChat only as classes that many people share. */
export function resourceOf({ version, id }: PageReporterOptions['build'], userAgent: string): Attributes {
  const [, chromium] = /\bChrome\/(\d{2,3})\b/.exec(userAgent) ?? [];
  const [, ios] = /\bi?OS (\d{1,2})_/.exec(userAgent) ?? [];
  const [, wechat] = /\bMicroMessenger\/(\d{1,2}\.\d{1,2})\b/.exec(userAgent) ?? [];
  return {
    'service.name': 'physiolease',
    'service.version': version,
    'physio.build.id': id,
    'browser.engine': chromium ? `Chromium ${chromium}` : ios ? `WebKit of iOS ${ios}` : 'other',
    'physio.wechat': wechat ?? 'none',
  };
}
