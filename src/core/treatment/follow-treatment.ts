import type { Clock } from '../../ports/clock.ts';
import type { DeviceState } from '../device/device-state.ts';
import type { DeviceSnapshot, FollowDevice, Following } from '../device/follow-device.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { Visit } from '../session/visit.ts';
import { modeOf, type TreatmentMode } from './settings.ts';
import { beganAt, phaseOf, type TreatmentPhase } from './treatment.ts';

/** A treatment as it is to be shown. */
export interface TreatmentView extends DeviceSnapshot {
  sno: string;
  phase: TreatmentPhase;
  mode: TreatmentMode;
  /** Epoch ms from which the elapsed time counts; undefined until it is known. */
  beganAt?: number;
  /** The device was offline here and is online again: the treatment is over, the mode menu comes next. */
  cameBack: boolean;
}

/** Keeps a treatment in view from its start to its end. */
export class FollowTreatment {
  constructor(
    private readonly devices: FollowDevice,
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /** Tells every change until stopped. */
  follow(sno: string, onChange: (view: TreatmentView) => void): Following {
    const here = this.startedHere(sno);
    const { on: _, ...known }: DeviceState = (here && this.visit.get('startedState')) ?? {};
    const since = this.clock.now();
    let snapshot: DeviceSnapshot = { state: known, line: 'connecting', loginFailed: false };
    let began = here?.at;
    let wasRunning = here !== undefined && (here.ran === true || since - here.at > (known.workMinutes ?? Infinity) * MINUTE);
    let wasOffline = false;
    let cameBack = false;
    let phase: TreatmentPhase | undefined;

    const facts = () => {
      const { state, online, seenAt } = snapshot;
      const elapsed = this.clock.now() - (began ?? since);
      return { state, online, wasRunning, startedHere: here !== undefined, told: seenAt !== undefined, elapsed };
    };
    const tell = () => {
      phase = phaseOf(facts());
      onChange({ ...snapshot, sno, phase, mode: modeOf(snapshot.state), beganAt: began, cameBack });
    };
    const take = (next: DeviceSnapshot) => {
      const { state, online, seenAt, countedAt } = next;
      const isNews = countedAt !== snapshot.countedAt || state.usedMinutes !== snapshot.state.usedMinutes;
      snapshot = next;
      if (countedAt !== undefined && isNews && (state.on === true || !here)) began = beganAt(began, state.usedMinutes, countedAt);
      if (!wasRunning && seenAt !== undefined && state.on === true) {
        wasRunning = true;
        this.sawRunning(here);
      }
      cameBack ||= wasOffline && online === true;
      wasOffline ||= online === false;
      tell();
    };

    const following = this.devices.follow(sno, take, known);
    const ticking = this.clock.every(SECOND, () => {
      if (phaseOf(facts()) !== phase) tell();
    });
    tell();
    return {
      refresh: following.refresh,
      stop: () => {
        ticking();
        following.stop();
      },
    };
  }

  /** The treatment is over, by itself or since its device is gone. */
  end(): void {
    this.visit.set('started', false);
    this.visit.forget('startedAt', 'startedState', 'startInDoubt');
  }
  private startedHere(sno: string) {
    const started = this.visit.get('startedAt');
    return started?.sno === sno ? started : undefined;
  }

  private sawRunning(treatment: { sno: string; at: number } | undefined): void {
    if (treatment && this.startedHere(treatment.sno)?.at === treatment.at) this.visit.set('startedAt', { ...treatment, ran: true });
  }
}
