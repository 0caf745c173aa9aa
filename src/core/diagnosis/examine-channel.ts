import type { Clock } from '../../ports/clock.ts';
import type { ChannelAddress, DeviceChannel } from '../../ports/device-channel.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import type { Finding } from './finding.ts';

const LOGIN_WITHIN = 10 * SECOND;
const READ_WITHIN = 5 * SECOND;
const MARGIN = 300;

/** How often the line is proved, and how long the proof may take; ms. */
export interface Heartbeat {
  everyMs: number;
  limitMs: number;
}

/** Opens a device's channel and looks whether it logs in, reads, and stays open past a ping that has to be answered. */
export class ExamineChannel {
  constructor(
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
  ) {}

  async *examine(address: ChannelAddress, { everyMs, limitMs }: Heartbeat): AsyncGenerator<Finding, void> {
    const seen = { open: false, read: false, lost: false, refused: false };
    let changed = () => {};
    const line = this.channel.open(address, (event) => {
      if (event.kind === 'line') {
        seen.open ||= event.state === 'open';
        seen.lost ||= event.state === 'lost' && seen.open;
      }
      seen.read ||= event.kind === 'attributes';
      seen.refused ||= event.kind === 'login-failed';
      changed();
    });
    const until = (met: () => boolean, withinMs: number) =>
      new Promise<number>((resolve) => {
        const began = this.clock.now();
        const end = () => {
          off();
          resolve(this.clock.now() - began);
        };
        const off = this.clock.every(withinMs, end);
        changed = () => met() && end();
        changed();
      });
    try {
      const loginMs = await until(() => seen.open || seen.refused, LOGIN_WITHIN);
      const problem = seen.refused ? new Problem('login-failed') : undefined;
      yield { check: 'channel', step: 'login', ms: loginMs, good: seen.open, problem };
      if (!seen.open) return;
      const readMs = await until(() => seen.read || seen.lost, READ_WITHIN);
      yield { check: 'channel', step: 'read', ms: readMs, good: seen.read };
      const pingMs = await until(() => seen.lost, everyMs + limitMs + MARGIN);
      yield { check: 'channel', step: 'ping', ms: pingMs, good: !seen.lost };
    } finally {
      line.close();
    }
  }
}
