import type { ChannelAddress, ChannelEvent, DeviceChannel, DeviceConnection } from '../../ports/device-channel.ts';

/** The state of one opened connection. */
export interface FakeConnection {
  address: ChannelAddress;
  reads: number;
  closed: boolean;
}

/** A device channel whose events come from the test. */
export class FakeDeviceChannel implements DeviceChannel {
  readonly lines: FakeConnection[] = [];
  private readonly listeners = new Map<FakeConnection, (event: ChannelEvent) => void>();

  open(address: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceConnection {
    const connection: FakeConnection = { address, reads: 0, closed: false };
    this.lines.push(connection);
    this.listeners.set(connection, onEvent);
    return {
      read: () => void (connection.reads += 1),
      close: () => {
        connection.closed = true;
        this.listeners.delete(connection);
      },
    };
  }

  /** Sends an event to every open connection. Throws if none is open. */
  push(event: ChannelEvent): void {
    const listeners = [...this.listeners.values()];
    if (listeners.length === 0) throw new Error(`FakeDeviceChannel has no open connection for the event ${event.kind}`);
    for (const listener of listeners) listener(event);
  }

  /** The number of open connections. */
  get openConnections(): number {
    return this.listeners.size;
  }
}
