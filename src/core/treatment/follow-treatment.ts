import type { Clock } from '../../ports/clock.ts';
import type { Destination } from '../destination.ts';
import type { FollowDevice, Following } from '../device/follow-device.ts';
import { SECOND } from '../time.ts';
import type { Visit } from '../session/visit.ts';
import type { TreatmentPhase } from './treatment.ts';
import { TreatmentTracker, type TreatmentView } from './treatment-tracker.ts';

/** Keeps a treatment in view from its start to its end. */
export class FollowTreatment {
  constructor(
    private readonly devices: FollowDevice,
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /** Tells every change until stopped; a change that comes with time alone is told within a second. */
  follow(sno: string, onChange: (view: TreatmentView) => void): Following {
    const treatment = new TreatmentTracker(sno, this.visit, this.clock);
    let phase: TreatmentPhase | undefined;
    const tell = () => {
      const view = treatment.view();
      phase = view.phase;
      onChange(view);
    };
    const following = this.devices.follow(
      sno,
      (snapshot) => {
        const knewOfReturn = treatment.awaitsReportAfterReturn;
        treatment.take(snapshot);
        tell();
        if (treatment.awaitsReportAfterReturn && !knewOfReturn) following.refresh();
      },
      treatment.known,
    );
    const ticking = this.clock.every(SECOND, () => {
      if (treatment.view().phase !== phase) tell();
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

  /** Asks once where it stands. Rejects with the Problem where the server cannot be asked. */
  async look(sno: string): Promise<TreatmentView> {
    const treatment = new TreatmentTracker(sno, this.visit, this.clock);
    treatment.take(await this.devices.look(sno));
    return treatment.view();
  }

  /** Where it leads once it is over, or its device out of reach. Only what is over is forgotten: a device that is offline may run on. */
  leave({ sno, phase, endedAt }: Pick<TreatmentView, 'sno' | 'phase' | 'endedAt'>): Destination {
    if (phase === 'offline') return { to: 'my' };
    const treatment = this.visit.get('treatment');
    const startedHere = treatment?.sno === sno ? treatment : undefined;
    this.visit.turnTo({ sno, isShare: startedHere?.isShare });
    if (phase === 'finished') {
      this.visit.set('started', false);
      const isOver = (begun: { at: number } | undefined) => begun !== undefined && (endedAt === undefined || begun.at <= endedAt);
      const pending = this.visit.get('pendingStart');
      if (pending?.sno === sno && isOver(pending)) this.visit.forget('pendingStart');
      if (isOver(startedHere)) this.visit.forget('treatment');
    }
    return { to: 'mode-menu' };
  }
}
