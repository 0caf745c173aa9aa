import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import { Problem } from '../problem.ts';
import type { DeviceSnapshot, FollowDevice } from './follow-device.ts';

export type DeviceGoal = 'running' | 'idle' | 'online' | 'offline';

const isReached: Record<DeviceGoal, (snapshot: DeviceSnapshot) => boolean> = {
  running: ({ state, seenAt }) => seenAt !== undefined && state.on === true,
  idle: ({ state, seenAt }) => seenAt !== undefined && state.on === false,
  online: ({ online }) => online === true,
  offline: ({ online }) => online === false,
};

/** `problem`: the Problem of the last request, if it failed. */
export type WaitOutcome = { kind: 'reached' } | { kind: 'timeout'; problem?: Problem };

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
    const outcome = new Promise<WaitOutcome>((resolve, reject) => {
      const cancel = () => reject(new Problem('cancelled'));
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      const check = (snapshot: DeviceSnapshot) => {
        ({ problem } = snapshot);
        onSnapshot?.(snapshot);
        if (isReached[goal](snapshot)) resolve({ kind: 'reached' });
        else if (problem?.endsTheSession) reject(problem);
      };
      cleanups.push(
        () => signal?.removeEventListener('abort', cancel),
        this.clock.every(timeoutMs, () => resolve({ kind: 'timeout', problem })),
        this.devices.follow(sno, check).stop,
      );
    });
    return outcome.finally(() => {
      for (const cleanup of cleanups) cleanup();
    });
  }
}
