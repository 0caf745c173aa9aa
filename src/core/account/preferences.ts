import type { AppStorage } from '../../ports/app-storage.ts';

const LARGE_TYPE = 'largeType';

/** Preferences of this phone; they remain when the account changes. */
export class Preferences {
  constructor(private readonly storage: AppStorage) {}

  /** True if the user enabled large text and controls; default false. */
  largeType(): boolean {
    return this.storage.read('local', LARGE_TYPE) !== undefined;
  }

  setLargeType(on: boolean): void {
    if (on) this.storage.write('local', LARGE_TYPE, 'on');
    else this.storage.remove('local', LARGE_TYPE);
  }
}
