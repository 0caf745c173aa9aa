import type { Clock } from '../../ports/clock.ts';
import type { Destination } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { FollowDevice, Following } from '../device/follow-device.ts';
import { SECOND } from '../time.ts';
import type { TreatmentPhase } from './treatment.ts';
import { TreatmentTracker, type TreatmentView } from './treatment-tracker.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** Keeps a treatment in view from its start to its end. */
export class FollowTreatment {
  constructor(
    private readonly devices: FollowDevice,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
  ) {}

  /** Tells every change until stopped; a change that comes with time alone is told within a second. */
  follow(sno: string, onChange: (view: TreatmentView) => void): Following {
    const treatment = new TreatmentTracker(sno, this.current, this.log, this.clock);
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
    const treatment = new TreatmentTracker(sno, this.current, this.log, this.clock);
    treatment.take(await this.devices.look(sno));
    return treatment.view();
  }

  /** Where it leads once it is over, or its device out of reach. Only what is over is forgotten: a device that is offline may run on. */
  leave({ sno, phase, endedAt }: Pick<TreatmentView, 'sno' | 'phase' | 'endedAt'>): Destination {
    if (phase === 'offline') return { to: 'my' };
    const startedHere = this.log.started(sno);
    this.current.switchTo({ sno, isShare: startedHere?.isShare });
    if (phase === 'finished') {
      this.current.endWork(sno);
      const isOver = ({ at }: { at: number }) => endedAt === undefined || at <= endedAt;
      const pending = this.log.pendingStart(sno);
      if (pending && isOver(pending)) this.log.settlePendingStart(sno);
      if (startedHere && isOver(startedHere)) this.log.recordEnd(startedHere);
    }
    return { to: 'mode-menu' };
  }
}
