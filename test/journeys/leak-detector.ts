import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

/** Parameters of the entry link that no other party may learn. */
const SECRETS = ['accessToken', 'openid', 'signature', 'mobile'];
const MIN_SECRET_LENGTH = 6;
const REPORT_LEAK = '__reportLeak';
const SANDBOX_OWN = '/__sandbox/';
const REPORTS = /\/v1\/(logs|metrics)$/;
/** A phone number, a device number or an order number of the sandbox, the text of a person, or the query of an address. */
const IDENTIFIES = /\b1[3-9]\d{9}\b|\bPL\d{5}|\b(ZL|CZ)\d{8}|[\u4e00-\u9fff]|[?&]\w+=/;

type Check = (where: string, text: string, except?: readonly string[]) => void;

const findings: string[] = [];
const inspections = new Map<BrowserContext, () => Promise<void>>();

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

/** Leaks found since the last call. The same leak in the same context is found once. */
export const takeFindings = (): string[] => findings.splice(0);

/** Looks for leaks on the open pages of a context. Closing it does so, too. */
export const inspectPages = (context: BrowserContext): Promise<void> | undefined => inspections.get(context)?.();

async function watch(context: BrowserContext): Promise<void> {
  const canaries = new Map<string, string>();
  const entries = new Set<string>();
  const reported = new Set<string>();

  const report = (kind: string, details: string) => {
    if (!reported.has(kind)) findings.push(`${kind}: ${details}`);
    reported.add(kind);
  };
  const check: Check = (where, text, except = []) => {
    for (const [value, name] of canaries) {
      if (text.includes(value) && !except.includes(name))
        report(`${name} in ${where}`, text.split(value).join('…').slice(0, 300));
    }
  };
  const checkReport = (body: string) => {
    check('a report', body);
    const [identifies] = IDENTIFIES.exec(body) ?? [];
    if (identifies !== undefined) report(`a report with ${identifies}`, body.slice(0, 300));
  };
  const onRequest = (request: Request) => {
    const url = request.url();
    if (request.isNavigationRequest() && entries.has(url)) return;
    check('the URL of a request', url);
    const { pathname } = new URL(url);
    if (REPORTS.test(pathname)) checkReport(request.postData() ?? '');
    for (const [name, value] of Object.entries(request.headers())) {
      if (name !== 'authorization' || !pathname.includes('/api/')) check(`the header ${name} of ${pathname}`, value);
    }
  };

  await context.exposeBinding(REPORT_LEAK, (_, what: string, text: string) => {
    if (what === 'content security policy') report(`${what} broken by ${text.split(' ')[0]}`, text);
    else check(what, text);
  });
  await context.addInitScript(reportFromPage, REPORT_LEAK);
  context.on('request', onRequest);
  context.on('console', (message) => {
    const line = `${message.text()} ${message.location().url}`;
    check('the console', line);
    if (!['error', 'warning'].includes(message.type()) && !line.includes(SANDBOX_OWN))
      report('written to the console', line);
  });
  context.on('weberror', (error) =>
    check('an uncaught error', `${error.error().message} ${error.error().stack ?? ''}`),
  );
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    page.goto = (url, options) => {
      entries.add(new URL(url).href);
      learn(url, canaries);
      return goto(url, options);
    };
    page.on('websocket', (socket) => {
      check('the URL of a socket', socket.url());
      socket.on('framesent', ({ payload }) => check('what is sent over a socket', String(payload)));
    });
  });

  const inspectAll = async () => {
    for (const page of context.pages()) await inspect(page, context, check).catch(() => undefined);
  };
  inspections.set(context, inspectAll);
  const close = context.close.bind(context);
  context.close = async (options) => {
    inspections.delete(context);
    await inspectAll();
    await close(options);
  };
}

/** Learns the secrets from an entry link. */
function learn(url: string, canaries: Map<string, string>): void {
  if (!url.startsWith('http')) return;
  for (const name of SECRETS) {
    const value = new URL(url).searchParams.get(name);
    if (value !== null && value.length >= MIN_SECRET_LENGTH) canaries.set(value, name);
  }
}

/** Checks the history, the persistent storage and the content of a page. */
async function inspect(page: Page, context: BrowserContext, check: Check): Promise<void> {
  if (await page.evaluate(() => document.readyState === 'loading')) return;
  const devtools = await context.newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  for (const { url } of entries) check('the history', url);
  const { kept, shown } = await page.evaluate(() => {
    const all = document.documentElement.cloneNode(true) as HTMLElement;
    for (const sheet of Array.from(all.querySelectorAll('.weixin-sheet'))) sheet.remove();
    // A draft holds what its writer typed, such as a number.
    const stored = Object.entries(localStorage).filter(([key]) => !key.endsWith('drafts'));
    return {
      kept: [JSON.stringify(stored), document.cookie, document.title, window.name].join(' '),
      shown: all.outerHTML,
    };
  });
  check('the persistent storage', kept);
  check('the page', shown, ['mobile']);
  await devtools.detach();
}

/** Runs in the page before its own scripts. */
function reportFromPage(name: string): void {
  const report = (what: string, text: string) =>
    void (window as unknown as Record<string, (what: string, text: string) => void>)[name]?.(what, text);
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
    report('content security policy', [effectiveDirective, blockedURI, sourceFile, sample].join(' ')),
  );
  document.addEventListener('DOMContentLoaded', () =>
    report('the address after the start', `${location.href} ${document.referrer}`),
  );
  for (const change of ['pushState', 'replaceState'] as const) {
    const real = history[change].bind(history);
    history[change] = (...how) => {
      real(...how);
      report('an address', location.href);
    };
  }
}
