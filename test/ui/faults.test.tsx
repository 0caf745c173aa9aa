// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stackOf } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { ENDPOINTS } from '../helpers/fake-server.ts';
import { plantedError, plantInDecoder } from '../helpers/planted.ts';
import { AppHarness, at, presses, sees } from './app-harness.tsx';
import { accountRows } from './fault-matrix/account.ts';
import { deviceRows } from './fault-matrix/device.ts';
import { orderRows } from './fault-matrix/order.ts';
import {
  BUG,
  type FaultName,
  faultyResponse,
  isShown,
  LOST,
  REFUSED,
  retries,
  type Row,
  SIGNED_OUT,
} from './fault-matrix/row.ts';
import { reloadPage } from './typing.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { underTreatment } from './under-treatment.ts';

const ROWS = [...accountRows, ...deviceRows, ...orderRows];
const NAMED_ROWS = ROWS.map((row) => [`${row.call.name} at ${row.place}`, row] as const);

/** The texts that the page shows during a wait. */
const WAITING_TEXTS = [
  copy.common.loading,
  copy.my.loadingDevices,
  copy.orders.loading,
  copy.refunds.loading,
  copy.treatment.loading,
  copy.treatment.stopping,
  copy.entry.initializing,
  copy.modes.starting,
];
const waitingTexts = () => [
  ...WAITING_TEXTS.filter(isShown),
  ...Array.from(document.querySelectorAll('[aria-busy=true]'), ({ textContent }) => textContent),
];

/** What a bug never proves: that a command, an order or a payment may have taken effect. */
const FACTS = [
  copy.treatment.unresponsive,
  copy.treatment.stopUnconfirmed,
  copy.modes.mayHaveStarted(''),
  ...Object.values(copy.lease.orderUnsure),
  copy.modes.notStarted,
  copy.payment.notOpened,
  copy.orders.cancelFailed,
  copy.feedback.notSent,
  copy.problems.parse,
  copy.problems.network,
];

const STEP_MS = 400;
/** A fault without a visible effect may delay the user for at most this time, in ms. */
const MAX_DELAY_MS = 6_000;
const TIMEOUT_MS = 20_000;

/** Advances the clock until the condition holds. */
async function waitUntil(app: AppHarness, condition: () => boolean, description: string): Promise<void> {
  const began = app.clock.now();
  do {
    if (app.clock.now() - began > TIMEOUT_MS)
      throw new Error(`not within ${TIMEOUT_MS} ms: ${description}; read: ${document.body.textContent}`);
    await app.advance(STEP_MS);
  } while (!condition());
}

async function openWithFault(
  row: Row,
  fault: FaultName,
  beforeFault = () => {},
): Promise<{ app: AppHarness; words: string }> {
  const app = new AppHarness();
  row.server?.(app.http);
  await row.setUp?.(app);
  beforeFault();
  const { answer, words } = faultyResponse(fault, app);
  app.http.fails(row.call, answer);
  await row.trigger(app);
  return { app, words };
}

let consoleErrors: unknown[] = [];
beforeEach(() => {
  consoleErrors = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void consoleErrors.push(words));
});

test('The fault matrix covers every call of the contract', () => {
  expect(ENDPOINTS.map(({ name }) => name).filter((name) => !ROWS.some(({ call }) => call.name === name))).toEqual([]);
});

test.each(([LOST, REFUSED] as const).flatMap((fault) => NAMED_ROWS.map(([call, row]) => [fault, call, row] as const)))(
  'If the server %s, %s shows it and can be repeated, or the page works without it',
  async (fault, _, row) => {
    const { app, words } = await openWithFault(row, fault);
    const typedValues = [row.typedValues?.(), row.chosenOptions?.()];
    if (row.messages !== 'nothing') {
      const messages = row.messages?.(words, fault) ?? [words];
      if (fault === LOST)
        await waitUntil(
          app,
          () => waitingTexts().length > 0 || (row.waitingText !== undefined && isShown(row.waitingText)),
          'a wait',
        );
      await waitUntil(app, () => messages.every(isShown), messages.join(' and '));
      await waitUntil(app, () => waitingTexts().length === 0, 'no wait');
      expect([row.typedValues?.(), row.chosenOptions?.()]).toEqual(typedValues);
      expect(row.wrongTexts?.filter(isShown) ?? []).toEqual([]);
      expect(row.hasSucceeded(app, fault)).toBe(false);
      app.http.recovers(row.call);
      await row.retry?.(fault, app);
    }
    const before = app.clock.now();
    await waitUntil(app, () => row.hasSucceeded(app, fault), 'the call has succeeded');
    if (row.messages === 'nothing') expect(app.clock.now() - before).toBeLessThanOrEqual(MAX_DELAY_MS);
    await waitUntil(app, () => waitingTexts().length === 0, 'no wait');
    expect(consoleErrors).toEqual([]);
  },
);

