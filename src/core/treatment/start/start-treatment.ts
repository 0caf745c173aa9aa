import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { CheckoutRecords } from '../../checkout/records/checkout-records.ts';
import { notListedYet } from '../../checkout/records/purchases.ts';
import { CARD_LIST, DEVICE_LIST, type Holdings } from '../../checkout/holdings/holdings.ts';
import type { ConfirmPayment } from '../../checkout/confirm/confirm-payment.ts';
import { orderAnswerOf } from '../../checkout/confirm/order-answer.ts';
import type { Destination } from '../../destination.ts';
import { checkDevice, getDetail, readLatest } from '../../device/api.ts';
import type { DeviceCheck, LeasedDevice } from '../../device/device.ts';
import { rests } from '../../device/device-state.ts';
import { deviceUseIn, isOwnLease, mayBeOwnLease, type DeviceUse } from '../../device/device-use.ts';
import { requireOperator } from '../../checkout/holdings/read-device-use.ts';
import type { PayableOrder } from '../../order/order.ts';
import { deviceKey } from '../../basics/device-code.ts';
import { requireWhole, type Records } from '../../basics/paging.ts';
import { ignoreFailure, Problem } from '../../problem.ts';
import { holdInstant } from '../../basics/instants.ts';
import { SingleFlight } from '../../basics/single-flight.ts';
import { ageOf, SECOND } from '../../basics/time.ts';
import { listedUsesWith, remainingUsesWith } from '../../wallet/card.ts';
import type { TreatmentSettings } from '../settings/settings.ts';
import type { StartCommand } from './start-command.ts';
import {
  obstacleAtTap,
  obstacleToStart,
  restartDelayEndsAt,
  type AlreadyRunning,
  type CommandOutcome,
  type Deduction,
  type Inquiry,
  type Obstacle,
  type StartFacts,
  type StartIntent,
  type Tap,
} from './start.ts';
import { STATE_TIMEOUT_MS } from '../treatment.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';
import { pendingStartOf } from '../records/treatment-records.ts';
import { reportBeside } from '../running-state.ts';

/** How long what was asked before a start counts. A page that was suspended asks again. */
const ANSWERS_LAST_MS = 30 * SECOND;

/** A start from a mode tile or the custom screen. */
export interface StartRequest {
  sno: string;
  settings: TreatmentSettings;
  custom?: boolean;
  /** The deduction that the user has agreed to. It is asked for again if anything about it has changed. */
  agreed?: Deduction;
  /** When the user arrived from the stop screen, epoch ms; used if the time of the stop is unknown. */
  cameFromStopAt?: number;
  /** After its abort, no command is sent, because the caller's screen has closed. */
  signal?: AbortSignalLike;
}

interface WithDestination {
  destination: Extract<Destination, { to: 'process' }>;
}

/** Outcome of a start, with the next destination. */
export type StartOutcome =
  | Exclude<Obstacle, { kind: 'already-running' | 'may-run' | 'reports-run' | 'another-run' | 'left' | 'exhausted' }>
  | (Extract<Obstacle, { kind: 'may-run' | 'reports-run' | 'another-run' }> & WithDestination)
  | (AlreadyRunning & WithDestination)
  | (Extract<CommandOutcome, { kind: 'started' }> & WithDestination)
  | { kind: 'exhausted'; operatorId: string }
  /** No uses are left as far as the server says, and the payment of this order, for the device or for uses, has no result yet. */
  | { kind: 'payment-confirming'; order: PayableOrder }
  /** `paid`: an order was paid for the device within a day, was not paid back, and no treatment has used it. */
  | (Extract<CommandOutcome, { kind: 'not-started' }> & { paid: boolean });

