import type { Clock, Unsubscribe } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { refusesDevice } from '../../api/server-failure.ts';
import { checkDevice } from '../../device/api.ts';
import { rests, runs } from '../../device/device-state.ts';
import { isAtRest, works, type DeviceStatus } from '../../device/device.ts';
import type { DeviceSnapshot, FollowDevice } from '../../device/follow/follow-device.ts';
import { Problem } from '../../problem.ts';
import { SECOND } from '../../basics/time.ts';
import { runningState } from '../running-state.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';

export type DeviceGoal = 'running' | 'idle' | 'online' | 'offline';

const isReached: Record<DeviceGoal, (snapshot: DeviceSnapshot) => boolean> = {
  running: (snapshot) => isCurrent(snapshot) && runs(snapshot.state),
  idle: (snapshot) => isCurrent(snapshot) && rests(snapshot.state),
  online: ({ online }) => online === true,
  offline: ({ online }) => online === false,
};

/** What the device's report says, unless that is its past. */
function reportIn(snapshot: DeviceSnapshot): 'idle' | 'running' | undefined {
  if (isReached.running(snapshot)) return 'running';
  return isReached.idle(snapshot) ? 'idle' : undefined;
}

/** The report of an offline device is its past. */
function isCurrent({ online, seenAt }: DeviceSnapshot): boolean {
  return seenAt !== undefined && online !== false;
}

/**
 * Why the last report is not believed, whether it says what is waited for or not. Of rest: `may-start` if the device was
 * started here, and the report may be from before that, `works` if the server says that it works for this user or
 * somebody else. Of a run: `may-have-stopped` if a stop was sent from here that no report has confirmed, and the server
 * does not say that it works, `may-have-ended` if only the server's record shows the run, no start from here of a moment ago explains it,
 * and the server says that the device does not work. Of both: `unanswered` while the server has not said whether the
 * device works, `offline` if the check says so, and nothing names the connection, so that the report may be the device's
 * past; of rest also beside a detail that names one, because a server may forget the run of a device that it could not
 * reach.
 */
type Doubt = 'may-start' | 'works' | 'may-have-stopped' | 'may-have-ended' | 'unanswered' | 'offline';

/** `problem`: the Problem of the last request, if it failed. `online`: the last known connection of the device. */
export type WaitOutcome = { kind: 'reached' } | { kind: 'timeout'; problem?: Problem; online?: boolean; doubt?: Doubt };

/** How soon the server is asked again whether a start or a stop took effect. */
const CHECK_INTERVAL_MS = 10 * SECOND;

export interface WaitOptions {
  signal?: AbortSignalLike;
  /** Called after each change of what is known of the device. */
  onSnapshot?: (snapshot: DeviceSnapshot) => void;
}

