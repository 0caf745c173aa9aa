import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { ApiClient } from '../api/api-client.ts';
import { checkDevice } from '../device/api.ts';
import type { DeviceSnapshot, FollowDevice } from '../device/follow-device.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import { runningState } from './running-state.ts';
import type { TreatmentLog } from './treatment-log.ts';

export type DeviceGoal = 'running' | 'idle' | 'online' | 'offline';

const isReached: Record<DeviceGoal, (snapshot: DeviceSnapshot) => boolean> = {
  running: (snapshot) => isCurrent(snapshot) && snapshot.state.on === true,
  idle: (snapshot) => isCurrent(snapshot) && snapshot.state.on === false,
  online: ({ online }) => online === true,
  offline: ({ online }) => online === false,
};

/** The report of an offline device is its past. */
function isCurrent({ online, seenAt }: DeviceSnapshot): boolean {
  return seenAt !== undefined && online !== false;
}

/**
 * `problem`: the Problem of the last request, if it failed. `online`: the last known connection of the device.
 * `mayStart`: the device was started here, and nothing shows yet whether that took effect.
 */
export type WaitOutcome =
  | { kind: 'reached' }
  | { kind: 'timeout'; problem?: Problem; online?: boolean; mayStart?: boolean };

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
   * Waits for at most `timeoutMs`. A report of rest that may be older than a start of this phone is not believed before
   * the server says that the device does not work for this user. A failed request does not end the wait, because the server may recover. Rejects with
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
    let mayStart: boolean | undefined;
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
        mayStart = goal === 'idle' && this.log.mayStart(sno);
        if (!mayStart) return resolve({ kind: 'reached' });
        if (isAsking) return;
        isAsking = true;
        const rests = await this.isAtRest(sno, last).finally(() => (isAsking = false));
        if (rests && isReached[goal](last)) resolve({ kind: 'reached' });
      };
      cleanups.push(
        () => signal?.removeEventListener('abort', cancel),
        this.clock.every(CHECK_INTERVAL_MS, () => void decide().catch(reject)),
        this.clock.every(timeoutMs, () => resolve({ kind: 'timeout', problem, online, mayStart })),
        this.devices.follow(sno, check).stop,
      );
    });
    return outcome.finally(() => {
      for (const cleanup of cleanups) cleanup();
    });
  }

  /** Asks the server for whom the device works. Rejects only with an internal error, or if the session ends. */
  private async isAtRest(sno: string, { state, seenAt: at = 0 }: DeviceSnapshot): Promise<boolean> {
    const check = await this.api.call(checkDevice, { sno, assist: false }).catch(Problem.expected);
    if (check instanceof Problem && check.endsTheSession) throw check;
    const status = check instanceof Problem ? undefined : check.status;
    return (
      runningState(sno, { status, report: { state, at } }, this.log.records(), this.clock.now()).kind === 'at-rest'
    );
  }
}
