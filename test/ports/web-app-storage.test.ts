// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { WebAppStorage } from '../../src/adapters/browser/web-app-storage.ts';
import { describeAppStorage } from './app-storage.conformance.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describeAppStorage('WebAppStorage', () => ({ storage: new WebAppStorage(), again: () => new WebAppStorage() }));

describe('WebAppStorage', () => {
  test('WebAppStorage clears its own keys and leaves the keys of others', () => {
    sessionStorage.setItem('other.app', 'x');
    const storage = new WebAppStorage();
    storage.write('session', 'sno', 'A1');
    storage.clear('session');
    expect(sessionStorage.getItem('other.app')).toBe('x');
    expect(sessionStorage).toHaveLength(1);
  });

  test('WebAppStorage keeps values until the page is closed if the browser forbids storage', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = new WebAppStorage({ session: forbidden, account: forbidden, local: forbidden });
    expect(storage.read('session', 'sno')).toBeUndefined();
    storage.write('session', 'sno', 'A1');
    expect(storage.read('session', 'sno')).toBe('A1');
    storage.remove('session', 'sno');
    expect(storage.read('session', 'sno')).toBeUndefined();
    storage.write('session', 'state', '2');
    storage.write('session', 'mine.state', '2');
    storage.clear('session', (key) => key.startsWith('mine.'));
    expect([storage.read('session', 'state'), storage.read('session', 'mine.state')]).toEqual([undefined, '2']);
  });

  test('WebAppStorage returns the new value, and never the old one, if the browser’s storage is full', () => {
    const values = new Map<string, string>();
    let full = false;
    const small = {
      length: 0,
      key: () => null,
      getItem: (name: string) => values.get(name) ?? null,
      removeItem: (name: string) => void values.delete(name),
      setItem: (name: string, value: string) => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        values.set(name, value);
      },
    };
    const areas = { session: () => small, account: () => small, local: () => small };
    const storage = new WebAppStorage(areas);
    storage.write('session', 'accessToken', 'old');
    full = true;
    storage.write('session', 'accessToken', 'new');
    expect(storage.read('session', 'accessToken')).toBe('new');
    expect(new WebAppStorage(areas).read('session', 'accessToken')).toBeUndefined();
    full = false;
    storage.write('session', 'accessToken', 'newest');
    expect(new WebAppStorage(areas).read('session', 'accessToken')).toBe('newest');
  });

  test('A page keeps in storage what guards payments and treatments when the storage is too full for more of it', () => {
    const values = new Map<string, string>();
    const quota = 60;
    const small = {
      ...aStore(),
      getItem: (name: string) => values.get(name) ?? null,
      removeItem: (name: string) => void values.delete(name),
      setItem: (name: string, value: string) => {
        if (value.length > quota) throw new DOMException('full', 'QuotaExceededError');
        values.set(name, value);
      },
    };
    const page = () => new WebAppStorage({ session: () => small, account: () => small, local: () => small });
    const storage = page();
    storage.write('account', 'purchases', '[1]');
    storage.write('account', 'purchases', `[1,${'2'.repeat(quota)}]`);
    expect([storage.read('account', 'purchases')?.length, page().read('account', 'purchases')]).toEqual([64, '[1]']);
    storage.remove('account', 'purchases');
    expect([storage, page()].map((each) => each.read('account', 'purchases'))).toEqual([undefined, undefined]);
  });

  test('Two tabs share the local area of WebAppStorage, and neither can read or clear the other’s session area', () => {
    const shared = aStore();
    const [one, other] = [1, 2].map(() => {
      const own = aStore();
      return new WebAppStorage({ session: () => own, account: () => shared, local: () => shared });
    }) as [WebAppStorage, WebAppStorage];
    one.write('session', 'device', 'A1');
    other.write('session', 'device', 'B2');
    one.write('account', 'treatment', 'runs');
    expect([
      one.read('session', 'device'),
      other.read('session', 'device'),
      other.read('account', 'treatment'),
    ]).toEqual(['A1', 'B2', 'runs']);
    one.clear('session');
    expect([one.read('session', 'device'), other.read('session', 'device')]).toEqual([undefined, 'B2']);
  });
});

/** An in-memory browser storage. */
function aStore() {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}
