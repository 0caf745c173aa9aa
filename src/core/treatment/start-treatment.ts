import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CheckoutRecords } from '../checkout/checkout-records.ts';
import type { Destination } from '../destination.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { isOwn, type SelectedDevice } from '../device/device.ts';
import type { DeviceState } from '../device/device-state.ts';
import { ALL_CARDS, requireWhole } from '../paging.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { isWithin } from '../time.ts';
import { listCards } from '../wallet/api.ts';
import { remainingUsesWith } from '../wallet/card.ts';
import { runsAsAsked, type TreatmentSettings } from './settings.ts';
import type { StartCommand } from './start-command.ts';
import {
  COMMAND_TIMEOUT_MS,
  CONFIRMATION_TIMEOUT_MS,
  REST_AFTER_STOPPING,
  runs,
  STATE_TIMEOUT_MS,
} from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** How long after the tap a start that nobody answers comes to a word; ms. */
const DECISION_TIMEOUT_MS = COMMAND_TIMEOUT_MS + STATE_TIMEOUT_MS;

/** Asked for by a mode tile, or put together on the custom screen. */
export interface StartRequest {
  settings: TreatmentSettings;
  custom?: boolean;
  /** Epoch ms at which somebody came from a stop, where it is not known when that was. */
  cameFromStopAt?: number;
  /** Once it has aborted nothing is sent: whoever asked has gone elsewhere. */
  signal?: AbortSignalLike;
}

type ToTreatment = Extract<Destination, { to: 'process' }>;

/** Where a start stands, and where it leads. */
export type StartOutcome =
  | { kind: 'too-frequent' }
  | { kind: 'unavailable' }
  | { kind: 'confirm-deduction'; remaining: number }
  | { kind: 'exhausted'; operatorId: string | undefined }
  | { kind: 'started'; state: DeviceState; destination: ToTreatment }
  /** The device runs for this user already, or was started here a moment ago and has not reported yet, and nothing was changed; `asAsked` where it does what was asked for. */
  | { kind: 'already-running'; state: DeviceState; asAsked: boolean; destination: ToTreatment }
  /**
   * Nothing says that the device has started; `paid` where an order was paid for it, and no use is lost; `outcomeUnknown` where it
   * may have taken the command all the same.
   */
  | { kind: 'not-started'; problem: Problem; paid: boolean; outcomeUnknown: boolean };

/** Starts a treatment, asking first where a use is deducted. */
export class StartTreatment {
  private readonly flights = new SingleFlight();
  /** What waits for a yes. */
  private asked?: { device: SelectedDevice; settings: TreatmentSettings };

  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly purchases: CheckoutRecords,
    private readonly command: StartCommand,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the current device at once, or answers with what stands in the way; `confirm-deduction` waits for `confirm`. Rejects with
   * the Problem that kept it from being decided, and with `cancelled` once the signal has aborted before anything was sent.
   */
  async begin({ settings, custom = false, cameFromStopAt, signal }: StartRequest): Promise<StartOutcome> {
    const device = this.device();
    const { sno } = device;
    const beginning = async (): Promise<StartOutcome> => {
      const starting = this.startingHere(sno);
      if (starting)
        return {
          kind: 'already-running',
          state: starting,
          asAsked: runsAsAsked(settings, starting),
          destination: { to: 'process', sno },
        };
      if (this.rests(sno, cameFromStopAt)) return { kind: 'too-frequent' };
      const decideBy = this.clock.now() + DECISION_TIMEOUT_MS;
      const [isOnline, running, use] = await Promise.all([
        this.isOnline(sno),
        this.runningForThisUser(sno),
        this.useOf(device, custom),
      ]);
      if (!isOnline) return { kind: 'unavailable' };
      if (running)
        return {
          kind: 'already-running',
          state: running,
          asAsked: runsAsAsked(settings, running),
          destination: { to: 'process', sno },
        };
      if (use === 'free') return this.start(device, settings, decideBy, signal);
      if (use.remaining === 0) return { kind: 'exhausted', operatorId: use.operatorId };
      throwIfCancelled(signal);
      this.asked = { device, settings };
      return { kind: 'confirm-deduction', remaining: use.remaining };
    };
    return this.flights.run(sno, beginning, signal);
  }

