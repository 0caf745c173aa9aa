import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import { Problem } from '../problem.ts';
import type { DeviceSnapshot, FollowDevice } from './follow-device.ts';

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

/** `problem`: the Problem of the last request, if it failed. `online`: the last known connection of the device. */
export type WaitOutcome = { kind: 'reached' } | { kind: 'timeout'; problem?: Problem; online?: boolean };

export interface WaitOptions {
  signal?: AbortSignalLike;
  /** Called after each change of what is known of the device. */
  onSnapshot?: (snapshot: DeviceSnapshot) => void;
}

/** Waits until a device reaches a state. */
export class WaitForDevice {
  constructor(
    private readonly devices: FollowDevice,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits for at most `timeoutMs`. A failed request does not end the wait, because the server may recover. Rejects with
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
    const outcome = new Promise<WaitOutcome>((resolve, reject) => {
      const cancel = () => reject(new Problem('cancelled'));
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      const check = (snapshot: DeviceSnapshot) => {
        ({ problem, online } = snapshot);
        onSnapshot?.(snapshot);
        if (isReached[goal](snapshot)) resolve({ kind: 'reached' });
        else if (problem?.endsTheSession) reject(problem);
      };
      cleanups.push(
        () => signal?.removeEventListener('abort', cancel),
        this.clock.every(timeoutMs, () => resolve({ kind: 'timeout', problem, online })),
        this.devices.follow(sno, check).stop,
      );
    });
    return outcome.finally(() => {
      for (const cleanup of cleanups) cleanup();
    });
  }
}
