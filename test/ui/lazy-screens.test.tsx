// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi, onTestFinished } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { Lazy, loaded, onLoadFailure } from '../../src/ui/lazy.ts';
import { screens } from '../../src/ui/routes.tsx';
import { AppHarness, presses, sees } from './app-harness.tsx';
import { running } from './under-treatment.ts';

afterEach(() => vi.restoreAllMocks());

/** From now on no screen arrives that has not arrived before. */
const noScreenArrives = () => vi.spyOn(Lazy.prototype, 'load').mockRejectedValue(new Problem('network'));
const screensArrive = () => vi.restoreAllMocks();

test('A screen that fails to load shows the failure with a retry, says nothing of a device while nothing runs, and sends no request', async () => {
  noScreenArrives();
  const app = new AppHarness().open('/my/orderList');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  expect(screen.getByRole('button', { name: copy.common.retry })).toBeTruthy();
  expect(screen.queryByText(copy.safety.mayStillRun)).toBeNull();
  expect(app.http.sent).toEqual([]);
});

test('A treatment can be stopped from the notice that its screen failed to load', async () => {
  noScreenArrives();
  const app = running().open('/process?sno=PL1001');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  await presses(copy.treatment.stop);
  await presses(copy.common.confirm);
  await sees(copy.treatment.stopped);
  expect(app.calls(stopDevice)).toBe(1);
});

test('A screen that is missing although the server responds reloads the page, but only when the user retries', async () => {
  noScreenArrives();
  const app = new AppHarness().open('/my/orderList');
  await sees(copy.problems.http);
  await app.resumes();
  await sees(copy.problems.http);
  expect(app.reloads).toBe(0);
  await presses(copy.common.retry);
  await waitFor(() => expect(app.reloads).toBe(1));
});

test('A screen that fails to load offline shows the network error, and loads on resume once the network is back', async () => {
  noScreenArrives();
  const app = new AppHarness();
  app.pageIsReachable = false;
  app.open('/my/orderList');
  await sees(copy.problems.network);
  await presses(copy.common.retry);
  await sees(copy.problems.network);
  expect(app.reloads).toBe(0);
  screensArrive();
  app.pageIsReachable = true;
  await app.resumes();
  await sees(copy.orders.none);
});

test('A screen that failed to load does not block the other screens', async () => {
  noScreenArrives();
  new AppHarness().open('/my/cardList');
  const home = await screen.findByRole('link', { name: copy.notFound.home });
  screensArrive();
  fireEvent.click(home);
  await sees('李奶奶');
  fireEvent.click(screen.getByRole('link', { name: copy.titles.orderList }));
  await sees(copy.orders.none);
});

test('A screen that arrives between its first render and its first effect is shown', async () => {
  const lazy = screens['/my'];
  const My = await lazy?.load();
  let reads = 0;
  Object.defineProperty(lazy, 'content', {
    configurable: true,
    get: () => (reads++ === 0 ? undefined : My),
    set: () => {},
  });
  new AppHarness().open('/my');
  await sees('李奶奶');
});

const FILE = 'https://app.test:5180/assets/Share-B1x2.js';

/** An error as a browser throws it. `stack` is that of Chromium, which begins with the error, or of WebKit, which does not. */
function thrown(error: Error, stack: string): Error {
  return Object.assign(error, { stack });
}

const FAILED_REQUESTS: Record<string, Error> = {
  'Chromium that fetches no file': thrown(
    new TypeError(`Failed to fetch dynamically imported module: ${FILE}`),
    `TypeError: Failed to fetch dynamically imported module: ${FILE}`,
  ),
  'WebKit that fetches no file': thrown(new TypeError('Importing a module script failed.'), `load@${FILE}:1:200`),
  'WebKit that gets a page instead of a script': thrown(
    new TypeError("'text/html' is not a valid JavaScript MIME type."),
    '',
  ),
  'Firefox that fetches no file': thrown(new TypeError(`error loading dynamically imported module: ${FILE}`), ''),
  'a style sheet that is missing': thrown(
    new Error('Unable to preload CSS for /assets/Share-B1x2.css'),
    `Error: Unable to preload CSS for /assets/Share-B1x2.css\n    at HTMLLinkElement.<anonymous> (${FILE}:1:300)`,
  ),
  'files of two builds': thrown(
    new SyntaxError("The requested module './rest-C3.js' does not provide an export named 't'"),
    `SyntaxError: The requested module './rest-C3.js' does not provide an export named 't' at ${FILE}:1:10`,
  ),
};

const BUGS: Record<string, Error> = {
  Chromium: thrown(
    new TypeError("Cannot read properties of null (reading 'planted')"),
    `TypeError: Cannot read properties of null (reading 'planted')\n    at ${FILE}:1:200`,
  ),
  WebKit: thrown(new ReferenceError("Can't find variable: planted"), `module code@${FILE}:1:200`),
};

/** The Problem with which a file fails, and the failures that a listener hears of. */
async function failureOf(cause: unknown): Promise<{ problem: unknown; heard: unknown[] }> {
  const heard: unknown[] = [];
  onTestFinished(onLoadFailure((each) => heard.push(each)));
  return { problem: await loaded(Promise.reject(cause)).catch((problem: unknown) => problem), heard };
}

test.each(Object.entries(FAILED_REQUESTS))(
  'A file that is not there is a failure of the network: %s',
  async (_, cause) => {
    expect(await failureOf(cause)).toEqual({
      problem: expect.objectContaining({ name: 'Problem', code: 'network', cause }),
      heard: [cause],
    });
  },
);

test.each(Object.entries(BUGS))(
  'A bug in the code of a file is an internal error in %s, and no missing file',
  async (_, cause) => {
    expect(await failureOf(cause)).toEqual({
      problem: expect.objectContaining({ name: 'Problem', code: 'internal', cause }),
      heard: [],
    });
  },
);

test('A Problem of the code that loads a file stays as it is', async () => {
  const problem = new Problem('configuration');
  expect(await failureOf(problem)).toEqual({ problem, heard: [] });
});
