import { screen } from '@testing-library/react';
import { safeParse, type GenericSchema } from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '../../../src/core/contract.ts';
import { MINUTE } from '../../../src/core/time.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import { FAULTS, faultyAnswer, isRead, type FaultName, type Row } from './row.ts';
import { at, Shop } from '../shop.tsx';
import { isLoadedAgain } from '../typing.ts';

// What comes later on the page is here already, so that no test waits for it.
import.meta.glob(['../../../src/ui/screens/**/*.tsx', '../../../src/ui/parts/DialogSurface.tsx'], { eager: true });

export const CALLS = Object.values(contract).flatMap((capability) => Object.values<{ name: string; answer: GenericSchema }>(capability).filter((row) => 'answer' in row));

/** What is read while something is waited for. */
const WAITING = [
  copy.common.loading, copy.my.loadingDevices, copy.orders.loading, copy.refunds.loading, copy.treatment.loading, copy.treatment.stopping,
  copy.entry.initializing, copy.modes.starting,
];
const waitedFor = () => [...WAITING.filter(isRead), ...Array.from(document.querySelectorAll('[aria-busy=true]'), ({ textContent }) => textContent)];

const A_WHILE = 400;
/** Nobody is kept waiting longer for what they can do without. */
const NOTHING_LOST_WITHIN = 6_000;
const PATIENCE = 20_000;

/** Time passes until it is so. */
async function comesTo(shop: Shop, isSo: () => boolean, what: string): Promise<void> {
  const began = shop.clock.now();
  do {
    if (shop.clock.now() - began > PATIENCE) throw new Error(`not within ${PATIENCE} ms: ${what}; read: ${document.body.textContent}`);
    await shop.passes(A_WHILE);
  } while (!isSo());
}

async function failing(row: Row, fault: FaultName, looks = () => {}): Promise<{ shop: Shop; words: string }> {
  const shop = new Shop();
  for (const [path, answer] of Object.entries(row.server ?? {})) shop.server(path, answer);
  await row.comes?.(shop);
  looks();
  const schema = CALLS.find(({ name }) => name === row.call.name)?.answer;
  const { answer, words } = faultyAnswer(fault, schema !== undefined && !safeParse(schema, 'nonsense').success, shop);
  shop.fails(row.call.path, answer);
  await row.acts(shop);
  return { shop, words };
}

/** Tries each call in its place, while its server fails in every way. */
export function triesEach(rows: readonly Row[]): void {
  let complaints: unknown[] = [];
  beforeEach(() => {
    complaints = [];
    vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words));
  });

  describe.each(FAULTS.filter((fault) => fault !== 'takes the token no longer'))('Where the server %s', (fault) => {
    test.each(rows.map((row) => [`${row.call.name} of ${row.where}`, row] as const))('%s says so, and goes on once it is well again', async (_, row) => {
      const { shop, words } = await failing(row, fault);
      const typed = [row.typed?.(), row.chosen?.()];
      if (row.says !== 'nothing') {
        const said = row.says?.(words, fault) ?? [words];
        if (fault === 'does not answer') await comesTo(shop, () => waitedFor().length > 0 || (row.waits !== undefined && isRead(row.waits)), 'it is waited for');
        await comesTo(shop, () => said.every(isRead), said.join(' and '));
        await comesTo(shop, () => waitedFor().length === 0, 'nothing waits');
        expect([row.typed?.(), row.chosen?.()]).toEqual(typed);
        expect(row.never?.filter(isRead) ?? []).toEqual([]);
        expect(row.isWell(shop, fault)).toBe(false);
        shop.mends(row.call.path);
        await row.goesOn?.(fault, shop);
      }
      const before = shop.clock.now();
      await comesTo(shop, () => row.isWell(shop, fault), 'all is well');
      if (row.says === 'nothing') expect(shop.clock.now() - before).toBeLessThanOrEqual(NOTHING_LOST_WITHIN);
      await comesTo(shop, () => waitedFor().length === 0, 'nothing waits');
      expect(complaints).toEqual([]);
    });
  });

  describe('Where the server takes the token no longer', () => {
    test.each(rows.map((row) => [`${row.call.name} of ${row.where}`, row] as const))('%s ends in one notice over the screen, and in silence; what was typed is there after coming back', async (_, row) => {
      let typed: unknown;
      const { shop } = await failing(row, 'takes the token no longer', () => (typed = row.typed?.()));
      await comesTo(shop, () => screen.queryAllByRole('alertdialog', { name: copy.session.expired }).length === 1, 'the notice');
      await comesTo(shop, () => waitedFor().length === 0, 'nothing waits');
      expect([screen.queryAllByRole('dialog'), document.querySelector('[aria-live=polite]')?.textContent ?? '']).toEqual([[], '']);
      const asked = shop.http.sent.length;
      await shop.passes(MINUTE);
      await shop.comesBack();
      await shop.passes(MINUTE);
      expect(shop.http.sent.length).toBe(asked);
      expect(screen.getAllByText(copy.session.expired)).toHaveLength(1);
      if (row.typed) {
        shop.mends(row.call.path);
        isLoadedAgain(shop, at(), { token: 'token-2' });
        await comesTo(shop, () => screen.queryAllByRole('textbox').length > 0, 'the form');
        expect(row.typed()).toEqual(typed);
      }
      expect(complaints).toEqual([]);
    });
  });
}
