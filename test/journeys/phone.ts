import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium } from '../helpers/chromium.ts';
import { World } from '../helpers/world.ts';
import { recordFailures } from './failure-record.ts';
import { detectLeaks } from './leak-detector.ts';

/** The page of one person in a world of its own. */
export interface Phone {
  readonly world: World;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Path of the app on the server, without a slash at its end. */
  readonly base: string;
}

export interface PhoneOptions extends Pick<
  Parameters<typeof World.start>[0] & object,
  'brand' | 'directory' | 'report' | 'inNetwork' | 'language'
> {
  /** Path of the app on the server. */
  basePath?: string;
  width?: number;
  /** Device pixels per CSS pixel. */
  sharpness?: number;
  locale?: string;
  colorScheme?: 'light' | 'dark';
  permissions?: string[];
  /** The time of the phone’s own clock; the time of this machine if it is left out. */
  time?: number;
  /** Changes the browser context before the page opens. */
  change?: (context: BrowserContext) => Promise<unknown>;
}

/** Starts a Chromium with leak detection and failure records. */
export async function startBrowser(...options: string[]): Promise<Browser> {
  return recordFailures(detectLeaks(await startChromium(...options)));
}

export const HEIGHT = 844;

/** A phone without cache and stored data. Time passes on it as everywhere until a test moves `page.clock`. */
export async function openPhone(
  browser: Browser,
  {
    basePath = '/',
    width = 390,
    sharpness = 1,
    locale = 'zh-CN',
    colorScheme = 'light',
    permissions,
    time,
    change,
    ...served
  }: PhoneOptions = {},
): Promise<Phone> {
  const world = await World.start({ page: true, report: true, basePath, ...served });
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    deviceScaleFactor: sharpness,
    locale,
    colorScheme,
    permissions,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  await context.clock.install({ time: time ?? Date.now() });
  await change?.(context);
  return { world, context, page: await context.newPage(), base: basePath.replace(/\/$/, '') };
}

export async function closePhone({ context, world }: Phone): Promise<void> {
  await context.close();
  await world.close();
}
