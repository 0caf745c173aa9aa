import { screen } from '@testing-library/react';
import { safeParse } from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE } from '../../../src/core/time.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import { type FaultName, FAULTS, faultyAnswer, isRead, type Row } from './row.ts';
import { AppHarness, at } from '../app-harness.tsx';
import { isLoadedAgain } from '../typing.ts';

// What comes later on the page is here already, so that no test waits for it.
import.meta.glob(['../../../src/ui/screens/**/*.tsx', '../../../src/ui/parts/DialogSurface.tsx'], { eager: true });

/** What is read while something is waited for. */
const WAITING = [
  copy.common.loading,
  copy.my.loadingDevices,
  copy.orders.loading,
  copy.refunds.loading,
  copy.treatment.loading,
  copy.treatment.stopping,
  copy.entry.initializing,
  copy.modes.starting,
];
const waitedFor = () => [
  ...WAITING.filter(isRead),
  ...Array.from(document.querySelectorAll('[aria-busy=true]'), ({ textContent }) => textContent),
];

const A_WHILE = 400;
/** Nobody is kept waiting longer for what they can do without. */
const NOTHING_LOST_WITHIN = 6_000;
const PATIENCE = 20_000;

/** Time passes until it is so. */
async function comesTo(app: AppHarness, isSo: () => boolean, what: string): Promise<void> {
  const began = app.clock.now();
  do {
    if (app.clock.now() - began > PATIENCE)
      throw new Error(`not within ${PATIENCE} ms: ${what}; read: ${document.body.textContent}`);
    await app.passes(A_WHILE);
  } while (!isSo());
}

async function failing(row: Row, fault: FaultName, looks = () => {}): Promise<{ app: AppHarness; words: string }> {
  const app = new AppHarness();
  row.server?.(app.http);
  await row.comes?.(app);
  looks();
  const { answer, words } = faultyAnswer(fault, !safeParse(row.call.answer, 'nonsense').success, app);
  app.http.fails(row.call, answer);
  await row.acts(app);
  return { app, words };
}

/** Fails each call in its place in every way. */
export function runFaultMatrix(rows: readonly Row[]): void {
  let complaints: unknown[] = [];
  beforeEach(() => {
    complaints = [];
    vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words));
  });

  describe.each(FAULTS.filter((fault) => fault !== 'takes the token no longer'))('Where the server %s', (fault) => {
    // covers 8.calls.6b
    test.each(rows.map((row) => [`${row.call.name} of ${row.where}`, row] as const))(
      '%s says so, and goes on once it is well again',
      async (_, row) => {
        const { app, words } = await failing(row, fault);
        const typed = [row.typed?.(), row.chosen?.()];
        if (row.says !== 'nothing') {
          const said = row.says?.(words, fault) ?? [words];
          if (fault === 'does not answer')
            await comesTo(
              app,
              () => waitedFor().length > 0 || (row.waits !== undefined && isRead(row.waits)),
              'it is waited for',
            );
          await comesTo(app, () => said.every(isRead), said.join(' and '));
          await comesTo(app, () => waitedFor().length === 0, 'nothing waits');
          expect([row.typed?.(), row.chosen?.()]).toEqual(typed);
          expect(row.never?.filter(isRead) ?? []).toEqual([]);
          expect(row.isWell(app, fault)).toBe(false);
          app.http.recovers(row.call);
          await row.goesOn?.(fault, app);
        }
        const before = app.clock.now();
        await comesTo(app, () => row.isWell(app, fault), 'all is well');
        if (row.says === 'nothing') expect(app.clock.now() - before).toBeLessThanOrEqual(NOTHING_LOST_WITHIN);
        await comesTo(app, () => waitedFor().length === 0, 'nothing waits');
        expect(complaints).toEqual([]);
      },
    );
  });

  describe('Where the server takes the token no longer', () => {
    // covers 8.calls.7a
    test.each(rows.map((row) => [`${row.call.name} of ${row.where}`, row] as const))(
      '%s ends in one notice over the screen, and in silence; what was typed is there after coming back',
      async (_, row) => {
        let typed: unknown;
        const { app } = await failing(row, 'takes the token no longer', () => (typed = row.typed?.()));
        await comesTo(
          app,
          () => screen.queryAllByRole('alertdialog', { name: copy.session.expired }).length === 1,
          'the notice',
        );
        await comesTo(app, () => waitedFor().length === 0, 'nothing waits');
        expect([
          screen.queryAllByRole('dialog'),
          document.querySelector('[aria-live=polite]')?.textContent ?? '',
        ]).toEqual([[], '']);
        const asked = app.http.sent.length;
        await app.passes(MINUTE);
        await app.comesBack();
        await app.passes(MINUTE);
        expect(app.http.sent.length).toBe(asked);
        expect(screen.getAllByText(copy.session.expired)).toHaveLength(1);
        if (row.typed) {
          app.http.recovers(row.call);
          isLoadedAgain(app, at(), { token: 'token-2' });
          await comesTo(app, () => screen.queryAllByRole('textbox').length > 0, 'the form');
          expect(row.typed()).toEqual(typed);
        }
        expect(complaints).toEqual([]);
      },
    );
  });
}
