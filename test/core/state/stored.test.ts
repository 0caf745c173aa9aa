import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { oneOf, Stored } from '../../../src/core/state/stored.ts';
import { Problem } from '../../../src/core/problem.ts';

interface Draft {
  sno: string;
  at?: number;
}

const draft = v.object({ sno: v.string(), at: v.optional(v.number()) });

function world() {
  const storage = new FakeAppStorage();
  const scope = new AccountScope(storage);
  const valueIn = (area: 'session' | 'account', key = 'draft') =>
    new Stored<Draft>(scope, area, key, draft as v.GenericSchema<unknown, Draft>);
  return { storage, scope, valueIn };
}

test('A stored text that is damaged or has another shape counts as absent and never throws', () => {
  const { valueIn, storage } = world();
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"sno":', 'null', '{"sno":1}', '[]', '{"at":1}', '')),
      (text) => {
        storage.write('session', 'draft', text);
        const value = valueIn('session').get();
        expect(value === undefined || typeof value.sno === 'string').toBe(true);
      },
    ),
  );
});

test('Removing the other accounts removes every value of theirs, loaded or not, and keeps those of this account and of the phone', () => {
  const { valueIn, storage, scope } = world();
  storage.write('local', 'largeType', 'on');
  scope.enter('one');
  scope.write('account', 'of a value whose code is not loaded', '1');
  valueIn('session').set({ sno: 'A1' });
  scope.enter('other');
  valueIn('session').set({ sno: 'B2' });
  valueIn('account').set({ sno: 'B2' });
  scope.enterAlone('other');
  expect([valueIn('session').get(), valueIn('account').get()]).toEqual([{ sno: 'B2' }, { sno: 'B2' }]);
  scope.enter('one');
  expect(valueIn('session').get()).toBeUndefined();
  expect(scope.read('account', 'of a value whose code is not loaded')).toBeUndefined();
  expect(storage.read('local', 'largeType')).toBe('on');
});

test('A listener is notified of each change and of a change of account until it unsubscribes', () => {
  const { valueIn, scope } = world();
  const stored = valueIn('session');
  const seen: (string | undefined)[] = [];
  const unsubscribe = stored.subscribe(() => seen.push(stored.get()?.sno));
  stored.set({ sno: 'A1' });
  scope.enter('other');
  unsubscribe();
  stored.set({ sno: 'B2' });
  expect(seen).toEqual(['A1', undefined]);
});

test('A write that the storage refuses throws the Problem and notifies no listener', () => {
  const { valueIn, storage } = world();
  const stored = valueIn('session');
  let notified = 0;
  stored.subscribe(() => (notified += 1));
  storage.failsWith();
  expect(() => stored.set({ sno: 'A1' })).toThrow(Problem);
  expect(notified).toBe(0);
});

test('oneOf accepts its own words only', () => {
  const state = oneOf<'to-pay' | 'paid'>({ 'to-pay': true, paid: true });
  expect(v.is(state, 'paid')).toBe(true);
  expect(v.is(state, 'toString')).toBe(false);
});
