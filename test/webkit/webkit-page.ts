import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { until } from '../helpers/until.ts';
import { type ElementReference, Refused, type WebDriverWindow } from './web-driver.ts';

type Words = string | RegExp;
type Pattern = { source: string; flags: string };
type Step =
  | { by: 'role'; role: string; name?: Pattern; level?: number }
  | { by: 'label' | 'text'; pattern: Pattern }
  | { by: 'css'; selector: string; has?: Pattern }
  | { by: 'first' | 'last' };

const queries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/** Errors that disappear when the page stops changing; the step is repeated. */
const TRANSIENT_ERRORS = [
  'stale element reference',
  'no such element',
  'element click intercepted',
  'element not interactable',
];

/** Runs in the page: the elements that the steps select. Null if the queries are not loaded in this document yet. */
const FIND = `
  const library = window.TestingLibraryDom;
  if (!library) return null;
  const suits = (pattern) => (text) => new RegExp(pattern.source, pattern.flags).test(text.replace(/\\s+/g, ' ').trim());
  const ways = {
    role: (root, { role, name, level }) => library.queryAllByRole(root, role, { ...(name && { name: suits(name) }), ...(level && { level }) }),
    label: (root, { pattern }) => library.queryAllByLabelText(root, suits(pattern)),
    text: (root, { pattern }) => library.queryAllByText(root, suits(pattern)),
    css: (root, { selector, has }) => Array.from(root.querySelectorAll(selector)).filter((each) => !has || suits(has)(each.innerText)),
  };
  const find = (steps) => steps.reduce((found, step) => {
    if (step.by === 'first') return found.slice(0, 1);
    if (step.by === 'last') return found.slice(-1);
    return found.flatMap((root) => ways[step.by](root, step));
  }, [document.body]);
  const isSeen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';`;

const LOOK = `${FIND}
  const found = find(arguments[0]);
  return { there: found.length, seen: found.some(isSeen) };`;

/** Runs in the page: the element, once it stops moving and, for a tap, nothing covers it. */
const REACH = `${FIND}
  const [element] = find(arguments[0]).filter(isSeen);
  if (!element || element.disabled || element.closest('[inert]')) return {};
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const liesUnderFinger = () => {
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  };
  if (arguments[1] && !liesUnderFinger()) return {};
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = place();
  return frame().then(frame).then(() => (place() === before ? { element } : {}));`;

function patternOf(words: Words, exact = false): Pattern {
  if (words instanceof RegExp) return { source: words.source, flags: words.flags };
  const escaped = words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { source: exact ? `^${escaped}$` : escaped, flags: exact ? '' : 'i' };
}

const TAP_INTERVAL_MS = 600;

/** A lazy element query. Implements the part of Playwright’s Locator that the journeys use. */
export class WebKitLocator {
  constructor(
    private readonly page: WebKitPage,
    private readonly steps: readonly Step[],
  ) {}

  getByRole(
    role: string,
    { name, exact, level }: { name?: Words; exact?: boolean; level?: number } = {},
  ): WebKitLocator {
    return this.narrow({
      by: 'role',
      role,
      ...(name !== undefined && { name: patternOf(name, exact) }),
      ...(level !== undefined && { level }),
    });
  }

  getByLabel(words: Words, { exact = false } = {}): WebKitLocator {
    return this.narrow({ by: 'label', pattern: patternOf(words, exact) });
  }

  getByText(words: Words, { exact = false } = {}): WebKitLocator {
    return this.narrow({ by: 'text', pattern: patternOf(words, exact) });
  }

  locator(selector: string, { hasText }: { hasText?: Words } = {}): WebKitLocator {
    return this.narrow({ by: 'css', selector, ...(hasText !== undefined && { has: patternOf(hasText) }) });
  }

  first(): WebKitLocator {
    return this.narrow({ by: 'first' });
  }

