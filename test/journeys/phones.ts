import type { Browser } from 'playwright-core';
import { afterThisTest, belongsToThisTest } from './failure-record.ts';
import { inspectPages } from './leak-detector.ts';
import { closePhone, HEIGHT, openPhone, type Phone, type PhoneOptions, startBrowser } from './phone.ts';

let launched: Promise<Browser> | undefined;

/** What a person or a test listens to; the leak detector listens to the context and to sockets. */
const HEARD = [
  'console',
  'dialog',
  'domcontentloaded',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/** The Chromium of this process, which ends with it. Its camera films a test picture. */
export function theBrowser(): Promise<Browser> {
  return (launched ??= startBrowser('--use-fake-device-for-media-stream'));
}

/**
 * Phones of one kind. A test gets one with a new world and nothing stored; the process of its page has served tests
 * before, with a warm cache and compiled scripts, so that a screen opens in a third of the time.
 */
export class Phones {
  private readonly free: Phone[] = [];

  constructor(private readonly options: PhoneOptions = {}) {}

  /** A phone for the calling test. */
  async take(): Promise<Phone> {
    const phone = this.free.pop() ?? (await openPhone(await theBrowser(), this.options));
    belongsToThisTest(phone.context);
    afterThisTest(async (hasFailed) => {
      if (hasFailed) return closePhone(phone);
      await inspectPages(phone.context);
      await becomesAsNew(phone, this.options);
      this.free.push(phone);
    });
    return phone;
  }
}

const usual = new Phones();

export const takePhone = (): Promise<Phone> => usual.take();

/** A phone for the calling test whose cache is empty, or that differs otherwise. */
export async function takeNewPhone(options: PhoneOptions = {}): Promise<Phone> {
  const phone = await openPhone(await theBrowser(), options);
  afterThisTest(() => closePhone(phone));
  return phone;
}

async function becomesAsNew(
  { world, context, page }: Phone,
  { width = 390, colorScheme = 'light' }: PhoneOptions,
): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of HEARD) await page.removeAllListeners(event, { behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([context.setOffline(false), context.clearCookies(), context.clearPermissions()]);
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme });
  const nothing = `${world.url}/nothing`;
  await page.route(nothing, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:," />' }),
  );
  await page.goto(nothing);
  await page.unroute(nothing);
  await page.evaluate(() => [localStorage, sessionStorage].forEach((area) => area.clear()));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  await world.reset();
  await page.clock.install();
}
