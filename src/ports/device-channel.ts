import type { Unsubscribe } from './clock.ts';

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

/** What keeps a line from being open. The line tries on by itself, with growing waits. */
export interface ChannelFailure {
  /** What the line was doing: `listen` is all that comes after the subscription. */
  step: 'connect' | 'login' | 'subscribe' | 'listen';
  reason: 'no-answer' | 'refused' | 'closed';
  /** The server's own code and words; where the connection was closed, those of the close. */
  code?: string;
  message?: string;
}

export type ChannelEvent =
  /** `open`: the server has confirmed that it tells of this device. `lost`: it does not any more, and the line is being rebuilt. */
  | { kind: 'line'; state: 'connecting' | 'open' | 'lost' }
  /** The login was taken; whether the server tells of the device is not known yet. */
  | { kind: 'logged-in' }
  /** Where a line is lost for it, comes before that is said. */
  | { kind: 'failure'; failure: ChannelFailure }
  /** As the device names them; only those that were sent. */
  | { kind: 'attributes'; attributes: Record<string, unknown> }
  | { kind: 'online'; online: boolean }
  /** The credentials were refused: fetch new ones and open again. The line does not try on by itself. */
  | { kind: 'login-failed'; code?: string; message?: string };

/** One open line to one device. */
export interface DeviceConnection {
  /** Asks for the whole state; it comes as an `attributes` event. Without a line it is done when one is there. */
  read(): void;
  /** Ends the line for good; no event comes after. */
  close: Unsubscribe;
}

/** Reaches a device live. */
export abstract class DeviceChannel {
  /** Opens a line that keeps itself alive (heartbeat, reconnecting) until it is closed. Never throws; what happens comes as events. */
  abstract open(address: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceConnection;
}
