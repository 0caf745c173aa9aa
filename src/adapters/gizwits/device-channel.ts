import type { ChannelAddress, ChannelEvent, DeviceChannel, DeviceConnection } from '../../ports/device-channel.ts';
import { GizwitsConnection } from './connection.ts';
import type { ChannelOptions, ChannelTimes } from './options.ts';

export const TIMES: ChannelTimes = {
  openMs: 4_000,
  loginMs: 10_000,
  overdueMs: 4_000,
  subscribeMs: 5_000,
  pingEveryMs: 30_000,
  pongMs: 5_000,
  stableMs: 5_000,
};

/**
 * The device channel over the Gizwits app WebSocket. It logs in, subscribes and reads the state, and repeats this after
 * each reconnect. The connection is open once the server has confirmed the subscription.
 */
export class GizwitsDeviceChannel implements DeviceChannel {
  constructor(private readonly options: ChannelOptions) {}

  open(address: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceConnection {
    const { random = Math.random, times, ...rest } = this.options;
    return new GizwitsConnection(address, onEvent, { ...rest, random, times: { ...TIMES, ...times } });
  }
}
