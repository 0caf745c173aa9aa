import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { ApiClient } from '../api/api-client.ts';
import { checkDevice } from '../device/api.ts';
import { rests, runs } from '../device/device-state.ts';
import type { DeviceSnapshot, FollowDevice } from '../device/follow-device.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import { runningState } from './running-state.ts';
import type { TreatmentLog } from './treatment-log.ts';

export type DeviceGoal = 'running' | 'idle' | 'online' | 'offline';

const isReached: Record<DeviceGoal, (snapshot: DeviceSnapshot) => boolean> = {
  running: (snapshot) => isCurrent(snapshot) && runs(snapshot.state),
  idle: (snapshot) => isCurrent(snapshot) && rests(snapshot.state),
  online: ({ online }) => online === true,
  offline: ({ online }) => online === false,
};

/** The report of an offline device is its past. */
function isCurrent({ online, seenAt }: DeviceSnapshot): boolean {
  return seenAt !== undefined && online !== false;
}

/**
 * Why a report of rest was not believed. `may-start`: the device was started here, and nothing shows yet whether that
 * took effect. `works`: the server says that it works for this user or somebody else. `offline`: only the server's check says
 * that it is offline, and its report is then its past.
 */
type RestDoubt = 'may-start' | 'works' | 'offline';

/** `problem`: the Problem of the last request, if it failed. `online`: the last known connection of the device. */
export type WaitOutcome =
  | { kind: 'reached' }
  | { kind: 'timeout'; problem?: Problem; online?: boolean; doubt?: RestDoubt };

/** How soon the server is asked again whether a start took effect. */
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
   * server says that the device works, nor after a start of this phone before the server says that it does not. A failed request does not end the wait, because the server may recover. Rejects with
   * the Problem if the session ends, and with `cancelled` once the signal has aborted.
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
    let isAsking = false;
    let doubt: RestDoubt | undefined;
    const outcome = new Promise<WaitOutcome>((resolve, reject) => {
      const cancel = () => reject(new Problem('cancelled'));
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      const check = (snapshot: DeviceSnapshot) => {
        last = snapshot;
        ({ problem, online } = snapshot);
        onSnapshot?.(snapshot);
        if (problem?.endsTheSession) reject(problem);
        else decide().catch(reject);
      };
      const decide = async () => {
        if (last === undefined || !isReached[goal](last)) return;
        if (goal !== 'idle') return resolve({ kind: 'reached' });
        if (isAsking) return;
        isAsking = true;
        doubt = await this.doubtAboutRest(sno, last).finally(() => (isAsking = false));
        if (doubt || !isReached[goal](last)) return;
        this.log.record({ type: 'sawRest', sno });
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

  /** Asks the server for whom the device works; undefined if that leaves no doubt. Rejects only with an internal error, or if the session ends. */
  private async doubtAboutRest(
    sno: string,
    { state, seenAt: at = 0, online }: DeviceSnapshot,
  ): Promise<RestDoubt | undefined> {
    const check = await this.api.call(checkDevice, { sno, assist: false }).catch(Problem.expected);
    if (check instanceof Problem && check.endsTheSession) throw check;
    const status = check instanceof Problem ? undefined : check.status;
    if (status === 'offline' && online !== true) return 'offline';
    if (!this.log.mayStart(sno)) return status === 'working' || status === 'used' ? 'works' : undefined;
    const { kind } = runningState(sno, { status, report: { state, at } }, this.log.records(), this.clock.now());
    return kind === 'at-rest' ? undefined : 'may-start';
  }
}
