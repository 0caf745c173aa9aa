import type { Clock } from '../../ports/clock.ts';
import type { Destination } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { FollowDevice, Following } from '../device/follow-device.ts';
import { SECOND } from '../time.ts';
import type { TreatmentPhase } from './treatment.ts';
import { TreatmentTracker, type TreatmentView } from './treatment-tracker.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** Follows a treatment from its start to its end. */
export class FollowTreatment {
  constructor(
    private readonly devices: FollowDevice,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
  ) {}

  /** Calls `onChange` after every change until stopped. It reports a change that only time causes within a second. */
  follow(sno: string, onChange: (view: TreatmentView) => void): Following {
    const treatment = new TreatmentTracker(sno, this.current, this.log, this.clock);
    let phase: TreatmentPhase | undefined;
    const emit = () => {
      const view = treatment.view();
      phase = view.phase;
      onChange(view);
    };
    const subscription = this.devices.follow(
      sno,
      (snapshot) => {
        const wasAwaiting = treatment.awaitsReportAfterReturn;
        treatment.take(snapshot);
        emit();
        if (treatment.awaitsReportAfterReturn && !wasAwaiting) subscription.refresh();
      },
      treatment.known,
    );
    const stopTicking = this.clock.every(SECOND, () => {
      if (treatment.view().phase !== phase) emit();
    });
    emit();
    return {
      refresh: subscription.refresh,
      stop: () => {
        stopTicking();
        subscription.stop();
      },
    };
  }

  /** Reads the treatment once. Rejects with the Problem of the request. */
  async look(sno: string): Promise<TreatmentView> {
    const treatment = new TreatmentTracker(sno, this.current, this.log, this.clock);
    treatment.take(await this.devices.look(sno));
    return treatment.view();
  }

  /**
   * Returns the destination after the treatment has ended or its device is unreachable. Deletes the record only if the
   * treatment is over, because an offline device may continue to run.
   */
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
