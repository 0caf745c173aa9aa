import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import { Problem } from '../problem.ts';
import type { DeviceSnapshot, FollowDevice } from './follow-device.ts';

export type DeviceGoal = 'running' | 'idle' | 'online' | 'offline';

const reached: Record<DeviceGoal, (snapshot: DeviceSnapshot) => boolean> = {
  running: ({ state, seenAt }) => seenAt !== undefined && state.on === true,
  idle: ({ state, seenAt }) => seenAt !== undefined && state.on === false,
  online: ({ online }) => online === true,
  offline: ({ online }) => online === false,
};

/** `problem`: what the last question to the server met, where it failed. */
export type WaitOutcome = { kind: 'reached' } | { kind: 'timeout'; problem?: Problem };

/** Waits until a device is as wished. */
export class WaitForDevice {
  constructor(
    private readonly devices: FollowDevice,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits for `timeoutMs` at most. Questions that fail do not end the wait: the server may come back. Rejects with the Problem where the
   * session ends meanwhile, and with `cancelled` once the signal has fired.
   */
  async wait(sno: string, goal: DeviceGoal, timeoutMs: number, signal?: AbortSignalLike): Promise<WaitOutcome> {
    const offs: Unsubscribe[] = [];
    let problem: Problem | undefined;
    const came = new Promise<WaitOutcome>((resolve, reject) => {
      const cancel = () => reject(new Problem('cancelled'));
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      const look = (snapshot: DeviceSnapshot) => {
        ({ problem } = snapshot);
        if (reached[goal](snapshot)) resolve({ kind: 'reached' });
        else if (problem?.endsTheSession) reject(problem);
      };
      offs.push(
        () => signal?.removeEventListener('abort', cancel),
        this.clock.every(timeoutMs, () => resolve({ kind: 'timeout', problem })),
        this.devices.follow(sno, look).stop,
      );
    });
    return came.finally(() => {
      for (const off of offs) off();
    });
  }
}
