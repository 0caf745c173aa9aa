import type { Browser, CDPSession, Page } from 'playwright-core';
import { startChromium } from '../test/helpers/chromium.ts';
import { World } from '../test/helpers/world.ts';

/** One measurement of the page, with the figures of others, the gate and the aim. */
export interface Measured {
  what: string;
  value: number;
  unit: string;
  anchor?: string;
  gate?: string;
  aim?: string;
  met?: boolean;
  [more: string]: unknown;
}

/** The built page in a browser with a phone's viewport, on the simulated cloud. */
export class Phone {
  private constructor(
    readonly world: World,
    private readonly browser: Browser,
    readonly page: Page,
    readonly tools: CDPSession,
  ) {}

  static async pickUp(scenario?: string): Promise<Phone> {
    const world = await World.start({ page: true });
    if (scenario !== undefined) await world.reset(scenario);
    const browser = await startChromium('--enable-precise-memory-info', '--js-flags=--expose-gc');
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'zh-CN',
      hasTouch: true,
    });
    const page = await context.newPage();
    return new Phone(world, browser, page, await context.newCDPSession(page));
  }

  /** Opens an address from WeChat as one of the demo users. */
  async comes(user: string, address: string): Promise<void> {
    const { entryLink } = await this.world.user(user);
    const credentials = new URL(entryLink, this.world.url).searchParams;
    credentials.delete('sno');
    await this.page.goto(`${this.world.url}${address}${address.includes('?') ? '&' : '?'}${credentials.toString()}`, {
      waitUntil: 'commit',
    });
  }

  says(words: string): Promise<void> {
    return this.page.getByText(words).filter({ visible: true }).first().waitFor();
  }

  /** Slows the CPU down by this factor. */
  async isSlower(times: number): Promise<void> {
    await this.tools.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  /** The page's resources after a garbage collection; `heap` in MB. */
  async holds(): Promise<{ heap: number; nodes: number; listeners: number }> {
    await this.tools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.tools.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await this.tools.send('Memory.getDOMCounters');
    return { heap: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
  }

  async putDown(): Promise<void> {
    await this.browser.close();
    await this.world.close();
  }
}
