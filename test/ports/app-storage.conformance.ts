import { afterEach, describe, expect, test } from 'vitest';
import type { AppStorage } from '../../src/ports/app-storage.ts';

export function describeAppStorage(
  name: string,
  make: () => { storage: AppStorage; again: () => AppStorage; end?: () => void },
): void {
  describe(name, () => {
    let end: (() => void) | undefined;
    const world = () => {
      const world = make();
      end = world.end;
      return world;
    };
    afterEach(() => end?.());

    test('AppStorage returns a stored value, also after a restart', () => {
      const { storage, again } = world();
      storage.write('session', 'accessToken', 'a-token');
      storage.write('account', 'assist', 'true');
      expect(storage.read('session', 'accessToken')).toBe('a-token');
      expect(again().read('session', 'accessToken')).toBe('a-token');
      expect(again().read('account', 'assist')).toBe('true');
    });

    test('AppStorage returns undefined for a key that was never stored', () => {
      expect(world().storage.read('session', 'sno')).toBeUndefined();
    });

    test('AppStorage keeps its two areas apart', () => {
      const { storage } = world();
      storage.write('session', 'mode', 'bio');
      expect(storage.read('account', 'mode')).toBeUndefined();
    });

    test('AppStorage returns the newest value of a key', () => {
      const { storage } = world();
      storage.write('session', 'sno', 'A1');
      storage.write('session', 'sno', 'B2');
      expect(storage.read('session', 'sno')).toBe('B2');
    });

    test('AppStorage removes one key, and accepts the removal of a key that is not there', () => {
      const { storage } = world();
      storage.write('session', 'sno', 'A1');
      storage.write('session', 'state', '2');
      storage.remove('session', 'sno');
      storage.remove('session', 'sno');
      expect(storage.read('session', 'sno')).toBeUndefined();
      expect(storage.read('session', 'state')).toBe('2');
    });

    test('AppStorage clears a whole area, also an empty one, and leaves the other area alone', () => {
      const { storage, again } = world();
      storage.write('session', 'sno', 'A1');
      storage.write('session', 'state', '2');
      storage.write('account', 'assist', 'true');
      storage.clear('session');
      storage.clear('session');
      expect(again().read('session', 'sno')).toBeUndefined();
      expect(again().read('session', 'state')).toBeUndefined();
      expect(again().read('account', 'assist')).toBe('true');
    });

    test('AppStorage clears an area but for the keys to keep', () => {
      const { storage, again } = world();
      for (const key of ['a1.sno', 'a1.状态', 'a1', 'a12.sno', 'A1.sno', 'b2.sno', 'sno'])
        storage.write('account', key, key);
      storage.write('session', 'b2.sno', 'x');
      storage.clear('account', (key) => key.startsWith('a1.'));
      const left = ['a1.sno', 'a1.状态', 'a1', 'a12.sno', 'A1.sno', 'b2.sno', 'sno'].filter(
        (key) => again().read('account', key) !== undefined,
      );
      expect([left, again().read('session', 'b2.sno')]).toEqual([['a1.sno', 'a1.状态'], 'x']);
    });

    test.each(['', ' ', '设备🙂', 'line\nline', '\u0000', '\uFEFFmark', 'x'.repeat(100_000)])(
      'AppStorage returns the text %# unchanged',
      (text) => {
        const { storage, again } = world();
        storage.write('session', 'draft', text);
        expect(again().read('session', 'draft')).toBe(text);
      },
    );

    test('AppStorage keeps keys apart that look alike, and accepts any key', () => {
      const { storage } = world();
      const keys = ['a', 'A', '../a', '..', '.', 'a/b', 'a\\b', 'a~b', 'a.b', '键', '__proto__', 'con'];
      for (const key of keys) storage.write('session', key, `value of ${key}`);
      for (const key of keys) expect(storage.read('session', key)).toBe(`value of ${key}`);
    });
  });
}