/** Starts a treatment, with a confirmation step if the start deducts a use. */
export class StartTreatment {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly holdings: Holdings,
    private readonly records: CheckoutRecords,
    private readonly confirmation: ConfirmPayment,
    private readonly command: StartCommand,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the device or returns the obstacle. After `confirm-deduction`, call it again with the deduction as `agreed`:
   * it asks everything again. Rejects with the Problem of a request that the decision needs, unless an earlier start may
   * have taken effect. Rejects with `cancelled` if the signal aborts before the command is sent.
   */
  async begin({ sno, settings, custom = false, agreed, cameFromStopAt, signal }: StartRequest): Promise<StartOutcome> {
    const start: StartIntent = { sno, settings };
    const decide = async (tap: Tap, asked: Pick<Tap, 'at'> = tap): Promise<StartOutcome> => {
      const early = obstacleAtTap(start, cameFromStopAt, this.facts());
      if (early) return this.obstacleOutcome(sno, early);
      const checked = this.api.call(checkDevice, { sno, assist: false }, { timeoutMs: STATE_TIMEOUT_MS });
      const read = () => this.api.call(readLatest, { sno }, { timeoutMs: STATE_TIMEOUT_MS });
      const [online, report, check, question] = await Promise.all([
        this.online(sno),
        reportBeside(checked, tap.pendingKey !== undefined, read).catch(Problem.expected),
        checked.catch(Problem.expected),
        this.questionBefore(sno, custom, checked).catch(Problem.expected),
      ]);
      const status = check instanceof Problem ? undefined : check.status;
      const isOnline = online ?? status !== 'offline';
      const state = report instanceof Problem ? undefined : report;
      const evidence = { status, online, report: state && { state, at: asked.at() } };
      const inquiry = { isOnline, evidence, question, agreed, isLeft: signal?.aborted ?? false };
      const { obstacle, events = [] } = obstacleToStart(start, inquiry, this.facts());
      this.log.record(...events);
      if (obstacle) return this.obstacleOutcome(sno, obstacle);
      if (question instanceof Problem) return this.withoutAnswer(sno, question);
      // The device may run for somebody else, whose treatment a start would end.
      if (check instanceof Problem && !(state && rests(state))) return this.withoutAnswer(sno, check);
      if (report instanceof Problem && status === undefined) return this.withoutAnswer(sno, report);
      // The page may have been suspended since the questions, and the device may run for somebody else by now.
      const isOld = ageOf(asked.at(), this.clock.now()) >= ANSWERS_LAST_MS;
      if (isOld && asked === tap) return this.askedAnew((anew) => decide(tap, anew));
      // A start that deducts no use takes nothing of a card that was paid.
      const operatorId = question === 'none' ? undefined : question.operatorId;
      return this.start(start, { tap: { ...tap, record: state }, operatorId }, signal);
    };
    return this.flights.run(
      deviceKey(sno),
      () => {
        const { records, now } = this.facts();
        const tap = { ...holdInstant(this.clock), pendingKey: pendingStartOf(records, sno, now)?.key };
        return decide(tap).finally(tap.release);
      },
      signal,
    );
  }

  private askedAnew<Outcome>(ask: (asked: Pick<Tap, 'at'>) => Promise<Outcome>): Promise<Outcome> {
    const asked = holdInstant(this.clock);
    return ask(asked).finally(asked.release);
  }

  /**
   * Returns when the device can be started again after its stop, epoch ms; undefined if it can be started now.
   * `cameFromStopAt`: as in `begin`.
   */
  restartDelayEndsAt(sno: string, cameFromStopAt?: number): number | undefined {
    return restartDelayEndsAt(sno, cameFromStopAt, this.facts());
  }

  private async start(
    start: StartIntent,
    { tap, operatorId }: { tap: Tap; operatorId: string | undefined },
    signal: AbortSignalLike | undefined,
  ): Promise<StartOutcome> {
    const { sno } = start;
    const paidOrder = this.unusedPaidOrder(sno, operatorId);
    const outcome = await this.command.send(start, tap, signal);
    if (outcome.kind === 'left') throw new Problem('cancelled');
    if (outcome.kind === 'not-started') {
      // The shop may have paid the order back since. The answer is recorded, unless its word is unknown.
      const isAsked = paidOrder !== undefined && !outcome.problem.endsTheSession;
      const answer = isAsked ? orderAnswerOf(await this.confirmation.queryBriefly(paidOrder)) : undefined;
      return { ...outcome, paid: answer !== 'unknown' && this.unusedPaidOrder(sno, operatorId) !== undefined };
    }
    const isAccepted = outcome.kind === 'started' || outcome.kind === 'over-since';
    const mayHaveUsed = isAccepted || (outcome.kind === 'already-running' && outcome.isSent);
    if (paidOrder && mayHaveUsed) this.records.record({ type: 'usedForStart', order: paidOrder });
    const destination = { to: 'process', sno } as const;
    if (outcome.kind !== 'over-since') return { ...outcome, destination };
    // Who has left has seen its end elsewhere.
    if (signal?.aborted) throw new Problem('cancelled');
    return { kind: 'started', state: {}, asAsked: true, destination };
  }

