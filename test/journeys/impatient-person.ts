import type { Locator, Page } from 'playwright-core';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import type { TreatmentMode } from '../../src/core/treatment/settings/settings.ts';
import { until } from '../helpers/until.ts';
import type { Phone } from './phone.ts';

const ACTION_TIMEOUT_MS = 30_000;
/** Minutes. */
const LATE = [0, 1, 2, 3];

const inChina = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(instant);

/** A person who taps repeatedly, with the built page in a real browser and a faulty network. */
export class ImpatientPerson {
  readonly page: Page;
  /** Paths of the page’s API calls, in order. */
  readonly calls: string[] = [];
  /** Messages of uncaught errors. */
  readonly uncaught: string[] = [];
  /** How many times the page opened WeChat’s payment sheet. */
  private sheets = 0;

  constructor(private readonly phone: Phone) {
    const { page } = phone;
    this.page = page;
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    page.on('pageerror', (error) => this.uncaught.push(error.message));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) this.calls.push(pathname.slice('/api'.length));
      if (pathname.endsWith('/weixin/setting')) this.sheets += 1;
    });
  }

  /** The configuration of the page names the header of the idempotency key. */
  async sendsIdempotencyKeys(): Promise<void> {
    await this.page.route('**/app-config.json', async (route) => {
      const response = await route.fetch();
      const configured = (await response.json()) as object;
      await route.fulfill({ response, json: { ...configured, idempotencyHeader: 'idempotency-key' } });
    });
  }

  /** Holds back the page’s calls to this path until the result is called. */
  async holdsBack(path: string): Promise<() => void> {
    let goOn = (): void => {};
    const allowed = new Promise<void>((resolve) => (goOn = resolve));
    await this.page.route(`**${path}`, async (route) => {
      await allowed;
      await route.continue();
    });
    return goOn;
  }

  /** Moves the page’s clock on, step by step, until the element is visible. */
  async seesWhileTimePasses(target: Locator, stepMs: number): Promise<void> {
    await until(
      async () => {
        await this.page.clock.fastForward(stepMs);
        return target.isVisible();
      },
      (isVisible) => isVisible,
    );
  }

  /** Opens a second page in the same browser context. */
  async opensAnotherPage(): Promise<ImpatientPerson> {
    return new ImpatientPerson({ ...this.phone, page: await this.phone.context.newPage() });
  }

  /** Opens a path of the app from WeChat as a demo user. */
  async arrives(user: string, place = '/'): Promise<void> {
    const { entryLink } = await this.phone.world.user(user);
    const { searchParams } = new URL(entryLink, this.phone.world.url);
    await this.page.goto(
      `${this.phone.world.url}${this.phone.base}${place}${place.includes('?') ? '&' : '?'}${searchParams.toString()}`,
    );
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  seesText(words: string): Promise<void> {
    return this.page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
  }

  /** Taps the same point repeatedly, even if another element moves there. */
  async tapsRepeatedly(target: Locator, times = 3): Promise<void> {
    await target.tap({ trial: true });
    const box = await target.boundingBox();
    if (!box) throw new Error('the element has no box to tap');
    const tap = () => this.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await Promise.all(Array.from({ length: times }, tap));
  }

  /** Returns the tap on the element as it stands now, so far down of its height, even if another element moves there. */
  async aimsAt(target: Locator, down: number): Promise<() => Promise<void>> {
    await target.tap({ trial: true });
    const box = await target.boundingBox();
    if (!box) throw new Error('the element has no box to tap');
    return () => this.page.touchscreen.tap(box.x + box.width / 2, box.y + down * box.height);
  }

  /** Rents the first plan and starts a treatment, tapping every button repeatedly. */
  async rentsAndStartsByRepeatedTaps(): Promise<void> {
    await this.tapsRepeatedly(await this.choosesPlan());
    await this.tapsRepeatedly(this.sheet('pay'));
    await this.tapsRepeatedly(this.button(copy.modes.tiles.bio));
    await this.isTreated('bio');
  }

  /** Clicks repeatedly before the page can render. */
  async presses(target: Locator, times = 3): Promise<void> {
    await target.evaluate((element: HTMLElement, many) => {
      for (let press = 0; press < many; press += 1) element.click();
    }, times);
  }

  async choosesPlan(basis: 'duration' | 'uses' = 'duration'): Promise<Locator> {
    await this.page.getByRole('tab', { name: copy.lease[basis] }).tap();
    await this.page.locator('label:has(input[name=plan])').first().tap();
    return this.payButton();
  }

  payButton(): Locator {
    return this.button(/^￥.*支付$/);
  }

  /** A button of WeChat’s payment sheet. */
  sheet(button: 'pay' | 'cancel' | 'fail'): Locator {
    return this.page.locator(`[data-weixin="${button}"]`);
  }

  async seesTheSheet(): Promise<void> {
    await until(
      () => Promise.resolve(this.sheets),
      (sheets) => sheets > 0,
    );
  }

  comesTo(path: string): Promise<void> {
    return this.page.waitForURL((url) => url.pathname === this.phone.base + path);
  }

  async isTreated(mode: TreatmentMode): Promise<void> {
    await this.page.getByRole('heading', { name: copy.modes.names[mode] }).waitFor();
    await this.seesNoText(copy.treatment.starting);
  }

  /** Accepts a little more: the device counts on while a busy machine runs the test. */
  hasBeenTreatedFor(minutes: number): Promise<void> {
    const shown = LATE.map((late) => minutes + late).join('|');
    return this.page.locator('strong', { hasText: new RegExp(`^(${shown})$`) }).waitFor();
  }

  /** Accepts an earlier end: a busy machine comes late to look. */
  seesTheEndIn(minutes: number): Promise<void> {
    const ends = LATE.map((late) => copy.treatment.endsAt(inChina(Date.now() + (minutes - late) * 60_000)));
    return this.page.getByText(new RegExp(`^(${ends.join('|')})$`)).waitFor();
  }

  /** Opens the treatment of a demo user that started five minutes ago. */
  async isInTheMiddleOfATreatment(): Promise<void> {
    await this.arrives('card', '/?sno=PL10005');
    await this.hasBeenTreatedFor(5);
  }

  async seesNoText(words: string): Promise<void> {
    await until(
      () => this.page.evaluate(() => document.body.innerText),
      (text) => !text.includes(words),
    );
  }

  /** Presses Enter twice before the page handles the first press. */
  async entersTwice(target: Locator): Promise<void> {
    await target.focus();
    await Promise.all([this.page.keyboard.press('Enter'), this.page.keyboard.press('Enter')]);
  }

  /** The number of the order that is not paid yet. */
  async unpaidOrderNumber(): Promise<string> {
    const { orders } = await this.phone.world.state();
    const open = orders.find((order) => Object.values(order).includes('支付中'));
    return String(open?.orderNo ?? open?.['number']);
  }

  /** Sets the page’s visibility and dispatches the event for it. */
  async setsVisibility(visibility: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, visibility);
  }

  async hidesAndShows(): Promise<void> {
    await this.setsVisibility('hidden');
    await this.setsVisibility('visible');
  }
}
