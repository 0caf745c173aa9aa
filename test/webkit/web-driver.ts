import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';

const COMMAND_TIMEOUT_MS = 40_000;
const TIMEOUTS_MS = { pageLoad: 30_000, script: 10_000 };
const PHONE = { x: 0, y: 0, width: 390, height: 844 };
export const keys = { tab: '\uE004', escape: '\uE00C', down: '\uE015' };
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A reference to a DOM element. */
export type ElementReference = { [ELEMENT]: string };

/** An error of the driver; its name is the error code of the WebDriver standard. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(`${reason}: ${message}`);
  }
}

/** WebKitGTK’s driver on a virtual display. It runs one window at a time. https://www.w3.org/TR/webdriver2/ */
export class WebDriver {
  private constructor(
    private readonly url: string,
    private readonly program: ChildProcess,
  ) {}

  static async start(): Promise<WebDriver> {
    const port = await freePort();
    const program = spawn('xvfb-run', ['-a', '-s', '-screen 0 800x1000x24', 'WebKitWebDriver', '-p', String(port)], {
      stdio: 'ignore',
      detached: true,
    });
    await new Promise((resolve, reject) => program.once('spawn', resolve).once('error', reject));
    const driver = new WebDriver(`http://127.0.0.1:${port}`, program);
    await until(
      () =>
        driver.call('GET', '/status').then(
          () => true,
          () => false,
        ),
      Boolean,
    );
    return driver;
  }

  async call<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Answer & { error?: string; message?: string } };
    if (!response.ok) throw new Refused(value.error ?? 'unknown error', value.message ?? '');
    return value;
  }

  /** Opens a window of a phone’s size without stored data. */
  async opens(): Promise<WebDriverWindow> {
    const options = { args: ['--automation', '--full-screen'] };
    const { sessionId, capabilities } = await this.call<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts: TIMEOUTS_MS } },
    });
    const window = new WebDriverWindow(this, `/session/${sessionId}`, capabilities.browserVersion);
    await window.takes('window/rect', PHONE);
    return window;
  }

  async close(): Promise<void> {
    const { program } = this;
    if (program.pid === undefined || program.exitCode !== null) return;
    const ended = new Promise((resolve) => program.once('exit', resolve));
    process.kill(-program.pid, 'SIGTERM');
    await ended;
  }
}

/** A browser window. */
export class WebDriverWindow {
  constructor(
    private readonly driver: WebDriver,
    private readonly path: string,
    /** The version of WebKit. */
    readonly version: string,
  ) {}

  takes(command: string, body: object = {}): Promise<void> {
    return this.driver.call('POST', `${this.path}/${command}`, body);
  }

  /** Runs the text of a function body in the page and returns its result. */
  runs<Answer>(script: string, ...values: unknown[]): Promise<Answer> {
    return this.driver.call('POST', `${this.path}/execute/sync`, { script, args: values });
  }

  /** Clicks the centre of an element. Rejects if the element is hidden or covered. */
  clicks(element: ElementReference): Promise<void> {
    return this.takes(`element/${element[ELEMENT]}/click`);
  }

  types(element: ElementReference, text: string): Promise<void> {
    return this.takes(`element/${element[ELEMENT]}/value`, { text });
  }

  /** Presses the keys in the focused element. */
  presses(...keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    return this.takes('actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Taps at points of the window one after another; `pause` in ms. */
  taps(places: readonly { x: number; y: number }[], pause: number): Promise<void> {
    const tap = ({ x, y }: { x: number; y: number }) => [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
      { type: 'pause', duration: pause },
    ];
    return this.takes('actions', { actions: [{ type: 'pointer', id: 'finger', actions: places.flatMap(tap) }] });
  }

  /** The screenshot, as a PNG in base64. */
  picture(): Promise<string> {
    return this.driver.call('GET', `${this.path}/screenshot`);
  }

  closes(): Promise<void> {
    return this.driver.call('DELETE', this.path);
  }
}