  /** Nothing was sent. An earlier start whose outcome is unknown may take effect all the same. */
  private withoutAnswer(sno: string, problem: Problem): StartOutcome {
    const { records, now } = this.facts();
    if (!pendingStartOf(records, sno, now)) throw problem;
    return { kind: 'not-started', problem, outcomeUnknown: true, paid: false };
  }

  private unusedPaidOrder(sno: string, operatorId: string | undefined): PayableOrder | undefined {
    return this.records.purchases().unusedPaidOrder(sno, operatorId);
  }

  private obstacleOutcome(sno: string, obstacle: Obstacle): StartOutcome | Promise<StartOutcome> {
    if (obstacle.kind === 'left') throw new Problem('cancelled');
    switch (obstacle.kind) {
      case 'already-running':
      case 'may-run':
      case 'reports-run':
      case 'another-run':
        return { ...obstacle, destination: { to: 'process', sno } };
      case 'exhausted':
        return this.unlessOrdered(sno, obstacle);
      default:
        return obstacle;
    }
  }

  /** The lists that show no use may be older than an order. */
  private async unlessOrdered(sno: string, exhausted: Extract<Obstacle, { kind: 'exhausted' }>): Promise<StartOutcome> {
    const { operatorId, barredBy } = exhausted;
    const unlisted = await this.confirmation.unlistedOrder(sno, operatorId);
    if (!unlisted) return barredBy ? { kind: 'unavailable', reason: barredBy } : { kind: 'exhausted', operatorId };
    if (!unlisted.isSettled) return { kind: 'payment-confirming', order: unlisted.order };
    const paid = this.unusedPaidOrder(sno, operatorId) !== undefined;
    return { kind: 'not-started', problem: notListedYet(), outcomeUnknown: false, paid };
  }

  private facts(): StartFacts {
    return { records: this.log.records(), now: this.clock.now() };
  }

  /**
   * Returns what to ask before the start: `none`, or the remaining uses with the device's operator, of which the start
   * deducts one. How the user may use the device is what the server's list shows now. No uses remain only if this user
   * leases no device either. The request names no order and no card: the server decides what the start uses up.
   */
  private async questionBefore(
    sno: string,
    custom: boolean,
    checked: Promise<DeviceCheck>,
  ): Promise<Inquiry['question']> {
    const [devices, cards] = await Promise.all([
      this.holdings.devices(),
      this.holdings.allCards().catch(Problem.expected),
    ]);
    const use = deviceUseIn(devices, sno, this.clock.now());
    if (use.kind === 'shared') return 'none';
    if (cards instanceof Problem) throw cards;
    const operatorId = use.device?.ownerId ?? requireOperator(await checked);
    const remaining = listedUsesWith(cards, operatorId);
    const deduction = {
      sno,
      operatorId,
      deviceName: use.device?.name,
      operatorName: cards.records.find((card) => card.operatorId === operatorId)?.operatorName ?? use.device?.ownerName,
    };
    if (remaining) {
      const mayBeOlder = remainingUsesWith(cards, operatorId) === undefined;
      return { ...deduction, remaining, mayBeOlder, mayTakeNone: this.mayTakeNone(use, devices) };
    }
    requireWhole(remaining === undefined ? { unreadable: 1 } : cards, CARD_LIST);
    if (use.kind !== 'none') return 'none';
    const isFree = custom || devices.records.some((device) => isOwnLease(device, this.clock.now()));
    // A start may take a use that was bought a moment ago, before the list shows it.
    const isBought = this.records
      .purchases()
      .unlisted('card')
      .some(({ order }) => order.operatorId === operatorId);
    if (isFree && !isBought) return 'none';
    requireWhole(devices, DEVICE_LIST);
    return { ...deduction, remaining: 0 };
  }

  /** False if this account is known to rent neither the device nor another one for itself. */
  private mayTakeNone(use: DeviceUse, devices: Records<LeasedDevice>): boolean {
    const isUnlisted = devices.unreadable > 0 || this.records.purchases().unlisted('lease').length > 0;
    return use.kind !== 'none' || isUnlisted || devices.records.some((row) => mayBeOwnLease(row, this.clock.now()));
  }

  /** Undefined if the server does not say; the start is then tried, unless the check says that the device is offline. */
  private async online(sno: string): Promise<boolean | undefined> {
    const detail = await this.api.call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(ignoreFailure);
    return detail?.online;
  }
}
