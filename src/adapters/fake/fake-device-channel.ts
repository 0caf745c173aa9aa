import type { ChannelAddress, ChannelEvent, DeviceChannel, DeviceConnection } from '../../ports/device-channel.ts';

/** One line that was opened, as a test sees it. */
export interface FakeConnection {
  address: ChannelAddress;
  reads: number;
  closed: boolean;
}

/** A device channel whose events a test sends. */
export class FakeDeviceChannel implements DeviceChannel {
  readonly lines: FakeConnection[] = [];
  private readonly listeners = new Map<FakeConnection, (event: ChannelEvent) => void>();

  open(address: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceConnection {
    const line: FakeConnection = { address, reads: 0, closed: false };
    this.lines.push(line);
    this.listeners.set(line, onEvent);
    return {
      read: () => void (line.reads += 1),
      close: () => {
        line.closed = true;
        this.listeners.delete(line);
      },
    };
  }

  /** Sends an event down every open line; throws where there is none. */
  push(event: ChannelEvent): void {
    const listeners = [...this.listeners.values()];
    if (listeners.length === 0) throw new Error(`FakeDeviceChannel has no open line for the event ${event.kind}`);
    for (const listener of listeners) listener(event);
  }

  /** How many lines are open now. */
  get openConnections(): number {
    return this.listeners.size;
  }
}
