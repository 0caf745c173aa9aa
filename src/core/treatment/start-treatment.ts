import type { Clock } from '../../ports/clock.ts';
import type { Turns } from '../../ports/turns.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { Destination } from '../destination.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../device/api.ts';
import { isOwn } from '../device/device.ts';
import { mergeState, type DeviceState } from '../device/device-state.ts';
import { ALL_CARDS } from '../paging.ts';
import { newKey } from '../payment/wishes.ts';
import { Problem } from '../problem.ts';
import type { Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { MINUTE, SECOND } from '../time.ts';
import { listCards } from '../wallet/api.ts';
import { remainingUsesWith } from '../wallet/card.ts';
import { startDevice } from './api.ts';
import type { TreatmentSettings } from './settings.ts';
import { COMMAND_TAKES, STATE_TAKES } from './treatment.ts';

const REST_AFTER_STOPPING = 10 * SECOND;
/** How long a device that runs is taken for one whose start was never answered. */
const DOUBT_LASTS = 10 * MINUTE;
/** How long another page may be at a start before it is waited for no longer; ms. */
const LONGEST_TURN = MINUTE;

/** Asked for by a mode tile, or put together on the custom screen. */
export interface StartWish {
  settings: TreatmentSettings;
  custom?: boolean;
  /** Came by a shared link; else what is known of the current device decides. */
  isShare?: boolean;
  /** Epoch ms at which somebody came from a stop, where it is not known when that was. */
  cameFromStopAt?: number;
}

export type StartTurn =
  | { kind: 'too-frequent' }
  | { kind: 'unavailable' }
  | { kind: 'confirm-deduction'; remaining: number }
  | { kind: 'exhausted'; operatorId: string | undefined }
  | { kind: 'started'; destination: Destination }
  /**
   * Nothing says that the device has started; `paid` where an order was paid for it, and no use is lost; `inDoubt` where it may have
   * taken the command all the same.
   */
  | { kind: 'not-started'; problem: Problem; paid: boolean; inDoubt: boolean };

/** Starts a treatment, asking first where a use is deducted. */
export class StartTreatment {
  private readonly flights = new SingleFlight();
  private asked?: { sno: string; settings: TreatmentSettings };

  constructor(
    private readonly cloud: Cloud,
    private readonly visit: Visit,
    private readonly turns: Turns,
    private readonly clock: Clock,
  ) {}

  /** Starts at once, or answers with what stands in the way; `confirm-deduction` waits for `confirm`. */
  begin({ settings, custom = false, isShare, cameFromStopAt }: StartWish): Promise<StartTurn> {
    return this.flights.run('start', async () => {
      if (this.rests(cameFromStopAt)) return { kind: 'too-frequent' };
      const device = this.device();
      const { sno } = device;
      const online = this.cloud.call(getDetail, { sno }, { timeoutMs: STATE_TAKES }).then((detail) => detail.online, () => true);
      if (isShare ?? device.isShare) return (await online) ? this.start(sno, settings) : { kind: 'unavailable' };
      const [isOnline, operatorId, cards, devices] = await Promise.all([
        online,
        this.operatorOf(sno),
        this.cloud.call(listCards, { page: 0, size: ALL_CARDS }),
        custom ? [] : this.cloud.call(listDevices, {}),
      ]);
      if (!isOnline) return { kind: 'unavailable' };
      const remaining = remainingUsesWith(cards.records, operatorId);
      if (remaining > 0) {
        this.asked = { sno, settings };
        return { kind: 'confirm-deduction', remaining };
      }
      if (!custom && !devices.some(isOwn)) return { kind: 'exhausted', operatorId };
      return this.start(sno, settings);
    });
  }

  /** Yes, deduct a use and start. */
  confirm(): Promise<StartTurn> {
    return this.flights.run('start', async () => {
      const { sno } = this.device();
      if (this.asked?.sno !== sno) throw new Problem('invalid-input', { message: 'begin a treatment before confirming it' });
      return this.start(sno, this.asked.settings);
    });
  }

  /** Whose device it is decides whether a use is deducted. */
  private async operatorOf(sno: string): Promise<string> {
    const known = this.visit.get('operatorId');
    if (known !== undefined) return known;
    const { ownerId } = await this.cloud.call(checkDevice, { sno, assist: this.visit.get('assist') ?? false });
    this.visit.set('operatorId', ownerId);
    return ownerId;
  }

  /** Soon after a stop nothing is started, by whichever way. */
  private rests(cameFromStopAt: number | undefined): boolean {
    const stoppedAt = this.visit.get('stoppedAt') ?? cameFromStopAt;
    return stoppedAt !== undefined && this.clock.now() - stoppedAt < REST_AFTER_STOPPING;
  }

  private device() {
    const device = this.visit.get('device');
    if (!device) throw new Problem('invalid-input', { message: 'choose a device before starting it' });
    return device;
  }

  private start(sno: string, settings: TreatmentSettings): Promise<StartTurn> {
    return this.turns.take(`start ${sno}`, LONGEST_TURN, async (waited) => {
      const here = this.visit.get('treatment');
      const isStarted = waited && here?.sno === sno && this.clock.now() - here.at < LONGEST_TURN;
      return isStarted ? this.started(sno, here.state) : this.send(sno, settings);
    });
  }

  private async send(sno: string, settings: TreatmentSettings): Promise<StartTurn> {
    const paid = this.visit.get('paidOrder') !== undefined;
    const doubt = this.doubt(sno);
    if (doubt && (await this.isRunning(sno))) return this.started(sno, settings);
    const now = this.clock.now();
    const isTheSame = doubt !== undefined && JSON.stringify(doubt.settings) === JSON.stringify(settings);
    const key = isTheSame ? doubt.key : newKey(now);
    this.visit.set('startInDoubt', { sno, settings, key, at: now });
    try {
      const state = await this.cloud.call(startDevice, { sno, settings }, { wish: key, timeoutMs: COMMAND_TAKES });
      return this.started(sno, mergeState(settings, state));
    } catch (thrown) {
      const problem = Problem.of(thrown);
      const mayRun = problem.leavesUsInDoubt || doubt !== undefined;
      if (mayRun && (await this.isRunning(sno))) return this.started(sno, settings);
      if (problem.code === 'refused' && (await this.worksForUs(sno))) return this.started(sno, settings);
      if (!mayRun) this.visit.forget('startInDoubt');
      return { kind: 'not-started', problem, paid, inDoubt: mayRun };
    }
  }

  private doubt(sno: string) {
    const doubt = this.visit.get('startInDoubt');
    return doubt?.sno === sno && this.clock.now() - doubt.at < DOUBT_LASTS ? doubt : undefined;
  }

  private started(sno: string, state: DeviceState): StartTurn {
    this.asked = undefined;
    this.visit.set('started', false);
    this.visit.set('treatment', { sno, at: this.clock.now(), state, isShare: this.device().isShare });
    this.visit.forget('paidOrder', 'stoppedAt', 'startInDoubt', 'stopInDoubt');
    return { kind: 'started', destination: { to: 'process', sno } };
  }

  /** A start that a browser sent twice is refused the second time because of the first. */
  private async worksForUs(sno: string): Promise<boolean> {
    const check = await this.cloud.call(checkDevice, { sno, assist: false }).catch(() => undefined);
    return check?.status === 'working';
  }

  private async isRunning(sno: string): Promise<boolean> {
    const state = await this.cloud.call(readLatest, { sno }, { timeoutMs: STATE_TAKES }).catch(() => undefined);
    return state?.on === true;
  }
}
