import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { storedOpenPurchases, storedPaidPurchases } from '../../../src/core/checkout/records/stored.ts';
import type { Destination } from '../../../src/core/destination.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';

const order = { number: 'L-1', kind: 'lease', amountFen: 1_990, sno: 'DEV1' } as const;
const intents = [{ name: 'a week', triedAt: 1 }];

function stored(text: string) {
  const storage = new FakeAppStorage();
  const scope = new AccountScope(storage);
  storage.write('account', 'purchases', text);
  storage.write('account', 'paidPurchases', text);
  return { open: storedOpenPurchases(scope).get(), paid: storedPaidPurchases(scope).get() };
}

test.each<Destination>([
  { to: 'my', renewed: true },
  { to: 'lease', sno: 'DEV1', terms: { renewal: 'card', forWhom: 'customer', rechargeOperatorId: 'shop-1' } },
  { to: 'mode-menu', sno: 'DEV1', isShare: true, paid: true, stopped: false },
  { to: 'process', sno: 'DEV1', paid: true },
  { to: 'order-detail', number: 'C-1', kind: 'card', operatorId: 'shop-1', cancelled: true },
  { to: 'cards', paid: true },
])('The destination after a payment is read from the storage as it was written: $to', (leadsTo) => {
  const payment = { state: 'paying', order, intents, at: 1, leadsTo };
  expect(stored(JSON.stringify([payment])).open).toEqual([payment]);
});

test.each([
  '{"state":"draft"}',
  '[{"state":"paid"}]',
  '[{"state":"sold"}]',
  '[{"state":"paying","order":{},"intents":[],"at":1}]',
  '[{"state":"paying","order":{"number":"L-1","kind":"voucher","amountFen":1},"intents":[],"at":1}]',
  '[5]',
  '',
  '[',
  'null',
  '[{"__proto__":{"state":"draft"}}]',
])('The stored text %s holds no purchase that can be read', (text) => {
  expect(stored(text)).toEqual({ open: [], paid: [] });
});

test('A stored purchase with an invalid timestamp or an infinite amount counts as absent', () => {
  for (const at of ['9e15', '1e999', '"1"'])
    expect(stored(`[{"state":"paying","order":${JSON.stringify(order)},"at":${at}}]`).open).toEqual([]);
  expect(
    stored('[{"state":"ordered","order":{"number":"L-1","kind":"lease","amountFen":1e999},"intents":[]}]').open,
  ).toEqual([]);
});
