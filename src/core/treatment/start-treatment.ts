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
import { COMMAND_TIMEOUT_MS, CONFIRMATION_TIMEOUT_MS, RESTART_DELAY_MS, runs, STATE_TIMEOUT_MS } from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** Deadline after the tap for the outcome of a start without a response; ms. */
const DECISION_TIMEOUT_MS = COMMAND_TIMEOUT_MS + STATE_TIMEOUT_MS;

/** A start from a mode tile or the custom screen. */
export interface StartRequest {
  settings: TreatmentSettings;
  custom?: boolean;
  /** When the user arrived from the stop screen, epoch ms; used if the time of the stop is unknown. */
  cameFromStopAt?: number;
  /** After its abort, no command is sent, because the caller's screen has closed. */
  signal?: AbortSignalLike;
}

type ToTreatment = Extract<Destination, { to: 'process' }>;

/** Outcome of a start, with the next destination. */
export type StartOutcome =
  | { kind: 'too-frequent' }
  | { kind: 'unavailable' }
  | { kind: 'confirm-deduction'; remaining: number }
  | { kind: 'exhausted'; operatorId: string | undefined }
  | { kind: 'started'; state: DeviceState; destination: ToTreatment }
  /**
   * The device already runs for this user, or was started on this phone a moment ago and has not reported yet. No
   * command was sent. `asAsked`: the device runs with the requested settings.
   */
  | { kind: 'already-running'; state: DeviceState; asAsked: boolean; destination: ToTreatment }
  /**
   * No report shows that the device has started. `paid`: an order was paid for the device, and no use is lost.
   * `outcomeUnknown`: the device may still have received the command.
   */
  | { kind: 'not-started'; problem: Problem; paid: boolean; outcomeUnknown: boolean };

/** Starts a treatment, with a confirmation step if the start deducts a use. */
export class StartTreatment {
  private readonly flights = new SingleFlight();
  /** The start that waits for `confirm`. */
  private awaitingConfirmation?: { device: SelectedDevice; settings: TreatmentSettings };

  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly records: CheckoutRecords,
    private readonly command: StartCommand,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the current device or returns the obstacle. After `confirm-deduction`, call `confirm`. Rejects with the
   * Problem of a request that the decision needs. Rejects with `cancelled` if the signal aborts before the command is
   * sent.
   */
  async begin({ settings, custom = false, cameFromStopAt, signal }: StartRequest): Promise<StartOutcome> {
    const device = this.device();
    const { sno } = device;
    const decide = async (): Promise<StartOutcome> => {
      const starting = this.unreportedStart(sno);
      if (starting)
        return {
          kind: 'already-running',
          state: starting,
          asAsked: runsAsAsked(settings, starting),
          destination: { to: 'process', sno },
        };
      if (this.isInRestartDelay(sno, cameFromStopAt)) return { kind: 'too-frequent' };
      const decideBy = this.clock.now() + DECISION_TIMEOUT_MS;
      const [isOnline, running, question] = await Promise.all([
        this.isOnline(sno),
        this.runningForThisUser(sno),
        this.questionBefore(device, custom),
      ]);
      if (!isOnline) return { kind: 'unavailable' };
      if (running)
        return {
          kind: 'already-running',
          state: running,
          asAsked: runsAsAsked(settings, running),
          destination: { to: 'process', sno },
        };
      if (question === 'none') return this.start(device, settings, decideBy, signal);
      if (question.remaining === 0) return { kind: 'exhausted', operatorId: question.operatorId };
      throwIfCancelled(signal);
      this.awaitingConfirmation = { device, settings };
      return { kind: 'confirm-deduction', remaining: question.remaining };
    };
    return this.flights.run(sno, decide, signal);
  }

  /**
   * Confirms the deduction and starts the device. Rejects with `invalid-input` if no start awaits a confirmation, and
   * with `cancelled` as `begin` does.
   */
  async confirmDeduction(signal?: AbortSignalLike): Promise<StartOutcome> {
    const { sno } = this.device();
    const startConfirmed = async (): Promise<StartOutcome> => {
      if (this.awaitingConfirmation?.device.sno !== sno)
        throw new Problem('invalid-input', { message: 'begin a treatment before confirming it' });
      return this.start(
        this.awaitingConfirmation.device,
        this.awaitingConfirmation.settings,
        this.clock.now() + DECISION_TIMEOUT_MS,
        signal,
      );
    };
    return this.flights.run(sno, startConfirmed, signal);
  }

