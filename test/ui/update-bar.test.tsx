// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { pageBuild } from '../../src/ui/start/build-id.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { AppHarness, doesNotSee, goTo, presses, sees } from './app-harness.tsx';

const MINUTE = 60_000;
const { ready, now } = copy.update;

beforeEach(() => {
  document.head.innerHTML = '<meta name="build" content="1.0.0 aaaa">';
});
afterEach(() => {
  document.head.innerHTML = '';
});

const deploys = (app: AppHarness, buildId: string) => app.pageFiles.set('version.json', JSON.stringify({ buildId }));

/** The app, shown again minutes after it was opened, when its server has this build. */
async function shownAgain(address: string, { app = new AppHarness(), buildId = 'bbbb' } = {}): Promise<AppHarness> {
  app.open(address);
  deploys(app, buildId);
  await waitFor(async () => {
    await app.advance(6 * MINUTE);
    await app.resumes();
    expect(app.pageReads).toEqual(['version.json']);
  });
  return app;
}

const isVisible = () => getComputedStyle(screen.getByText(ready)).visibility !== 'hidden';

test('A page of an older build offers the update when it is shown again, and reloads on a tap', async () => {
  const app = await shownAgain('/my');
  await sees(ready);
  expect(app.reloads).toBe(0);
  await presses(now);
  await waitFor(() => expect(app.reloads).toBe(1));
});

test('A page that cannot reach its server reports it instead of reloading, and offers the update again', async () => {
  const app = await shownAgain('/my');
  await sees(ready);
  app.pageIsReachable = false;
  await presses(now);
  await sees(copy.problems.network);
  expect(app.reloads).toBe(0);
  app.pageIsReachable = true;
  await presses(now);
  await waitFor(() => expect(app.reloads).toBe(1));
});

test('A page in development has no build', () => {
  expect(pageBuild()).toEqual({ version: '1.0.0', id: 'aaaa' });
  document.head.innerHTML = '';
  expect(pageBuild().id).toBeUndefined();
});

describe('while something is under way', () => {
  test('The offer disappears while a feedback is being sent, keeps its place, and returns', async () => {
    const app = new AppHarness();
    let answers = () => {};
    app.reply(createFeedback, () => new Promise((resolve) => (answers = () => resolve(undefined))));
    await shownAgain('/my/feedback', { app });
    await sees(ready);
    fireEvent.change(await screen.findByLabelText(copy.feedback.content), { target: { value: '很好' } });
    await presses(copy.feedback.send);
    expect(isVisible()).toBe(false);
    goTo('/my');
    await sees('李奶奶');
    expect(isVisible()).toBe(false);
    await act(async () => answers());
    await waitFor(() => expect(isVisible()).toBe(true));
  });

  test('A page with a treatment offers nothing', async () => {
    await shownAgain('/process?sno=PL1001', { app: new AppHarness().withDevice() });
    expect(doesNotSee(ready)).toBe(true);
  });

  test('A page with an unconfirmed payment offers nothing until the payment is settled', async () => {
    const app = new AppHarness();
    app.sheetAnswered('none');
    await shownAgain('/my', { app });
    await sees(copy.payment.confirming);
    expect(doesNotSee(ready)).toBe(true);
  });
});
