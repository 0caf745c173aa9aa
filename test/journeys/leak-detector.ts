import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterEach, expect } from 'vitest';

/** Parameters of the entry link that no other party may learn. */
const SECRETS = ['accessToken', 'openid', 'signature', 'mobile'];
const SHORTEST = 6;
const REPORT_LEAK = '__reportLeak';
const SANDBOX_OWN = '/__sandbox/';

type Hold = (where: string, text: string, except?: readonly string[]) => void;

const findings: string[] = [];
const looks = new Map<BrowserContext, () => Promise<void>>();

/** Watches every context of the browser. A leak fails the test in which it is found. */
export function detectLeaks(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watch(context);
    return context;
  };
  return browser;
}

/** Leaks found since the last call, and on all open pages. The same leak on the same pages is reported once. */
export async function found(): Promise<string[]> {
  await Promise.all(Array.from(looks.values(), (look) => look()));
  return findings.splice(0);
}

afterEach(() => expect(findings.splice(0)).toEqual([]));

async function watch(context: BrowserContext): Promise<void> {
  const canaries = new Map<string, string>();
  const entries = new Set<string>();
  const said = new Set<string>();

  const say = (kind: string, details: string) => {
    if (!said.has(kind)) findings.push(`${kind}: ${details}`);
    said.add(kind);
  };
  const hold: Hold = (where, text, except = []) => {
    for (const [value, name] of canaries) {
      if (text.includes(value) && !except.includes(name))
        say(`${name} in ${where}`, text.split(value).join('…').slice(0, 300));
    }
  };
  const asked = (request: Request) => {
    const url = request.url();
    if (request.isNavigationRequest() && entries.has(url)) return;
    hold('the URL of a request', url);
    const { pathname } = new URL(url);
    for (const [name, value] of Object.entries(request.headers())) {
      if (name !== 'authorization' || !pathname.includes('/api/')) hold(`the header ${name} of ${pathname}`, value);
    }
  };

  await context.exposeBinding(REPORT_LEAK, (_, what: string, text: string) => {
    if (what === 'content security policy') say(`${what} broken by ${text.split(' ')[0]}`, text);
    else hold(what, text);
  });
  await context.addInitScript(reportFromPage, REPORT_LEAK);
  context.on('request', asked);
  context.on('console', (message) => {
    const line = `${message.text()} ${message.location().url}`;
    hold('the console', line);
    if (!['error', 'warning'].includes(message.type()) && !line.includes(SANDBOX_OWN)) say('said on the console', line);
  });
  context.on('weberror', (error) => hold('an uncaught error', `${error.error().message} ${error.error().stack ?? ''}`));
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    page.goto = (url, options) => {
      entries.add(new URL(url).href);
      learn(url, canaries);
      return goto(url, options);
    };
    page.on('websocket', (socket) => {
      hold('the URL of a socket', socket.url());
      socket.on('framesent', ({ payload }) => hold('what is sent over a socket', String(payload)));
    });
  });

  const look = async () => {
    for (const page of context.pages()) await inspect(page, context, hold).catch(() => undefined);
  };
  looks.set(context, look);
  const close = context.close.bind(context);
  context.close = async (options) => {
    looks.delete(context);
    await look();
    await close(options);
  };
}

/** Learns the secrets from an entry link. */
function learn(url: string, canaries: Map<string, string>): void {
  if (!url.startsWith('http')) return;
  for (const name of SECRETS) {
    const value = new URL(url).searchParams.get(name);
    if (value !== null && value.length >= SHORTEST) canaries.set(value, name);
  }
}

/** Checks the history, the persistent storage and the content of a page. */
async function inspect(page: Page, context: BrowserContext, hold: Hold): Promise<void> {
  if (await page.evaluate(() => document.readyState === 'loading')) return;
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  for (const { url } of entries) hold('the history', url);
  const { kept, shown } = await page.evaluate(() => {
    const all = document.documentElement.cloneNode(true) as HTMLElement;
    for (const sheet of Array.from(all.querySelectorAll('.weixin-sheet'))) sheet.remove();
    return {
      kept: [JSON.stringify(localStorage), document.cookie, document.title, window.name].join(' '),
      shown: all.outerHTML,
    };
  });
  hold('what outlives the visit', kept);
  hold('the page', shown, ['mobile']);
  await devtools.detach();
}

/** Runs in the page before its own scripts. */
function reportFromPage(name: string): void {
  const tell = (what: string, text: string) =>
    void (window as unknown as Record<string, (what: string, text: string) => void>)[name]?.(what, text);
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
    tell('content security policy', [effectiveDirective, blockedURI, sourceFile, sample].join(' ')),
  );
  document.addEventListener('DOMContentLoaded', () =>
    tell('the address after the start', `${location.href} ${document.referrer}`),
  );
  for (const change of ['pushState', 'replaceState'] as const) {
    const real = history[change].bind(history);
    history[change] = (...how) => {
      real(...how);
      tell('an address', location.href);
    };
  }
}
