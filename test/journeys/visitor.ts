import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { World } from '../helpers/world.ts';
import { LANGUAGE } from './examined-language.ts';
import type { Appearance } from './appearances.ts';
import type { Place } from './places/place.ts';

/** Keeps toasts on the screen: the timeouts that would hide them never fire. */
const keepToasts = () => {
  const TOAST_DURATIONS_MS = [1_500, 3_000, 8_000];
  const real = window.setTimeout;
  window.setTimeout = ((task: () => void, ms = 0) =>
    TOAST_DURATIONS_MS.includes(ms) ? 0 : real(task, ms)) as typeof window.setTimeout;
};

/** Visits one place of the built page after another, each with a new page and no stored data. */
export class Visitor {
  private current: Page | undefined = undefined;
  private messages: string[] = [];

  private constructor(
    readonly world: World,
    private readonly context: BrowserContext,
    private readonly credentials: ReadonlyMap<string, string>,
  ) {}

  static async open(browser: Browser, world: World, { width = 390, sharpness = 1 } = {}): Promise<Visitor> {
    const { users } = await world.state();
    const credentials = new Map(
      users.map(({ id, entryLink }) => [id, new URL(entryLink, world.url).searchParams.toString()]),
    );
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      deviceScaleFactor: sharpness,
      locale: 'zh-CN',
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(keepToasts);
    return new Visitor(world, context, credentials);
  }

  get page(): Page {
    if (!this.current) throw new Error('visit a place first');
    return this.current;
  }

  /** Resets the world and the browser’s storage, and runs the steps of the place. */
  async visits({ steps, scenario }: Place): Promise<void> {
    await this.current?.evaluate(() => localStorage.clear()).catch(() => undefined);
    await this.current?.close();
    await Promise.all([this.world.reset(scenario), this.context.clearCookies(), this.context.clearPermissions()]);
    this.messages = [];
    this.current = await this.context.newPage();
    this.current.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.messages.push(message.text());
    });
    this.current.on('pageerror', (error) => this.messages.push(`uncaught: ${error.message}`));
    for (const step of steps) await step(this);
    await this.settles();
  }

  /** Opens an address of the app, from WeChat if a user is given. */
  async opens(address: string, user?: string): Promise<void> {
    const credentials = user === undefined ? undefined : this.credentials.get(user);
    const added = [credentials, LANGUAGE && `lang=${LANGUAGE}`].filter((each) => each !== undefined).join('&');
    const sign = added === '' ? '' : address.includes('?') ? '&' : '?';
    await this.page.goto(this.world.url + address + sign + added, { waitUntil: 'commit' });
  }

  /** Changes the appearance of the current place. */
  async applies({ colorScheme, isLarge }: Appearance): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.evaluate((is) => {
      document.documentElement.toggleAttribute('data-large', is);
      // The page hears of another color scheme with the next frame.
      return new Promise(requestAnimationFrame);
    }, isLarge);
    await this.settles();
  }

  /** Errors and warnings on the console. */
  complaints(): readonly string[] {
    return this.messages;
  }

  async leaves(): Promise<void> {
    await this.context.close();
  }

  /** Waits until no animation runs. The end of one may start another. */
  private async settles(): Promise<void> {
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
      for (let motions = moving(); motions.length > 0; motions = moving()) {
        await Promise.all(motions.map(({ finished }) => finished.catch(() => undefined)));
      }
    });
  }
}
