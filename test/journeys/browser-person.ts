import type { Page } from 'playwright-core';
import type { NoticeReason } from '../../src/core/device/device.ts';
import type { PlanBasis } from '../../src/core/lease/plan.ts';
import type { TreatmentMode } from '../../src/core/treatment/settings/settings.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import type { World } from '../helpers/world.ts';
import { type Person, type Sight, unsupported } from './person.ts';
import type { Phone } from './phone.ts';

/** The browser aborts prefetches of screens when it leaves the page. */
const isAbortedPrefetch = (url: string, reason: string) =>
  reason === 'net::ERR_ABORTED' && /\/assets\/[\w-]+\.(js|css)$/.test(new URL(url).pathname);
const CORNER = { x: 16, y: 16 };
const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const reasons = Object.entries(copy.entry.reasons) as [NoticeReason, string][];
const modes = Object.entries(copy.modes.names) as [TreatmentMode, string][];
const orderStates = {
  [copy.orders.states['to-pay']]: 'to-pay',
  [copy.orders.states.paid]: 'paid',
  [copy.orders.states.cancelled]: 'cancelled',
} as const;

/** Uses the built page as a person does: reads the screen and taps what it shows. */
export class BrowserPerson implements Person {
  private readonly messages: string[] = [];
  private readonly pendingRequests = new Set<unknown>();

  /** `weixin`: whether the page runs in the sandbox’s WeChat. */
  constructor(
    private readonly world: World,
    private readonly page: Page,
    private readonly weixin = true,
  ) {}

  /** A person whose page must neither complain on the console nor miss a file. */
  static with({ world, page }: Phone, { weixin = true } = {}): BrowserPerson {
    const person = new BrowserPerson(world, page, weixin);
    person.listens();
    return person;
  }

  async arrives(user: string, device?: string): Promise<Sight> {
    const { entryLink } = await this.world.user(user);
    const link = entryLink.startsWith('http') ? entryLink : this.world.url + entryLink;
    const place = device === undefined ? link : `${link}&sno=${device}`;
    await this.page.goto(this.weixin ? place : `${place}&weixin=off`);
    return this.sees('my', 'plans', 'modes', 'treatment', 'on-behalf?', 'notice');
  }

  async scans(device: string): Promise<Sight> {
    await this.waitForResponses();
    await this.page.goto(`${this.world.url}/my`);
    await this.toDevices();
    await this.page.getByRole('button', { name: copy.my.rent }).tap();
    await this.page.locator(`[data-weixin-sno="${device}"]`).tap();
    return this.sees('plans', 'modes', 'treatment', 'on-behalf?', 'notice');
  }

  /** Scans with the phone camera, outside WeChat. */
  async opensTheCamera(): Promise<Sight> {
    await this.toDevices();
    await this.page.getByRole('button', { name: copy.my.rent }).tap();
    return this.sees('plans', 'modes', 'treatment', 'on-behalf?', 'notice');
  }

  async typesTheNumber(device: string): Promise<Sight> {
    await this.toDevices();
    await this.page.getByRole('button', { name: copy.my.rent }).tap();
    await this.page.getByLabel(copy.scanner.number, { exact: true }).fill(device);
    await this.presses(copy.scanner.go);
    return this.sees('plans', 'modes', 'treatment', 'on-behalf?', 'notice');
  }

  async answersOnBehalf(yes: boolean): Promise<Sight> {
    await this.presses(yes ? copy.entry.yes : copy.entry.no);
    return this.sees('plans', 'modes', 'treatment', 'notice');
  }

  async rents(basis: PlanBasis, payment: 'pays' | 'calls off'): Promise<Sight> {
    await this.page.getByRole('tab', { name: copy.lease[basis] }).tap();
    await this.page.locator('label:has(input[name=plan])').first().tap();
    await this.page
      .getByRole('button', { name: new RegExp(`^￥.*${copy.lease.pay('').replace(/[￥\s]/g, '')}$`) })
      .tap();
    await this.page.locator(`[data-weixin="${payment === 'pays' ? 'pay' : 'cancel'}"]`).tap();
    return this.sees('modes', 'cards', 'my', 'order', 'treatment');
  }

  async paysTheOrder(): Promise<Sight> {
    await this.presses(copy.orders.pay);
    const sheet = this.page.locator('[data-weixin="pay"]');
    await sheet
      .or(this.page.getByRole('button', { name: copy.orders.chooseAgain }))
      .first()
      .waitFor();
    if (await sheet.isVisible()) await sheet.tap();
    return until(
      () => this.readScreen(),
      (sight) => sight?.see === 'order' && sight.state !== 'to-pay',
    ).then(required);
  }