  /** Yes, deduct a use and start. Rejects with `invalid-input` where nothing waits for it, and with `cancelled` as `begin` does. */
  async confirm(signal?: AbortSignalLike): Promise<StartOutcome> {
    const { sno } = this.device();
    const confirming = async (): Promise<StartOutcome> => {
      if (this.asked?.device.sno !== sno)
        throw new Problem('invalid-input', { message: 'begin a treatment before confirming it' });
      return this.start(this.asked.device, this.asked.settings, this.clock.now() + DECISION_TIMEOUT_MS, signal);
    };
    return this.flights.run(sno, confirming, signal);
  }

  private async start(
    device: SelectedDevice,
    settings: TreatmentSettings,
    decideBy: number,
    signal: AbortSignalLike | undefined,
  ): Promise<StartOutcome> {
    throwIfCancelled(signal);
    const paid = this.purchases.unusedPaidOrder(device.sno, this.current.operatorId) !== undefined;
    const outcome = await this.command.send(device, settings, decideBy);
    if (outcome.kind === 'not-started') return { ...outcome, paid };
    if (this.asked?.device.sno === device.sno) this.asked = undefined;
    this.current.endWork(device.sno);
    const destination: ToTreatment = { to: 'process', sno: device.sno };
    return outcome.kind === 'started'
      ? { ...outcome, destination }
      : { kind: 'already-running', state: outcome.state, asAsked: false, destination };
  }

  /**
   * What a start takes: nothing, or one of the uses that remain. Where none remains it cannot be started, but for a device that only
   * a link calls shared: there the server decides.
   */
  private async useOf(
    { sno, isShare, byLink = false }: SelectedDevice,
    custom: boolean,
  ): Promise<'free' | { remaining: number; operatorId: string }> {
    if (isShare && !byLink) return 'free';
    const [operatorId, cards, devices] = await Promise.all([
      this.operatorOf(sno),
      this.api.call(listCards, { page: 0, size: ALL_CARDS }),
      custom ? undefined : this.api.call(listDevices, {}),
    ]);
    const remaining = remainingUsesWith(cards.records, operatorId);
    if (remaining > 0) return { remaining, operatorId };
    requireWhole(cards, listCards);
    if (byLink || !devices || devices.records.some(isOwn)) return 'free';
    requireWhole(devices, listDevices);
    return { remaining, operatorId };
  }

  /** Whose device it is decides whether a use is deducted. */
  private async operatorOf(sno: string): Promise<string> {
    const known = this.current.operatorId;
    if (known !== undefined) return known;
    const { ownerId } = await this.check(sno);
    if (this.current.sno === sno) this.current.setOperator(ownerId);
    return ownerId;
  }

  /** Whether it is online, as far as somebody says; a device that cannot be asked about is tried. */
  private async isOnline(sno: string): Promise<boolean> {
    const detail = await this.api.call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(ignoreFailure);
    return detail?.online ?? true;
  }

  /** What the device does, where it runs for this user already; one that runs for somebody else is the server's to refuse. */
  private async runningForThisUser(sno: string): Promise<DeviceState | undefined> {
    const state = await this.api.call(readLatest, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(ignoreFailure);
    if (!state || !runs(state)) return undefined;
    const check = await this.check(sno).catch(ignoreFailure);
    return check === undefined || check.status === 'working' ? state : undefined;
  }

  private check(sno: string) {
    return this.api.call(checkDevice, { sno, assist: this.current.assist });
  }

  /** What the device was started with here a moment ago: until it has reported, another start would meet a device that may run. */
  private startingHere(sno: string): DeviceState | undefined {
    const here = this.log.started(sno);
    return here && !here.ran && isWithin(CONFIRMATION_TIMEOUT_MS, here.at, this.clock.now()) ? here.state : undefined;
  }

  /** Soon after its stop a device is not started, by whichever way. */
  private rests(sno: string, cameFromStopAt: number | undefined): boolean {
    const stoppedAt = this.log.stoppedAt(sno) ?? cameFromStopAt;
    return stoppedAt !== undefined && isWithin(REST_AFTER_STOPPING, stoppedAt, this.clock.now());
  }

  private device(): SelectedDevice {
    const device = this.current.selected;
    if (!device) throw new Problem('invalid-input', { message: 'choose a device before starting it' });
    return device;
  }
}
