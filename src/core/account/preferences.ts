import type { AppStorage } from '../../ports/app-storage.ts';

const LARGE_TYPE = 'largeType';
const SCREEN_MAY_TURN_OFF = 'screenMayTurnOff';

/** Preferences of this phone; they remain when the account changes. */
export class Preferences {
  constructor(private readonly storage: AppStorage) {}

  /** True if the user enabled large text and controls; default false. */
  largeType(): boolean {
    return this.isSet(LARGE_TYPE);
  }

  setLargeType(on: boolean): void {
    this.set(LARGE_TYPE, on);
  }

  /** True if the screen stays on while it shows a treatment; default true. */
  screenStaysOn(): boolean {
    return !this.isSet(SCREEN_MAY_TURN_OFF);
  }

  setScreenStaysOn(on: boolean): void {
    this.set(SCREEN_MAY_TURN_OFF, !on);
  }

  private isSet(name: string): boolean {
    return this.storage.read('local', name) !== undefined;
  }

  private set(name: string, on: boolean): void {
    if (on) this.storage.write('local', name, 'on');
    else this.storage.remove('local', name);
  }
}