  async starts(mode: TreatmentMode): Promise<Sight> {
    if (mode === 'custom') {
      await this.page.getByRole('link', { name: copy.modes.custom }).tap();
      await this.presses(copy.custom.start);
    } else await this.presses(copy.modes.tiles[mode]);
    return this.sees('treatment', 'deduct?');
  }

  async agrees(): Promise<Sight> {
    // Where the mode was tapped a moment ago, the page takes another tap for a slip of the finger.
    await this.page.getByRole('button', { name: copy.common.confirm, exact: true }).tap({ position: CORNER });
    return this.sees('treatment');
  }

  async seesMinutes(minutes: number): Promise<void> {
    const shown = () => this.page.locator('main').innerText();
    await until(shown, (text) => Number(/已理疗\s*(\d+)/.exec(text)?.[1]) >= minutes);
  }

  async stops(): Promise<Sight> {
    await this.presses(copy.treatment.stop);
    await this.presses(copy.common.confirm);
    return this.sees('modes');
  }

  async renewsTheCard(): Promise<Sight> {
    await this.waitForResponses();
    await this.page.goto(`${this.world.url}/my`);
    await this.page.getByRole('tab', { name: copy.my.accountTab, exact: true }).tap();
    await this.page.getByRole('link', { name: copy.titles.cardList }).tap();
    await this.page
      .getByRole('button', { name: new RegExp(`^${copy.cards.renew}`) })
      .first()
      .tap();
    return this.sees('plans');
  }

  async waitsFor(sight: Sight): Promise<Sight> {
    return until(
      () => this.readScreen(),
      (seen) => JSON.stringify(seen) === JSON.stringify(sight),
    ).then(required);
  }

  async acknowledges(): Promise<Sight> {
    const dialog = this.page.getByRole('alertdialog');
    await dialog.waitFor();
    const understood = dialog.getByRole('button', { name: copy.common.understood });
    await ((await understood.count()) > 0 ? understood : dialog.getByRole('button').last()).tap();
    return this.sees('my', 'modes');
  }

  async bindsPhone(mobile: string): Promise<Sight> {
    await this.page.getByRole('tab', { name: copy.my.accountTab, exact: true }).tap();
    await this.page.getByRole('link', { name: copy.my.bindPhone }).tap();
    await this.page.getByLabel(copy.login.mobile, { exact: true }).fill(mobile);
    await this.presses(copy.login.askForCode);
    await this.page.getByText(copy.login.sent).waitFor();
    await this.page.getByLabel(copy.login.code, { exact: true }).fill(await this.world.codeFor(mobile));
    await this.presses(copy.login.bind);
    await this.page.getByText(mobile).waitFor();
    return this.sees('my');
  }

  async opensTheShares(): Promise<Sight> {
    await this.opensCustom();
    await this.presses(copy.device.more);
    await this.page.getByRole('dialog').getByRole('button', { name: copy.custom.share, exact: true }).tap();
    return this.sees('shares');
  }

  async sendsToAFriend(): Promise<string> {
    return (await this.sendsACardToAFriend()).link;
  }

  /** The link and the picture that the friend receives. */
  async sendsACardToAFriend(): Promise<{ link: string; picture: string | undefined }> {
    await this.opensTheShares();
    await this.page.getByRole('button', { name: copy.share.link.send }).tap();
    await this.presses(copy.common.understood);
    await this.page.locator('[data-weixin=menu]').tap();
    await this.page.locator('[data-weixin=send]').tap();
    const link = await this.page.locator('[data-weixin=link]').innerText();
    const shown = this.page.locator('[data-weixin=picture]');
    const picture =
      (await shown.count()) > 0 ? await shown.evaluate((each) => (each as HTMLImageElement).src) : undefined;
    await this.page.locator('[data-weixin=close]').tap();
    return { link, picture };
  }

