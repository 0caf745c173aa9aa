import type { AppStorage } from '../../ports/app-storage.ts';

const LARGE_TYPE = 'largeType';

/** What this phone was set to; it stays so whoever signs in. */
export class Preferences {
  constructor(private readonly storage: AppStorage) {}

  /** Everything larger, for eyes and hands that need it; off until it is asked for. */
  largeType(): boolean {
    return this.storage.read('local', LARGE_TYPE) !== undefined;
  }

  setLargeType(on: boolean): void {
    if (on) this.storage.write('local', LARGE_TYPE, 'on');
    else this.storage.remove('local', LARGE_TYPE);
  }
}
