import type { Clock } from '../../ports/clock.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { Destination } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { DeviceSnapshot, FollowDevice, Following } from '../device/follow-device.ts';
import { reportOutcome } from '../report-outcome.ts';
import { SECOND } from '../time.ts';
import type { TreatmentPhase } from './phase.ts';
import { awaitsReportAfterReturn, TRACKER, type TrackedTreatment, type TreatmentView } from './treatment-tracker.ts';
import type { TreatmentLog } from './treatment-log.ts';
import { ofDevice } from './treatment-records.ts';

/** Follows a treatment from its start to its end. */
export class FollowTreatment {
  constructor(
    private readonly devices: FollowDevice,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Calls `onChange` after every change until stopped, and within a second after a change that only time causes. Reports
   * a start on this phone once the device runs, or if it does not report that it runs in time.
   */
  follow(sno: string, onChange: (view: TreatmentView) => void): Following {
    let tracked = this.begin(sno);
    let phase: TreatmentPhase | undefined;
    const emit = () => {
      const view = TRACKER.view(tracked, this.clock.now());
      if (phase === 'starting' && view.phase === 'unresponsive') reportOutcome(this.reporter, 'start-unconfirmed');
      phase = view.phase;
      onChange(view);
    };
    const subscription = this.devices.follow(
      sno,
      (snapshot) => {
        const wasAwaiting = awaitsReportAfterReturn(tracked);
        tracked = this.take(tracked, snapshot);
        emit();
        if (awaitsReportAfterReturn(tracked) && !wasAwaiting) subscription.refresh();
      },
      tracked.known,
    );
    const stopTicking = this.clock.every(SECOND, () => {
      if (TRACKER.view(tracked, this.clock.now()).phase !== phase) emit();
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
    const tracked = this.begin(sno);
    return TRACKER.view(this.take(tracked, await this.devices.look(sno)), this.clock.now());
  }

  /**
   * Returns the destination after the treatment has ended or its device is unreachable. Deletes the record only if the
   * treatment is over, because an offline device may continue to run.
   */
  leave({ sno, phase, endedAt }: Pick<TreatmentView, 'sno' | 'phase' | 'endedAt'>): Destination {
    if (phase === 'offline') return { to: 'my' };
    const { started, pendingStarts } = this.log.records();
    const startedHere = ofDevice(started, sno);
    const pending = ofDevice(pendingStarts, sno);
    this.current.switchTo({ sno });
    if (phase === 'finished') {
      this.current.endWork(sno);
      const isOver = ({ at }: { at: number }) => endedAt === undefined || at <= endedAt;
      if (pending && isOver(pending)) this.log.record({ type: 'startSettled', sno });
      if (startedHere && isOver(startedHere)) this.log.record({ type: 'ended', treatment: startedHere });
    }
    return { to: 'mode-menu', sno };
  }

  private begin(sno: string): TrackedTreatment {
    const isWorking = this.current.isWorking && this.current.sno === sno;
    return TRACKER.begin(sno, isWorking, this.log.records(), this.clock.now());
  }

  private take(tracked: TrackedTreatment, snapshot: DeviceSnapshot): TrackedTreatment {
    const { next, events } = TRACKER.take(tracked, snapshot, this.log.records(), this.clock.now());
    this.log.record(...events);
    if (events.length > 0) reportOutcome(this.reporter, 'started');
    return next;
  }
}
