import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CheckoutRecords } from '../checkout/checkout-records.ts';
import type { Destination } from '../destination.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { worksForUser, type SelectedDevice } from '../device/device.ts';
import { isOwnLease } from '../device/device-use.ts';
import type { DeviceState } from '../device/device-state.ts';
import { ALL_CARDS, requireWhole } from '../paging.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { listCards } from '../wallet/api.ts';
import { remainingUsesWith } from '../wallet/card.ts';
import type { TreatmentSettings } from './settings.ts';
import type { StartCommand } from './start-command.ts';
import {
  onTap,
  INQUIRY_STEPS,
  restEndsAt,
  type CommandOutcome,
  type Inquiry,
  type Obstacle,
  type StartFacts,
  type StartIntent,
} from './start-steps.ts';
import { COMMAND_TIMEOUT_MS, runs, STATE_TIMEOUT_MS } from './treatment.ts';
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
  | Exclude<Obstacle, { kind: 'already-running' | 'left' }>
  | { kind: 'started'; state: DeviceState; destination: ToTreatment }
  | (Extract<Obstacle, { kind: 'already-running' }> & { destination: ToTreatment })
  /** `paid`: an order was paid for the device, and no use is lost. */
  | (Extract<CommandOutcome, { kind: 'not-started' }> & { paid: boolean });

/** Starts a treatment, with a confirmation step if the start deducts a use. */
export class StartTreatment {
  private readonly flights = new SingleFlight();
  /** The start that waits for `confirm`. */
  private awaitingConfirmation?: StartIntent;

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
    const start = { sno, isShare: device.isShare, settings };
    const decide = async (): Promise<StartOutcome> => {
      const first = onTap(start, cameFromStopAt, this.facts());
      if (first.at === 'ended') return this.obstacleOutcome(sno, first.outcome);
      const tappedAt = this.clock.now();
      const [isOnline, running, question] = await Promise.all([
        this.isOnline(sno),
        this.runningForThisUser(sno),
        this.questionBefore(device, custom),
      ]);
      const { next, events = [] } = INQUIRY_STEPS.inquiring.next(
        first,
        { isOnline, ...running, question },
        this.facts(signal),
      );
      this.log.record(...events);
      if (next.at !== 'ended') return this.start(start, tappedAt, signal);
      if (next.outcome.kind === 'confirm-deduction') this.awaitingConfirmation = start;
      return this.obstacleOutcome(sno, next.outcome);
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
      if (this.awaitingConfirmation?.sno !== sno)
        throw new Problem('invalid-input', { message: 'begin a treatment before confirming it' });
      return this.start(this.awaitingConfirmation, this.clock.now(), signal);
    };
    return this.flights.run(sno, startConfirmed, signal);
  }

  /**
   * Returns when the device can be started again after its stop, epoch ms; undefined if it can be started now.
   * `cameFromStopAt`: as in `begin`.
   */
  restEndsAt(sno: string, cameFromStopAt?: number): number | undefined {
    return restEndsAt(sno, cameFromStopAt, this.facts());
  }

  private async start(
    start: StartIntent,
    tappedAt: number,
    signal: AbortSignalLike | undefined,
  ): Promise<StartOutcome> {
    const { sno } = start;
    const paidOrder = this.records.purchases().unusedPaidOrder(sno, this.current.operatorId);
    const times = { tappedAt, decideBy: tappedAt + DECISION_TIMEOUT_MS };
    const outcome = await this.command.send(start, times, signal);
    if (outcome.kind === 'left') throw new Problem('cancelled');
    if (outcome.kind === 'not-started') return { ...outcome, paid: paidOrder !== undefined };
    if (paidOrder) this.records.record({ type: 'usedForStart', order: paidOrder });
    if (this.awaitingConfirmation?.sno === sno) this.awaitingConfirmation = undefined;
    this.current.endWork(sno);
    const destination: ToTreatment = { to: 'process', sno };
    return outcome.kind === 'started'
      ? { ...outcome, destination }
      : { kind: 'already-running', state: outcome.state, asAsked: false, destination };
  }

  private obstacleOutcome(sno: string, obstacle: Obstacle): StartOutcome {
    if (obstacle.kind === 'left') throw new Problem('cancelled');
    return obstacle.kind === 'already-running' ? { ...obstacle, destination: { to: 'process', sno } } : obstacle;
  }

  private facts(signal?: AbortSignalLike): StartFacts {
    return { records: this.log.records(), now: this.clock.now(), isLeft: signal?.aborted ?? false };
  }

  /**
   * Returns what to ask before the start: `none`, or the remaining uses with this operator, of which the start deducts
   * one. No uses remain only if this user leases no device either. The request names no order and no card: the server
   * decides what the start uses up.
   */
  private async questionBefore(
    { sno, isShare, byLink = false }: SelectedDevice,
    custom: boolean,
  ): Promise<Inquiry['question']> {
    if (isShare && !byLink) return 'none';
    const [operatorId, cards, devices] = await Promise.all([
      this.operatorOf(sno),
      this.api.call(listCards, { page: 0, size: ALL_CARDS }),
      custom ? undefined : this.api.call(listDevices, {}),
    ]);
    const remaining = remainingUsesWith(cards.records, operatorId);
    if (remaining) return { remaining, operatorId };
    requireWhole(remaining === undefined ? { unreadable: 1 } : cards, listCards);
    if (byLink || !devices || devices.records.some((device) => isOwnLease(device, this.clock.now()))) return 'none';
    requireWhole(devices, listDevices);
    return { remaining: 0, operatorId };
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
  private async runningForThisUser(sno: string): Promise<Pick<Inquiry, 'running' | 'works'>> {
    const state = await this.api.call(readLatest, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(ignoreFailure);
    if (!state || !runs(state)) return {};
    const check = await this.check(sno).catch(ignoreFailure);
    const works = worksForUser(check);
    return works === false ? {} : { running: state, works };
  }

  private check(sno: string) {
    return this.api.call(checkDevice, { sno, assist: this.current.assist });
  }

  private device(): SelectedDevice {
    const device = this.current.selected;
    if (!device) throw new Problem('invalid-input', { message: 'choose a device before starting it' });
    return device;
  }
}