test.each(NAMED_ROWS)(
  `If the server ${BUG}, %s shows the bug as such, reports each one once with its stack, and can be repeated`,
  async (_, row) => {
    let before: unknown;
    const { app, words } = await openWithFault(row, BUG, () => (before = [row.typedValues?.(), row.chosenOptions?.()]));
    const isSeen = () => isShown(words);
    await waitUntil(app, () => isSeen() || (row.messages === 'nothing' && row.hasSucceeded(app, BUG)), words);
    await waitUntil(app, () => waitingTexts().length === 0, 'no wait');
    if (isSeen()) {
      expect([row.typedValues?.(), row.chosenOptions?.()]).toEqual(before);
      expect([...FACTS, ...(row.wrongTexts ?? [])].filter(isShown)).toEqual([]);
      expect(row.hasSucceeded(app, BUG)).toBe(false);
      app.http.recovers(row.call);
      await (row.retry ?? retries)(BUG, app);
      await waitUntil(app, () => row.hasSucceeded(app, BUG), 'the call has succeeded');
      await waitUntil(app, () => waitingTexts().length === 0, 'no wait');
    }
    const bugs = app.reporter.take();
    expect(bugs.length).toBeGreaterThan(0);
    expect(new Set(bugs.map(({ cause }) => cause)).size).toBe(bugs.length);
    for (const bug of bugs) expect(bug).toMatchObject({ code: 'internal', cause: plantedError() });
    for (const bug of bugs) expect(stackOf(bug)).toMatch(/\n {4}at .*planted/);
    expect(consoleErrors).toEqual([]);
  },
);

test.each(NAMED_ROWS)(
  'If the server rejects the token, %s shows one notice over the screen and no other message, and a new entry restores the input',
  async (_, row) => {
    let typedValues: unknown;
    const { app } = await openWithFault(row, SIGNED_OUT, () => (typedValues = row.typedValues?.()));
    await waitUntil(
      app,
      () => screen.queryAllByRole('alertdialog', { name: copy.session.expired }).length === 1,
      'the notice',
    );
    await waitUntil(app, () => waitingTexts().length === 0, 'no wait');
    expect([screen.queryAllByRole('dialog'), document.querySelector('[aria-live=polite]')?.textContent ?? '']).toEqual([
      [],
      '',
    ]);
    const requests = app.http.sent.length;
    await app.advance(MINUTE);
    await app.resumes();
    await app.advance(MINUTE);
    expect(app.http.sent.length).toBe(requests);
    expect(screen.getAllByText(copy.session.expired)).toHaveLength(1);
    if (row.typedValues) {
      app.http.recovers(row.call);
      reloadPage(app, at(), { token: 'token-2' });
      await waitUntil(app, () => screen.queryAllByRole('textbox').length > 0, 'the form');
      expect(row.typedValues()).toEqual(typedValues);
    }
    expect(consoleErrors).toEqual([]);
  },
);

const INTERNAL = expect.objectContaining({ code: 'internal', cause: plantedError() });

test('A stop that fails with an internal error warns that the device may still run, and can be retried', async () => {
  const { takeOut } = plantInDecoder(stopDevice);
  const app = await underTreatment();
  await presses(copy.treatment.stop);
  await presses(copy.common.confirm);
  await sees(copy.problems.internal);
  await sees(copy.safety.mayStillRun);
  expect(app.reporter.take()).toEqual([INTERNAL]);
  takeOut();
  await presses(copy.treatment.stopAgain);
  await sees(copy.treatment.stopped);
});
