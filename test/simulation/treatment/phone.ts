import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import type { SeenTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import type { StartOutcome } from '../../../src/core/treatment/start/start-treatment.ts';
import type { StopOutcome } from '../../../src/core/treatment/stop/stop-treatment.ts';
import { Locks } from '../kernel/locks.ts';
import { PhoneTime, type SimulatedTime } from '../kernel/time.ts';
import type { Device } from './device.ts';
import type { Flow, Page } from './page.ts';

/** What a page or a command tells its person once. What a screen shows is read from it instead. */
export type Claim = { readonly flow: Flow } & (
  | { readonly kind: 'start-outcome'; readonly outcome: StartOutcome }
  | { readonly kind: 'stop-outcome'; readonly outcome: StopOutcome }
  /** A stop that was continued has ended: the device rests. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'started'; readonly state: DeviceState }
  | { readonly kind: 'shown'; readonly seen: SeenTreatment }
);

/** What a page finds around it. */
export interface Surroundings {
  readonly time: SimulatedTime;
  ask(page: Page, endpoint: { name: string; kind: string }, input: object, limitMs: number): Promise<unknown>;
  deviceOf(sno: string): Device;
  /** How many starts of the device the server has accepted. */
  startsOf(sno: string): number;
  says(claim: Claim): void;
  /** The screen of the page shows a treatment anew. */
  shows(page: Page): void;
  asksToStart(flow: Flow): void;
  asksToStop(flow: Flow): void;
  violated(invariant: string, what: string): void;
}

/** A phone, or the folder of a command line: what its pages share. */
export class Phone {
  readonly storage = new FakeAppStorage();
  readonly time = new PhoneTime();
  readonly locks: Locks;
  readonly pages: Page[] = [];
  /** A page of another release has stored something. */
  hasForeignRow = false;

  constructor(
    readonly name: string,
    time: SimulatedTime,
  ) {
    this.locks = new Locks(time);
  }

  /** Somebody sets the phone's clock. */
  jumps(ms: number): void {
    this.time.aheadMs = ms;
  }

  /** The server's time shows that the clock is wrong. */
  learnsTheTime(): void {
    this.time.aheadMs = 0;
    for (const { clock } of this.pages) clock.correct();
  }
}
