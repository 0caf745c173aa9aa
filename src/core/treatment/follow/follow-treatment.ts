import type { Clock } from '../../../ports/clock.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { Destination } from '../../destination.ts';
import { checkDevice } from '../../device/api.ts';
import type { DeviceStatus } from '../../device/device.ts';
import type { DeviceState } from '../../device/device-state.ts';
import type { DeviceSnapshot, FollowDevice, Following } from '../../device/follow/follow-device.ts';
import { reportOutcome, reportProblem } from '../../basics/report-problem.ts';
import { holdInstant } from '../../basics/instants.ts';
import { SECOND } from '../../basics/time.ts';
import { awaitsReportAfterReturn, isOfSomebodyElse, type TrackedTreatment } from './tracked-treatment.ts';
import { TRACKER } from './treatment-tracker.ts';
import { viewOf, type TreatmentPhase, type TreatmentView } from './treatment-view.ts';
import { Problem } from '../../problem.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';
import { foundRunning } from '../records/treatment-events.ts';
import { ofDevice } from '../records/treatment-records.ts';
import { reportBeside } from '../running-state.ts';

/** What one look at a device says of this user's treatment. */
export interface SeenTreatment extends Pick<DeviceSnapshot, 'online'> {
  phase: TreatmentPhase;
  /**
   * Only what the device reports, nothing of what was requested. Undefined if it is of somebody else's treatment, or of
   * another run than the treatment followed here.
   */
  reported?: DeviceState;
  /** For whom the server says that the device works; undefined if it does not say. */
  status?: DeviceStatus;
  /** Start of the treatment that runs, epoch ms; undefined while unknown. */
  beganAt?: number;
  /** Why the server did not say for whom the device runs. Undefined if it did, or if the phase does not depend on it. */
  checkFailure?: Problem;
}

/** The phases in which only the server's word would tell for whom the device runs. */
const NOT_TOLD: readonly TreatmentPhase[] = ['loading', 'unresponsive', 'another-run'];

