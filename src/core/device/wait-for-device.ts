import type { Clock, Off } from '../../ports/clock.ts';
import type { CancelSignal } from '../../ports/http.ts';
import type { DeviceSnapshot, FollowDevice } from './follow-device.ts';

export type DeviceGoal = 'running' | 'idle' | 'online' | 'offline';

const reached: Record<DeviceGoal, (snapshot: DeviceSnapshot) => boolean> = {
  running: ({ state, seenAt }) => seenAt !== undefined && state.on === true,
  idle: ({ state, seenAt }) => seenAt !== undefined && state.on === false,
  online: ({ online }) => online === true,
  offline: ({ online }) => online === false,
};

/** Waits until a device is as wished. */
export class WaitForDevice {
  constructor(
    private readonly devices: FollowDevice,
    private readonly clock: Clock,
  ) {}

  /** True once it is, false when `timeoutMs` has passed or the signal fires before. Rejects with the Problem where the session ends meanwhile. */
  async wait(sno: string, goal: DeviceGoal, timeoutMs: number, signal?: CancelSignal): Promise<boolean> {
    const offs: Off[] = [];
    const came = new Promise<boolean>((resolve, reject) => {
      const giveUp = () => resolve(false);
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp);
      const look = (snapshot: DeviceSnapshot) => {
        if (reached[goal](snapshot)) resolve(true);
        else if (snapshot.problem?.endsTheSession) reject(snapshot.problem);
      };
      offs.push(
        () => signal?.removeEventListener('abort', giveUp),
        this.clock.every(timeoutMs, giveUp),
        this.devices.follow(sno, look).stop,
      );
    });
    return came.finally(() => {
      for (const off of offs) off();
    });
  }
}