  private async start(
    device: SelectedDevice,
    settings: TreatmentSettings,
    decideBy: number,
    signal: AbortSignalLike | undefined,
  ): Promise<StartOutcome> {
    throwIfCancelled(signal);
    const paidOrder = this.records.purchases().unusedPaidOrder(device.sno, this.current.operatorId);
    const outcome = await this.command.send(device, settings, decideBy);
    if (outcome.kind === 'not-started') return { ...outcome, paid: paidOrder !== undefined };
    if (paidOrder) this.records.record({ type: 'usedForStart', order: paidOrder });
    if (this.awaitingConfirmation?.device.sno === device.sno) this.awaitingConfirmation = undefined;
    this.current.endWork(device.sno);
    const destination: ToTreatment = { to: 'process', sno: device.sno };
    return outcome.kind === 'started'
      ? { ...outcome, destination }
      : { kind: 'already-running', state: outcome.state, asAsked: false, destination };
  }

  /**
   * Returns what to ask before the start: `none`, or the remaining uses with this operator, of which the start deducts
   * one. No uses remain only if this user leases no device either. The request names no order and no card: the server
   * decides what the start uses up.
   */
  private async questionBefore(
    { sno, isShare, byLink = false }: SelectedDevice,
    custom: boolean,
  ): Promise<'none' | { remaining: number; operatorId: string }> {
    if (isShare && !byLink) return 'none';
    const [operatorId, cards, devices] = await Promise.all([
      this.operatorOf(sno),
      this.api.call(listCards, { page: 0, size: ALL_CARDS }),
      custom ? undefined : this.api.call(listDevices, {}),
    ]);
    const remaining = remainingUsesWith(cards.records, operatorId);
    if (remaining > 0) return { remaining, operatorId };
    requireWhole(cards, listCards);
    if (byLink || !devices || devices.records.some(isOwn)) return 'none';
    requireWhole(devices, listDevices);
    return { remaining, operatorId };
  }

  /** Returns the device's operator, whose cards decide on the deduction. */
  private async operatorOf(sno: string): Promise<string> {
    const known = this.current.operatorId;
    if (known !== undefined) return known;
    const { ownerId } = await this.check(sno);
    if (this.current.sno === sno) this.current.setOperator(ownerId);
    return ownerId;
  }

  /** Returns the device's online state; true if the server does not report it, so that the start is tried. */
  private async isOnline(sno: string): Promise<boolean> {
    const detail = await this.api.call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(ignoreFailure);
    return detail?.online ?? true;
  }

  /**
   * Returns the device's state if it already runs for this user. The server refuses a start of a device that runs for
   * another user.
   */
  private async runningForThisUser(sno: string): Promise<DeviceState | undefined> {
    const state = await this.api.call(readLatest, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(ignoreFailure);
    if (!state || !runs(state)) return undefined;
    const check = await this.check(sno).catch(ignoreFailure);
    return check === undefined || check.status === 'working' ? state : undefined;
  }

  private check(sno: string) {
    return this.api.call(checkDevice, { sno, assist: this.current.assist });
  }

  /**
   * Returns the state of a start on this phone that the device has not reported yet. A second start could reach a
   * running device.
   */
  private unreportedStart(sno: string): DeviceState | undefined {
    const startedHere = this.log.started(sno);
    return startedHere && !startedHere.ran && isWithin(CONFIRMATION_TIMEOUT_MS, startedHere.at, this.clock.now())
      ? startedHere.state
      : undefined;
  }

  /** True during the pause that the server requires between a stop and the next start. */
  private isInRestartDelay(sno: string, cameFromStopAt: number | undefined): boolean {
    const stoppedAt = this.log.stoppedAt(sno) ?? cameFromStopAt;
    return stoppedAt !== undefined && isWithin(RESTART_DELAY_MS, stoppedAt, this.clock.now());
  }

  private device(): SelectedDevice {
    const device = this.current.selected;
    if (!device) throw new Problem('invalid-input', { message: 'choose a device before starting it' });
    return device;
  }
}
