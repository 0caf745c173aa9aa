import type { Page } from 'playwright-core';
import { BrowserPerson } from '../journeys/browser-person.ts';
import type { World } from '../helpers/world.ts';
import { RecordingBuild, READ_PROBLEMS } from './recording-build.ts';
import { WebDriver } from './web-driver.ts';
import { WebKitPage } from './webkit-page.ts';

/** WebKit with the built-ins of the oldest supported phone and a build that records its errors. */
export class WebKit {
  readonly build = new RecordingBuild();

  private constructor(private readonly driver: WebDriver) {}

  static async start(): Promise<WebKit> {
    return new WebKit(await WebDriver.start());
  }

  async opens(): Promise<WebKitPage> {
    return new WebKitPage(await this.driver.opens());
  }

  /** Opens a window for a person of the journeys. Leaving rejects if a page recorded a problem. */
  async opensPerson(
    world: World,
    { weixin = true } = {},
  ): Promise<{ person: BrowserPerson & { leaves(): Promise<void> }; page: WebKitPage }> {
    const page = await this.opens();
    const leaves = async () => {
      const problems = await page.window.runs<string[]>(READ_PROBLEMS);
      await page.window.closes();
      if (problems.length > 0) throw new Error(`a page in WebKit recorded problems:\n${problems.join('\n')}`);
    };
    const person = new BrowserPerson(world, page as unknown as Page, weixin);
    return { person: Object.assign(person, { leaves }), page };
  }

  async close(): Promise<void> {
    await this.driver.close();
    this.build.remove();
  }
}