  async friendOpens(link: string, user: string): Promise<Sight> {
    await this.waitForResponses();
    await this.page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()));
    const { entryLink } = await this.world.user(user);
    await this.page.goto(`${link}&${new URL(entryLink, this.world.url).searchParams.toString()}`);
    return this.sees('modes');
  }

  async opensCustom(): Promise<void> {
    await this.page.getByRole('link', { name: copy.modes.custom }).tap();
    await this.page.getByRole('button', { name: copy.custom.start, exact: true }).waitFor();
  }

  reopens = unsupported;
  cancelsFromTheOrders = unsupported;
  paysFromTheOrders = unsupported;
  recharges = unsupported;
  renewsFromTheList = unsupported;
  sharesWith = unsupported;
  endsSharingWith = unsupported;
  givesFeedback = unsupported;

  complaints(): readonly string[] {
    return this.messages;
  }

  private listens(): void {
    const { page, messages, pendingRequests } = this;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
    page.on('request', (request) => void pendingRequests.add(request));
    page.on('requestfinished', (request) => void pendingRequests.delete(request));
    page.on('requestfailed', (request) => {
      pendingRequests.delete(request);
      const reason = request.failure()?.errorText ?? '';
      if (!isAbortedPrefetch(request.url(), reason)) messages.push(`failed: ${request.url()} ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) messages.push(`${response.status()}: ${response.url()}`);
    });
  }

  /** Waits for pending responses: the browser reports one that it aborts when it leaves the page as failed. */
  private async waitForResponses(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await until(
      () => this.pendingRequests.size,
      (size) => size === 0,
    );
  }

  private async toDevices(): Promise<void> {
    await this.page.getByRole('tab', { name: copy.my.deviceTab, exact: true }).tap();
  }

  private async presses(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).tap();
  }

  /** Waits until the screen shows one of these kinds. */
  private async sees(...kinds: Sight['see'][]): Promise<Sight> {
    return until(
      () => this.readScreen(),
      (sight) => sight !== undefined && kinds.includes(sight.see),
    ).then(required);
  }

  /** Reads the screen. A dialog outranks the page. */
  private async readScreen(): Promise<Sight | undefined> {
    const { path, dialog, text, headings } = await this.page.evaluate(() => ({
      path: location.pathname,
      dialog: document.querySelector<HTMLElement>('[role=alertdialog]')?.innerText,
      text: document.body.innerText,
      headings: Array.from(document.querySelectorAll<HTMLElement>('h1, h2'), (each) => each.innerText.trim()),
    }));
    if (dialog !== undefined) return this.inDialog(path, dialog);
    switch (path) {
      case '/my':
        return text.includes(copy.my.accountTab) ? { see: 'my' } : undefined;
      case '/my/cardList':
        return text.includes(copy.cards.remaining.trim()) ? { see: 'cards' } : undefined;
      case '/lease':
        return text.includes(copy.lease.units.day(1)) || text.includes(copy.lease.units.use(1))
          ? { see: 'plans' }
          : undefined;
      case '/modeMenu':
        return headings.includes(copy.titles.modeMenu) ? { see: 'modes' } : undefined;
      case '/process': {
        const mode = modes.find(([, name]) => headings.includes(name));
        const isRunning = text.includes(copy.treatment.elapsedBefore.trim()) && !text.includes(copy.treatment.starting);
        return mode && isRunning ? { see: 'treatment', mode: mode[0] } : undefined;
      }
      case '/share': {
        const people = headings.map((heading) => /^(\d+)人/.exec(heading)?.[1]).find(Boolean);
        return people === undefined ? undefined : { see: 'shares', people: Number(people) };
      }
      case '/login':
        return text.includes(copy.login.askForCode) ? { see: 'phone form' } : undefined;
      case '/orderDetail': {
        const state = Object.entries(orderStates).find(([words]) => new RegExp(`^${escaped(words)}$`, 'm').test(text));
        return state && { see: 'order', state: state[1] };
      }
      default:
        return undefined;
    }
  }

  private inDialog(path: string, dialog: string): Sight | undefined {
    const remaining = /剩余次数\s*(\d+)/.exec(dialog)?.[1];
    if (dialog.includes(copy.entry.onBehalf)) return { see: 'on-behalf?' };
    if (dialog.includes(copy.treatment.finished)) return { see: 'finished' };
    if (path === '/process' && dialog.includes(copy.treatment.offline)) return { see: 'device offline' };
    if (remaining !== undefined) return { see: 'deduct?', remaining: Number(remaining) };
    const reason = reasons.find(([, words]) => dialog.includes(words));
    return reason && { see: 'notice', reason: reason[0] };
  }
}

function required(sight: Sight | undefined): Sight {
  if (!sight) throw new Error('the screen shows nothing that the driver recognizes');
  return sight;
}