  last(): WebKitLocator {
    return this.narrow({ by: 'last' });
  }

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'detached' } = {}): Promise<void> {
    await until(
      () => this.look(),
      ({ there, seen }) => (state === 'visible' ? seen : there === 0),
    );
  }

  async count(): Promise<number> {
    return (await this.look()).there;
  }

  /** Waits half a second after the last tap, because the page ignores a second tap of a double tap. */
  async tap(): Promise<void> {
    await until(
      async () => Date.now() - this.page.lastTapAt,
      (elapsed) => elapsed > TAP_INTERVAL_MS,
    );
    await this.acts((element) => this.page.window.clicks(element));
    this.page.lastTapAt = Date.now();
  }

  fill(text: string): Promise<void> {
    return this.acts((element) => this.page.window.types(element, text));
  }

  pressSequentially(text: string): Promise<void> {
    return this.fill(text);
  }

  async innerText(): Promise<string> {
    return this.evaluate((element) => (element as HTMLElement).innerText);
  }

  async evaluate<Answer>(work: (element: Element) => Answer): Promise<Answer> {
    const { element } = await this.reach();
    return this.page.window.runs(`return (${work.toString()})(arguments[0])`, element);
  }

  /** The centre of the element, in window coordinates. */
  middle(): Promise<{ x: number; y: number }> {
    return this.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
  }

  private narrow(step: Step): WebKitLocator {
    return new WebKitLocator(this.page, [...this.steps, step]);
  }

  private look(): Promise<{ there: number; seen: boolean }> {
    return this.page.runs(LOOK, this.steps);
  }

  private async reach({ press = false } = {}): Promise<{ element: ElementReference }> {
    const reached = await until(
      () => this.page.runs<{ element?: ElementReference }>(REACH, this.steps, press),
      ({ element }) => element !== undefined,
    ).catch((thrown: unknown) => {
      throw new Error(`cannot reach ${JSON.stringify(this.steps)}`, { cause: thrown });
    });
    return reached as { element: ElementReference };
  }

  private async acts(act: (element: ElementReference) => Promise<void>): Promise<void> {
    const attempt = async () => {
      const { element } = await this.reach({ press: true });
      return act(element).then(
        () => 'done',
        (thrown: unknown) => {
          if (thrown instanceof Refused && TRANSIENT_ERRORS.includes(thrown.reason)) return thrown.reason;
          throw thrown;
        },
      );
    };
    await until(attempt, (outcome) => outcome === 'done');
  }
}

/** A page in WebKit. Implements the part of Playwright’s Page that the journeys use. */
export class WebKitPage {
  private readonly whole = new WebKitLocator(this, []);
  readonly getByRole = this.whole.getByRole.bind(this.whole);
  readonly getByLabel = this.whole.getByLabel.bind(this.whole);
  readonly getByText = this.whole.getByText.bind(this.whole);
  readonly locator = this.whole.locator.bind(this.whole);

  /** Epoch ms. */
  lastTapAt = 0;

  constructor(readonly window: WebDriverWindow) {}

  goto(url: string): Promise<void> {
    return this.window.takes('url', { url });
  }

  reload(): Promise<void> {
    return this.window.takes('refresh');
  }

  goBack(): Promise<void> {
    return this.window.takes('back');
  }

  goForward(): Promise<void> {
    return this.window.takes('forward');
  }

  /** As text: the driver converts undefined to null. */
  async evaluate<Answer, Value = undefined>(
    work: (value: Value) => Answer | Promise<Answer>,
    value?: Value,
  ): Promise<Answer> {
    const script = `return Promise.resolve((${work.toString()})(arguments[0])).then((answer) => JSON.stringify({ answer }))`;
    return (JSON.parse(await this.window.runs<string>(script, value ?? null)) as { answer: Answer }).answer;
  }

  async waitForLoadState(): Promise<void> {
    await until(
      () => this.evaluate(() => document.readyState),
      (state) => state === 'complete',
    );
  }

  /** Runs a script that needs the queries, and loads them into the document if they are missing. */
  async runs<Answer>(script: string, ...values: unknown[]): Promise<Answer> {
    const answer = await this.window.runs<Answer | null>(script, ...values);
    if (answer !== null) return answer;
    await this.window.runs(queries);
    return this.runs(script, ...values);
  }
}
