import { afterEach, beforeEach, expect, test } from 'vitest';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { aCard, aPage } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const aRefund = (number: number) => ({
  refundNo: `R-${number}`,
  operatorName: '康健店',
  statusDesc: '退款成功',
  amount: '19.90',
  utime: 1_772_413_200_000,
});

test('card list prints the cards and their remaining uses', async () => {
  terminal.http.reply(listCards, aPage(aCard()));
  expect((await physio('card', 'list')).stdout).toMatch(/shop-1\s+康健店\s+3\s+2026-03-01 08:00 \+08:00/);
  expect((await physio('card', 'list', '--json', 'operatorId,remainingUses')).json()).toEqual([
    { operatorId: 'shop-1', remainingUses: 3 },
  ]);
});

test('card list prints one card for each operator, and no number that the server does not state', async () => {
  const cards = [aCard({ money: 5 }), aCard({ money: 0 }), aCard({ sysUserId: 'shop-2', money: null })];
  terminal.http.reply(listCards, aPage(...cards));
  expect((await physio('card', 'list', '--json', 'operatorId,remainingUses')).json()).toEqual([
    { operatorId: 'shop-1', remainingUses: 5 },
    { operatorId: 'shop-2', remainingUses: null },
  ]);
});

test('card list names no number of a used-up card while the server counts a record that it has not sent', async () => {
  terminal.http.reply(listCards, { records: [aCard({ money: 0 })], total: 2 });
  expect((await physio('card', 'list', '--json', 'operatorId,remainingUses')).json()).toEqual([
    { operatorId: 'shop-1', remainingUses: null },
  ]);
});

test('card list succeeds without cards and names the plans', async () => {
  terminal.http.reply(listCards, aPage());
  const { code, stdout, stderr } = await physio('card', 'list');
  expect([code, stdout, stderr]).toEqual([0, '', expect.stringContaining('physio plan list')]);
});

test.each(['', '--all', '--json'])(
  'refund list %s fails, and does not say that there are no refunds, if the server counts some and sends none',
  async (words) => {
    terminal.http.reply(listRefunds, { records: [], total: 2 });
    const { code, stdout, stderr } = await physio('refund', 'list', ...words.split(' ').filter(Boolean));
    expect([code, stderr]).toEqual([1, expect.stringContaining('the server counts 2 records more than it sent')]);
    expect(stdout + stderr).not.toContain('No refunds');
  },
);

test('refund list notes that there may be more if the server counts more refunds than its first page has', async () => {
  terminal.http.reply(listRefunds, { records: [aRefund(0)], total: 2 });
  const { code, stderr } = await physio('refund', 'list');
  expect([code, stderr]).toEqual([0, expect.stringContaining('--all')]);
});

test('refund list prints the first page and a note about more; --all fetches all pages', async () => {
  const first = Array.from({ length: 15 }, (_, index) => aRefund(index));
  terminal.http.reply(listRefunds, { records: first, total: 16 });
  const { stdout, stderr } = await physio('refund', 'list');
  expect(stdout).toMatch(/R-0\s+康健店\s+退款成功\s+￥19\.90\s+2026-03-02 09:00 \+08:00/);
  expect(stderr).toContain('--all');
  terminal.http.reply(listRefunds, { records: first, total: 16 }, aPage(aRefund(15)));
  const all = (await physio('refund', 'list', '--all', '--json', 'refundNo,amountFen')).json() as unknown[];
  expect(all).toHaveLength(16);
  expect(all[15]).toEqual({ refundNo: 'R-15', amountFen: 1990 });
});
