import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';

const ANSWER = 40_000;
const PATIENCE = { pageLoad: 30_000, script: 10_000 };
const PHONE = { x: 0, y: 0, width: 390, height: 844 };
export const keys = { tab: '\uE004', escape: '\uE00C', down: '\uE015' };
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A node of the page, as the driver names it. */
export type ElementReference = { [ELEMENT]: string };

/** What the driver refused, by the name that the standard gives to it. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(`${reason}: ${message}`);
  }
}

/** WebKitGTK's driver on a screen of its own that nobody sees; drives one window at a time. https://www.w3.org/TR/webdriver2/ */
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
      signal: AbortSignal.timeout(ANSWER),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Answer & { error?: string; message?: string } };
    if (!response.ok) throw new Refused(value.error ?? 'unknown error', value.message ?? '');
    return value;
  }

  /** Opens a window of a phone's size, with nothing remembered. */
  async opens(): Promise<WebDriverWindow> {
    const options = { args: ['--automation', '--full-screen'] };
    const { sessionId, capabilities } = await this.call<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts: PATIENCE } },
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

/** One window of the browser. */
export class WebDriverWindow {
  constructor(
    private readonly driver: WebDriver,
    private readonly path: string,
    /** Of WebKit. */
    readonly version: string,
  ) {}

  takes(command: string, body: object = {}): Promise<void> {
    return this.driver.call('POST', `${this.path}/${command}`, body);
  }

  /** Runs the text of a function in the page and answers with what it returns. */
  runs<Answer>(script: string, ...values: unknown[]): Promise<Answer> {
    return this.driver.call('POST', `${this.path}/execute/sync`, { script, args: values });
  }

  /** Presses the middle of an element as a finger would, once it can be seen and nothing lies over it. */
  clicks(element: ElementReference): Promise<void> {
    return this.takes(`element/${element[ELEMENT]}/click`);
  }

  types(element: ElementReference, text: string): Promise<void> {
    return this.takes(`element/${element[ELEMENT]}/value`, { text });
  }

  /** Presses the keys at what has the focus. */
  presses(...keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    return this.takes('actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Taps at places of the window, one after the other, with so many milliseconds between. */
  taps(places: readonly { x: number; y: number }[], pause: number): Promise<void> {
    const tap = ({ x, y }: { x: number; y: number }) => [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
      { type: 'pause', duration: pause },
    ];
    return this.takes('actions', { actions: [{ type: 'pointer', id: 'finger', actions: places.flatMap(tap) }] });
  }

  /** What is drawn, as the text of a PNG. */
  picture(): Promise<string> {
    return this.driver.call('GET', `${this.path}/screenshot`);
  }

  closes(): Promise<void> {
    return this.driver.call('DELETE', this.path);
  }
}
