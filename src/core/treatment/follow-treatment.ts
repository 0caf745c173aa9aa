import type { Clock } from '../../ports/clock.ts';
import type { DeviceSnapshot, FollowDevice, Following } from '../device/follow-device.ts';
import { SECOND } from '../time.ts';
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
    const here = this.visit.get('startedAt');
    const startedHere = here?.sno === sno;
    const known = startedHere ? this.visit.get('startedState') : undefined;
    let snapshot: DeviceSnapshot = { state: known ?? {}, line: 'connecting', loginFailed: false };
    let began = startedHere ? here.at : undefined;
    let wasRunning = false;
    let wasOffline = false;
    let cameBack = false;
    let phase: TreatmentPhase | undefined;

    const facts = () => {
      const { state, online, seenAt } = snapshot;
      const elapsed = began === undefined ? 0 : this.clock.now() - began;
      return { state, online, wasRunning, startedHere, told: seenAt !== undefined, elapsed };
    };
    const tell = () => {
      phase = phaseOf(facts());
      onChange({ ...snapshot, sno, phase, mode: modeOf(snapshot.state), beganAt: began, cameBack });
    };
    const take = (next: DeviceSnapshot) => {
      snapshot = next;
      const { state, online, seenAt } = next;
      wasRunning ||= seenAt !== undefined && state.on === true;
      const countsThisTreatment = seenAt !== undefined && (wasRunning || !startedHere);
      if (countsThisTreatment) began = beganAt(began, state.usedMinutes, this.clock.now());
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
    this.visit.forget('startedAt', 'startedState');
  }
}
