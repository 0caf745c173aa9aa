import { afterEach, describe, expect, test } from 'vitest';
import type { AppStorage } from '../../src/ports/app-storage.ts';

export function describeAppStorage(name: string, make: () => { storage: AppStorage; again: () => AppStorage; end?: () => void }): void {
  describe(name, () => {
    let end: (() => void) | undefined;
    const world = () => {
      const made = make();
      end = made.end;
      return made;
    };
    afterEach(() => end?.());

    test('gives back what was kept, also after a restart', () => {
      const { storage, again } = world();
      storage.write('visit', 'accessToken', 'a-token');
      storage.write('lasting', 'assist', 'true');
      expect(storage.read('visit', 'accessToken')).toBe('a-token');
      expect(again().read('visit', 'accessToken')).toBe('a-token');
      expect(again().read('lasting', 'assist')).toBe('true');
    });

    test('knows nothing of what was never kept', () => {
      expect(world().storage.read('visit', 'sno')).toBeUndefined();
    });

    test('keeps the two areas apart', () => {
      const { storage } = world();
      storage.write('visit', 'mode', 'bio');
      expect(storage.read('lasting', 'mode')).toBeUndefined();
    });

    test('keeps the newest value', () => {
      const { storage } = world();
      storage.write('visit', 'sno', 'A1');
      storage.write('visit', 'sno', 'B2');
      expect(storage.read('visit', 'sno')).toBe('B2');
    });

    test('forgets one key, and one that is not there', () => {
      const { storage } = world();
      storage.write('visit', 'sno', 'A1');
      storage.write('visit', 'state', '2');
      storage.remove('visit', 'sno');
      storage.remove('visit', 'sno');
      expect(storage.read('visit', 'sno')).toBeUndefined();
      expect(storage.read('visit', 'state')).toBe('2');
    });

    test('forgets a whole area, and an empty one, and leaves the other', () => {
      const { storage, again } = world();
      storage.write('visit', 'sno', 'A1');
      storage.write('visit', 'state', '2');
      storage.write('lasting', 'assist', 'true');
      storage.clear('visit');
      storage.clear('visit');
      expect(again().read('visit', 'sno')).toBeUndefined();
      expect(again().read('visit', 'state')).toBeUndefined();
      expect(again().read('lasting', 'assist')).toBe('true');
    });

    test.each(['', ' ', '设备🙂', 'line\nline', '\u0000', '\uFEFFmark', 'x'.repeat(100_000)])('keeps the text %# as it is', (text) => {
      const { storage, again } = world();
      storage.write('visit', 'draft', text);
      expect(again().read('visit', 'draft')).toBe(text);
    });

    test('keeps apart keys that look alike, and takes any key', () => {
      const { storage } = world();
      const keys = ['a', 'A', '../a', '..', '.', 'a/b', 'a\\b', 'a~b', 'a.b', '键', '__proto__', 'con'];
      for (const key of keys) storage.write('visit', key, `value of ${key}`);
      for (const key of keys) expect(storage.read('visit', key)).toBe(`value of ${key}`);
    });
  });
}
