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
  test('clears what is its own and leaves what belongs to others', () => {
    sessionStorage.setItem('somebody.else', 'x');
    const storage = new WebAppStorage();
    storage.write('visit', 'sno', 'A1');
    storage.clear('visit');
    expect(sessionStorage.getItem('somebody.else')).toBe('x');
    expect(sessionStorage).toHaveLength(1);
  });

  test('works for the page’s life where the browser forbids storage', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = new WebAppStorage({ visit: forbidden, lasting: forbidden });
    expect(storage.read('visit', 'sno')).toBeUndefined();
    storage.write('visit', 'sno', 'A1');
    expect(storage.read('visit', 'sno')).toBe('A1');
    storage.remove('visit', 'sno');
    expect(storage.read('visit', 'sno')).toBeUndefined();
    storage.write('visit', 'state', '2');
    storage.clear('visit');
    expect(storage.read('visit', 'state')).toBeUndefined();
  });

  test('keeps the new value, and not the old one for later, where the browser has no more room', () => {
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
    const areas = { visit: () => small, lasting: () => small };
    const storage = new WebAppStorage(areas);
    storage.write('visit', 'accessToken', 'old');
    full = true;
    storage.write('visit', 'accessToken', 'new');
    expect(storage.read('visit', 'accessToken')).toBe('new');
    expect(new WebAppStorage(areas).read('visit', 'accessToken')).toBeUndefined();
    full = false;
    storage.write('visit', 'accessToken', 'newest');
    expect(new WebAppStorage(areas).read('visit', 'accessToken')).toBe('newest');
  });

  test('two tabs share what lasts, and nothing of each other’s visit, also when one of them is cleared', () => {
    const shared = aStore();
    const [one, other] = [1, 2].map(() => {
      const own = aStore();
      return new WebAppStorage({ visit: () => own, lasting: () => shared });
    }) as [WebAppStorage, WebAppStorage];
    one.write('visit', 'device', 'A1');
    other.write('visit', 'device', 'B2');
    one.write('lasting', 'treatment', 'runs');
    expect([one.read('visit', 'device'), other.read('visit', 'device'), other.read('lasting', 'treatment')]).toEqual(['A1', 'B2', 'runs']);
    one.clear('visit');
    expect([one.read('visit', 'device'), other.read('visit', 'device')]).toEqual([undefined, 'B2']);
  });
});

/** A browser's store of its own. */
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
