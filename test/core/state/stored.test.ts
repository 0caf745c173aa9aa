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
  const slice = (area: 'session' | 'account', key = 'draft') =>
    new Stored<Draft>(scope, area, key, draft as v.GenericSchema<unknown, Draft>);
  return { storage, scope, slice };
}

test('A stored value is read back as it was written, also by another page of the same session', () => {
  const { slice } = world();
  slice('session').set({ sno: 'A1', at: 5 });
  expect(slice('session').get()).toEqual({ sno: 'A1', at: 5 });
});

test('Setting a value to undefined removes it', () => {
  const { slice, storage } = world();
  slice('session').set({ sno: 'A1' });
  slice('session').set(undefined);
  expect(slice('session').get()).toBeUndefined();
  expect(storage.read('session', 'draft')).toBeUndefined();
});

test('A stored text that is damaged or has another shape counts as absent and never throws', () => {
  const { slice, storage } = world();
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"sno":', 'null', '{"sno":1}', '[]', '{"at":1}', '')),
      (text) => {
        storage.write('session', 'draft', text);
        const value = slice('session').get();
        expect(value === undefined || typeof value.sno === 'string').toBe(true);
      },
    ),
  );
});

test('Removing the other accounts removes every slice of theirs, loaded or not, and keeps those of this account and of the phone', () => {
  const { slice, storage, scope } = world();
  storage.write('local', 'largeType', 'on');
  scope.enter('one');
  scope.write('account', 'of a slice whose code is not loaded', '1');
  slice('session').set({ sno: 'A1' });
  scope.enter('other');
  slice('session').set({ sno: 'B2' });
  slice('account').set({ sno: 'B2' });
  scope.enterAlone('other');
  expect([slice('session').get(), slice('account').get()]).toEqual([{ sno: 'B2' }, { sno: 'B2' }]);
  scope.enter('one');
  expect(slice('session').get()).toBeUndefined();
  expect(scope.read('account', 'of a slice whose code is not loaded')).toBeUndefined();
  expect(storage.read('local', 'largeType')).toBe('on');
});

test('A listener is notified of each change and of a change of account until it unsubscribes', () => {
  const { slice, scope } = world();
  const stored = slice('session');
  const seen: (string | undefined)[] = [];
  const unsubscribe = stored.subscribe(() => seen.push(stored.get()?.sno));
  stored.set({ sno: 'A1' });
  scope.enter('other');
  unsubscribe();
  stored.set({ sno: 'B2' });
  expect(seen).toEqual(['A1', undefined]);
});

test('A write that the storage refuses throws the Problem and notifies no listener', () => {
  const { slice, storage } = world();
  const stored = slice('session');
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
