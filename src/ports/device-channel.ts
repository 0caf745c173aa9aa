import type { Off } from './clock.ts';

/** Where a device is reached live, and as whom. */
export interface ChannelAddress {
  did: string;
  host: string;
  /** Undefined where the server does not say; the other one is used then, or none. */
  wsPort?: number;
  wssPort?: number;
  appId: string;
  uid: string;
  token: string;
}

export type ChannelEvent =
  /** `open`: logged in, subscribed and read. `lost`: the line is down and being rebuilt. */
  | { kind: 'line'; state: 'connecting' | 'open' | 'lost' }
  /** As the device names them; only those that were sent. */
  | { kind: 'attributes'; attributes: Record<string, unknown> }
  | { kind: 'online'; online: boolean }
  /** The credentials were refused: fetch new ones and open again. The line does not try on by itself. */
  | { kind: 'login-failed' };

/** One open line to one device. */
export interface DeviceLine {
  /** Asks for the whole state; it comes as an `attributes` event. Without a line it is done when one is there. */
  read(): void;
  /** Ends the line for good; no event comes after. */
  close: Off;
}

/** Reaches a device live. */
export abstract class DeviceChannel {
  /** Opens a line that keeps itself alive (heartbeat, reconnecting) until it is closed. Never throws; what happens comes as events. */
  abstract open(address: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceLine;
}
