import type { Page } from 'playwright-core';
import type { World } from '../helpers/world.ts';
import { LANGUAGE } from './examined-language.ts';
import type { Appearance } from './appearances.ts';
import type { Phone, PhoneOptions } from './phone.ts';
import { Phones } from './phones.ts';
import type { Place } from './places/place.ts';

/** Keeps toasts on the screen: the timeouts that would hide them never fire. */
const keepToasts = () => {
  const TOAST_DURATIONS_MS = [1_500, 3_000, 8_000];
  const real = window.setTimeout;
  window.setTimeout = ((task: () => void, ms = 0) =>
    TOAST_DURATIONS_MS.includes(ms) ? 0 : real(task, ms)) as typeof window.setTimeout;
};

/** Phones for visitors of places. */
export const phonesForVisitors = (options: PhoneOptions = {}): Phones =>
  new Phones({ language: LANGUAGE, ...options, change: (context) => context.addInitScript(keepToasts) });

/** Visits a place of the built page, with no stored data. */
export class Visitor {
  page: Page;
  readonly world: World;
  private readonly messages: string[] = [];

  private constructor(private readonly phone: Phone) {
    this.world = phone.world;
    this.page = phone.page;
    this.hears();
  }

  /** Runs the steps of a place, for the calling test. */
  static async at({ steps, scenario }: Place, phones: Phones): Promise<Visitor> {
    const visitor = new Visitor(await phones.take());
    if (scenario !== undefined) await visitor.world.reset(scenario);
    for (const step of steps) await step(visitor);
    await visitor.settles();
    return visitor;
  }

  /** A page for this visit only, which may be changed before it opens. */
  async usesAnotherPage(): Promise<Page> {
    this.page = await this.phone.context.newPage();
    this.hears();
    return this.page;
  }

  /** Opens an address of the app, from WeChat if a user is given. */
  async opens(address: string, user?: string): Promise<void> {
    const link = user === undefined ? undefined : (await this.world.user(user)).entryLink;
    const credentials = link && new URL(link, this.world.url).searchParams.toString();
    const added = [credentials, LANGUAGE && `lang=${LANGUAGE}`].filter((each) => each !== undefined).join('&');
    const sign = added === '' ? '' : address.includes('?') ? '&' : '?';
    await this.page.goto(this.world.url + address + sign + added, { waitUntil: 'commit' });
  }

  /** Changes the appearance of the current place. */
  async applies({ colorScheme, isLarge }: Appearance): Promise<void> {
    // The page hears of another color scheme some frames later.
    const hears = await this.page.evaluateHandle((scheme) => {
      const query = window.matchMedia(`(prefers-color-scheme: ${scheme})`);
      const change = query.matches ? undefined : new Promise((resolve) => query.addEventListener('change', resolve));
      return { change };
    }, colorScheme);
    await this.page.emulateMedia({ colorScheme });
    await hears.evaluate(async ({ change }) => void (await change));
    await this.page.evaluate((is) => {
      document.documentElement.toggleAttribute('data-large', is);
      return new Promise(requestAnimationFrame);
    }, isLarge);
    await this.settles();
  }

  /** Errors and warnings on the console. */
  complaints(): readonly string[] {
    return this.messages;
  }

  private hears(): void {
    this.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.messages.push(message.text());
    });
    this.page.on('pageerror', (error) => this.messages.push(`uncaught: ${error.message}`));
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