/** Waits until a device reaches a state. */
export class WaitForDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly devices: FollowDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits for at most `timeoutMs`. A report of rest may be older than a start of any phone: it is not believed while the
   * server says that the device works, nor after a start of this phone before the server says that it does not. A report
   * of a run may be older than a stop of this phone that none has confirmed: it is then believed only if the server says
   * that the device works. The server's record of a run may be old: where a run is waited for, it is not believed while the
   * server says that the device does not work. A failed request does not end the wait, because the server may recover. Rejects with the
   * Problem if the session ends, and with `cancelled` once the signal has aborted.
   */
  async wait(
    sno: string,
    goal: DeviceGoal,
    timeoutMs: number,
    { signal, onSnapshot }: WaitOptions = {},
  ): Promise<WaitOutcome> {
    const cleanups: Unsubscribe[] = [];
    let problem: Problem | undefined;
    let online: boolean | undefined;
    let last: DeviceSnapshot | undefined;
    let question: { report: 'idle' | 'running' } | undefined;
    let doubt: Doubt | undefined;
    const outcome = new Promise<WaitOutcome>((resolve, reject) => {
      const cancel = () => reject(new Problem('cancelled'));
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      const check = (snapshot: DeviceSnapshot) => {
        if (last === undefined || reportIn(snapshot) !== reportIn(last))
          doubt = this.doubtHere(sno, snapshot) ?? 'unanswered';
        last = snapshot;
        ({ problem, online } = snapshot);
        onSnapshot?.(snapshot);
        if (problem?.endsTheSession) reject(problem);
        else decide().catch(reject);
      };
      const decide = async () => {
        if (last === undefined) return;
        if (goal === 'online' || goal === 'offline') return isReached[goal](last) && resolve({ kind: 'reached' });
        const report = reportIn(last);
        if (report === undefined || report === question?.report) return;
        const asked = (question = { report });
        const found = await this.doubtAbout(report, goal, sno, last);
        // A report that contradicts this one has a question of its own.
        if (question !== asked) return;
        question = undefined;
        if (reportIn(last) !== report) return;
        doubt = found;
        if (doubt || !isReached[goal](last)) return;
        if (goal === 'idle' && last.seenAt !== undefined) this.log.record({ type: 'sawRest', sno, at: last.seenAt });
        resolve({ kind: 'reached' });
      };
      cleanups.push(
        () => signal?.removeEventListener('abort', cancel),
        this.clock.every(CHECK_INTERVAL_MS, () => void decide().catch(reject)),
        this.clock.every(timeoutMs, () => resolve({ kind: 'timeout', problem, online, doubt })),
        this.devices.follow(sno, check).stop,
      );
    });
    return outcome.finally(() => {
      for (const cleanup of cleanups) cleanup();
    });
  }

  /** What this phone's own starts and stops leave in doubt about the report. */
  private doubtHere(sno: string, { state }: DeviceSnapshot): Doubt | undefined {
    if (rests(state)) return this.log.mayStart(sno) ? 'may-start' : undefined;
    return runs(state) && this.log.mayHaveStopped(sno) ? 'may-have-stopped' : undefined;
  }

  /** Undefined if what the server says of the device leaves no doubt about the report. */
  private async doubtAbout(
    report: 'idle' | 'running',
    goal: DeviceGoal,
    sno: string,
    { state, online, recordRuns, seenAt: at = 0 }: DeviceSnapshot,
  ): Promise<Doubt | undefined> {
    const mayHaveStopped = report === 'running' && this.log.mayHaveStopped(sno);
    const isRecord = recordRuns === true && goal === 'running';
    if (report === 'running' && online === true && !mayHaveStopped && !isRecord) return undefined;
    const { status, isAnswered } = await this.check(sno);
    if (status === 'offline' && (online !== true || report === 'idle')) return status;
    const running = () =>
      runningState(sno, { status, online, report: { state, at } }, this.log.records(), this.clock.now()).kind;
    if (report === 'running') {
      if (mayHaveStopped && !works(status)) return 'may-have-stopped';
      if (!isAnswered) return 'unanswered';
      // The check may be as old as a start from here of a moment ago.
      const isNew = this.log.mayStart(sno) && running() === 'running';
      return isRecord && isAtRest(status) && !isNew ? 'may-have-ended' : undefined;
    }
    if (!this.log.mayStart(sno)) return works(status) ? 'works' : isAnswered ? undefined : 'unanswered';
    return running() === 'at-rest' ? undefined : 'may-start';
  }

  /** Asks the server for whom the device works. A refusal because of the device is an answer. Rejects only with an internal error, or if the session ends. */
  private async check(sno: string): Promise<{ status?: DeviceStatus; isAnswered: boolean }> {
    const check = await this.api.call(checkDevice, { sno, assist: false }).catch(Problem.expected);
    if (!(check instanceof Problem)) return { status: check.status, isAnswered: true };
    if (check.endsTheSession) throw check;
    return { isAnswered: refusesDevice(check) };
  }
}