/** Follows a treatment from its start to its end. */
export class FollowTreatment {
  constructor(
    private readonly api: ApiClient,
    private readonly devices: FollowDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Calls `onChange` after every change until stopped, and within a second after a change that only time causes. Reports
   * a start on this phone once the device runs, or if it does not report that it runs in time.
   */
  follow(sno: string, onChange: (view: TreatmentView) => void): Following {
    let tracked = TRACKER.begin(sno, this.log.records(), this.clock.now());
    let phase: TreatmentPhase | undefined;
    let isAsking = false;
    let isStopped = false;
    const emit = () => {
      const view = viewOf(tracked, this.clock.now());
      if (phase === 'starting' && view.phase === 'unresponsive') reportOutcome(this.reporter, 'start-unconfirmed');
      if (view.phase !== phase) this.logRest(view, tracked);
      phase = view.phase;
      onChange(view);
    };
    const ask = async () => {
      if (isAsking || !TRACKER.asks(tracked, this.clock.now())) return;
      isAsking = true;
      const check = await this.check(sno);
      isAsking = false;
      if (isStopped) return;
      tracked = this.checked(tracked, check);
      emit();
      void ask();
    };
    const take = (snapshot: DeviceSnapshot) => {
      const wasAwaiting = awaitsReportAfterReturn(tracked);
      tracked = this.take(tracked, snapshot);
      emit();
      if (awaitsReportAfterReturn(tracked) && !wasAwaiting) subscription.refresh();
      void ask();
    };
    const subscription = this.devices.follow(sno, take);
    const stopTicking = this.clock.every(SECOND, () => {
      if (viewOf(tracked, this.clock.now()).phase !== phase) emit();
    });
    const stopCorrecting = this.clock.onCorrection((correct) => {
      tracked = TRACKER.corrected(tracked, correct, this.log.records());
      emit();
    });
    emit();
    void ask();
    return {
      refresh: subscription.refresh,
      stop: () => {
        isStopped = true;
        stopTicking();
        stopCorrecting();
        subscription.stop();
      },
    };
  }

  /**
   * Reads the treatment once. A report that it runs may be older than a stop that none has confirmed: then only the server's
   * word says that it goes on. Remembers a start whose outcome was unknown as one that took effect, once the server says so and
   * the device reports its run. Rejects with the Problem of the request.
   */
  async look(sno: string): Promise<SeenTreatment> {
    let tracked = TRACKER.begin(sno, this.log.records(), this.clock.now());
    const stopCorrecting = this.clock.onCorrection((correct) => {
      tracked = TRACKER.corrected(tracked, correct, this.log.records());
    });
    const checking = this.check(sno);
    const looking = reportBeside(checking, tracked.pending !== undefined, () => this.devices.look(sno));
    const reading = Promise.all([checking, looking]);
    const [check, snapshot] = await reading.finally(stopCorrecting);
    const looked = this.take(this.checked(tracked, check), snapshot);
    // Whose a run is that is not the known treatment, only a later answer tells.
    const isOpen = TRACKER.asks(looked, this.clock.now());
    const last = isOpen ? await this.check(sno) : check;
    const seen = isOpen ? this.checked(looked, last) : looked;
    const view = viewOf(seen, this.clock.now());
    this.logRest(view, seen);
    const { phase, beganAt, online } = view;
    const { state } = snapshot;
    if (phase === 'running' && last.status === 'working')
      this.log.record(...foundRunning(this.log.records(), sno, state, this.clock.now()));
    const isNotOurs = phase === 'replaced' || phase === 'another-run' || isOfSomebodyElse(seen);
    const checkFailure = NOT_TOLD.includes(phase) ? last.problem : undefined;
    if (isNotOurs) return { phase, online, checkFailure };
    const { status } = last;
    return { phase, online, reported: state, status, beganAt: phase === 'running' ? beganAt : undefined, checkFailure };
  }

  /**
   * Returns the destination after the treatment has ended or its device is unreachable. Deletes the record only if the
   * treatment is over, because an offline device may continue to run.
   */
  leave({ sno, phase, overSince }: Pick<TreatmentView, 'sno' | 'phase' | 'overSince'>): Destination {
    if (phase === 'offline') return { to: 'my' };
    const { started, pendingStarts } = this.log.records();
    const startedHere = ofDevice(started, sno);
    const pending = ofDevice(pendingStarts, sno);
    if (phase === 'finished' || phase === 'over' || phase === 'replaced') {
      const isOver = ({ at }: { at: number }) => overSince === undefined || at <= overSince;
      if (pending && isOver(pending)) this.log.record({ type: 'startSettled', sno });
      if (startedHere && isOver(startedHere)) this.log.record({ type: 'ended', treatment: startedHere });
    }
    return phase === 'replaced' ? { to: 'my' } : { to: 'mode-menu', sno };
  }

  /** Asks the server for whom the device works. Never rejects. */
  private async check(sno: string): Promise<{ at: number; status: DeviceStatus | undefined; problem?: Problem }> {
    const asked = holdInstant(this.clock);
    const answer = await this.api
      .call(checkDevice, { sno, assist: false })
      .catch((thrown: unknown) => {
        reportProblem(this.reporter, thrown);
        return Problem.of(thrown);
      })
      .finally(asked.release);
    if (answer instanceof Problem) return { at: asked.at(), status: undefined, problem: answer };
    return { at: asked.at(), status: answer.status };
  }

  /**
   * Records a rest that is shown. That a device is idle, or rests after the time of a treatment that no report showed, the check
   * says as well, which may be older than the report.
   */
  private logRest({ sno, phase, seenAt }: TreatmentView, { check }: TrackedTreatment): void {
    if (seenAt === undefined) return;
    if (phase === 'finished') this.log.record({ type: 'sawRest', sno, at: seenAt });
    if ((phase === 'idle' || phase === 'over') && check)
      this.log.record({ type: 'sawRest', sno, at: Math.min(seenAt, check.at) });
  }

  private checked(tracked: TrackedTreatment, check: Parameters<typeof TRACKER.checked>[1]): TrackedTreatment {
    return TRACKER.checked(tracked, check, this.log.records(), this.clock.now());
  }

  private take(tracked: TrackedTreatment, snapshot: DeviceSnapshot): TrackedTreatment {
    const { next, events } = TRACKER.take(tracked, snapshot, this.log.records(), this.clock.now());
    this.log.record(...events);
    if (events.length > 0) reportOutcome(this.reporter, 'started');
    return next;
  }
}
