import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import type { World } from '../helpers/world.ts';
import type { Look } from './looks.ts';

/** Short messages stay for as long as somebody looks. */
const keepMessages = () => {
  const LASTS = [3_000, 8_000];
  const real = window.setTimeout;
  window.setTimeout = ((task: () => void, ms = 0) => (LASTS.includes(ms) ? 0 : real(task, ms))) as typeof window.setTimeout;
};

/** Comes to one place of the built page after the other, each time as if for the first time, and stays while it is looked at. */
export class Visitor {
  private shown: Page | undefined = undefined;
  private heard: string[] = [];

  private constructor(
    readonly world: World,
    private readonly context: BrowserContext,
    private readonly credentials: ReadonlyMap<string, string>,
  ) {}

  static async come(browser: Browser, world: World, width: number): Promise<Visitor> {
    const { users } = await world.state();
    const credentials = new Map(users.map(({ id, entryLink }) => [id, new URL(entryLink, world.url).searchParams.toString()]));
    const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'zh-CN', hasTouch: true, reducedMotion: 'reduce' });
    await context.addInitScript(keepMessages);
    return new Visitor(world, context, credentials);
  }

  get page(): Page {
    if (!this.shown) throw new Error('begin a visit first');
    return this.shown;
  }

  /** Leaves where they were: the world begins anew, and nothing is remembered. */
  async begins(scenario?: string): Promise<void> {
    await this.shown?.close();
    await Promise.all([this.world.reset(scenario), this.context.clearCookies(), this.context.clearPermissions()]);
    this.heard = [];
    const page = await this.context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.heard.push(message.text());
    });
    page.on('pageerror', (error) => this.heard.push(`uncaught: ${error.message}`));
    this.shown = page;
  }

  /** What the console said against the place. */
  complaints(): readonly string[] {
    return this.heard;
  }

  /** Comes from WeChat, as one of the demo users or as nobody who is known, to an address of the app. */
  async comes(user: string | undefined, address: string): Promise<void> {
    const credentials = user === undefined ? '' : (this.credentials.get(user) ?? `accessToken=${user}`);
    await this.goes(address + (credentials && (address.includes('?') ? '&' : '?')) + credentials);
  }

  async goes(address: string): Promise<void> {
    await this.page.goto(this.world.url + address, { waitUntil: 'commit' });
  }

  /** Waits until these words can be read. */
  reads(words: string | RegExp): Promise<void> {
    return this.page.getByText(words).filter({ visible: true }).first().waitFor();
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  presses(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).first().tap();
  }

  choosesTab(name: string): Promise<void> {
    return this.page.getByRole('tab', { name, exact: true }).tap();
  }

  follows(name: string): Promise<void> {
    return this.page.getByRole('link', { name }).first().tap();
  }

  retry(): Locator {
    return this.page.getByRole('button', { name: copy.common.retry }).first();
  }

  box(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** The next answers of that call are a fault. */
  async meets(kind: string, ...paths: string[]): Promise<void> {
    for (const path of paths) await this.world.fault({ path, kind, times: 9 });
  }

  /** Chooses the first plan and pays it, without a payment sheet coming between: it ends as `next` says. */
  async pays(next: 'ok' | 'cancel' | 'fail' | 'none', settles = false): Promise<void> {
    await this.world.payment({ next, settles });
    await this.page.locator('label:has(input[name=plan])').first().tap();
    await this.presses(/^￥.*支付$/);
  }

  /** The configuration that the page reads is this one. */
  async finds(configuration: (usual: Record<string, unknown>) => unknown): Promise<void> {
    await this.page.route('**/app-config.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: configuration((await response.json()) as Record<string, unknown>) });
    });
  }

  /** Everything that was to come in has come in. */
  async settles(): Promise<void> {
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    });
  }

  /** Looks at the same place in another way. */
  async wears({ colorScheme, isLarge }: Look, size?: { width: number; height: number }): Promise<void> {
    if (size) await this.page.setViewportSize(size);
    await this.page.emulateMedia({ colorScheme });
    await this.page.evaluate((is) => document.documentElement.toggleAttribute('data-large', is), isLarge);
    await this.settles();
  }

  heightOfAll(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollHeight);
  }

  /** What leads on from what is said here: the ways that a person has beside going back. */
  waysOn(): Promise<string[]> {
    return this.page.evaluate((back) => {
      const said = document.querySelector('[role=alertdialog], [role=alert]:not(:empty)') ?? document.querySelector('main');
      const ways = Array.from(said?.querySelectorAll<HTMLElement>('button, a[href]') ?? []);
      return ways.map((way) => way.innerText.trim()).filter((name) => name !== '' && name !== back);
    }, copy.common.back);
  }

  async leaves(): Promise<void> {
    await this.context.close();
  }
}
