import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import type { TestContext } from 'vitest';

/** Git ignores this folder. Each failed test has a folder in it. */
const RESULTS = path.resolve('test-results');
const MAX_LINES = 2_000;
const SCREENSHOT_TIMEOUT_MS = 5_000;
const withTrace = process.env['TRACE'] === '1';

type Task = TestContext['task'];
type CleanUp = (hasFailed: boolean) => Promise<unknown>;
interface Opened {
  /** The test that uses the context. */
  task: Task | undefined;
  /** Console messages and failed requests, with the time since the test got the context. */
  lines: string[];
  since: number;
}

const running = new AsyncLocalStorage<Task>();
const openContexts = new Map<BrowserContext, Opened>();
const cleanUps = new WeakMap<Task, CleanUp[]>();
/** Numbers the saved contexts of a failed test. */
const saved = new WeakMap<Task, number>();

const hasFailed = (task: Task) => task.result?.state === 'fail';
const slug = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);

function folderOf(task: Task): string {
  const titles: string[] = [task.name];
  for (let suite = task.suite; suite; suite = suite.suite) titles.unshift(suite.name);
  return path.join(RESULTS, path.basename(task.file.name, '.test.ts'), slug(titles.join(' ')));
}

/** Saves the screen, the HTML and the console of every page of a failed test, and with TRACE=1 Playwright’s trace. */
export function recordFailures(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await follow(context);
    return context;
  };
  return browser;
}

/** Runs `cleanUp` after the calling test, whether it failed or not; the last one registered runs first. Unlike in a `finally` block, the result of the test is known, so the pages of a failed test are saved before they close. */
export function afterThisTest(cleanUp: CleanUp): void {
  const task = running.getStore();
  if (!task) throw new Error('afterThisTest is called outside a test');
  cleanUps.set(task, [...(cleanUps.get(task) ?? []), cleanUp]);
}

/** The calling test uses this context from now on, which was opened before it. */
export function belongsToThisTest(context: BrowserContext): void {
  const opened = openContexts.get(context);
  if (opened) Object.assign(opened, { task: running.getStore(), lines: [], since: Date.now() });
}

async function follow(context: BrowserContext): Promise<void> {
  const opened: Opened = { task: running.getStore(), lines: [], since: Date.now() };
  const write = (line: string) => {
    if (opened.lines.length < MAX_LINES)
      opened.lines.push(`${String(Date.now() - opened.since).padStart(6)} ms  ${line}`);
  };
  openContexts.set(context, opened);
  context.on('console', (message) => write(`console ${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => write(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) =>
    write(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  context.on('response', (response) => write(`${response.status()}: ${response.request().method()} ${response.url()}`));
  if (withTrace) await context.tracing.start({ screenshots: true, snapshots: true });
  const close = context.close.bind(context);
  context.close = async (options) => {
    if (openContexts.delete(context) && opened.task && hasFailed(opened.task)) await save(context, opened, opened.task);
    await stopRouting(context);
    await close(options);
  };
}

/** A route handler that is running while its page closes would fail the test run. */
async function stopRouting(context: BrowserContext): Promise<void> {
  await Promise.all([context, ...context.pages()].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })));
}

async function save(context: BrowserContext, { lines }: Opened, task: Task): Promise<void> {
  const number = (saved.get(task) ?? 0) + 1;
  saved.set(task, number);
  const folder = folderOf(task);
  const file = (name: string) => path.join(folder, `${number}-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file('console.txt'), `${lines.join('\n')}\n`);
  for (const [at, page] of context.pages().entries()) {
    await page.screenshot({ path: file(`page-${at + 1}.png`), timeout: SCREENSHOT_TIMEOUT_MS }).catch(() => undefined);
    const html = await page.content().catch(() => '');
    writeFileSync(file(`page-${at + 1}.html`), `<!-- ${page.url()} -->\n${html}`);
  }
  if (withTrace) await context.tracing.stop({ path: file('trace.zip') }).catch(() => undefined);
}

/** Runs a test, to which the contexts that it opens belong. */
export const remembersTest = (task: Task, run: () => Promise<void>): Promise<void> => running.run(task, run);

/** Saves the pages of the test if it has failed, and cleans up after it. */
export async function endsTest(task: Task): Promise<void> {
  if (hasFailed(task)) {
    for (const [context, opened] of openContexts) {
      if (opened.task !== task) continue;
      await save(context, opened, task);
      opened.task = undefined;
    }
  } else rmSync(folderOf(task), { recursive: true, force: true });
  for (const cleanUp of (cleanUps.get(task) ?? []).toReversed()) await cleanUp(hasFailed(task));
  const error = task.result?.errors?.[0];
  if (error && saved.has(task))
    error.message += `\n\nThe pages of this test are saved in ${path.relative(process.cwd(), folderOf(task))}`;
}
