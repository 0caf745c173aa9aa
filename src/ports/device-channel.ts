import type { Unsubscribe } from './clock.ts';

/** The address and credentials of a device's live channel. */
export interface ChannelAddress {
  did: string;
  host: string;
  /** Undefined if the API does not name the port. */
  wsPort?: number;
  wssPort?: number;
  appId: string;
  uid: string;
  token: string;
}

/** `error`: the server answered a login by an error of the protocol, neither accepting nor refusing the credentials. */
type FailureReason = 'no-answer' | 'refused' | 'closed' | 'error';

/** Why a connection is not open. The connection retries by itself, with growing delays. */
export interface ChannelFailure {
  /** The failed step; `listen` is everything after the subscription. */
  step: 'connect' | 'login' | 'subscribe' | 'listen';
  reason: FailureReason;
  /** The server's own code and message, or those of the WebSocket's close event. */
  code?: string;
  message?: string;
}

export type ChannelEvent =
  /** `open`: the server has confirmed the subscription. `lost`: the subscription has ended, and the connection is reconnecting. */
  | { kind: 'line'; state: 'connecting' | 'open' | 'lost' }
  /** The server has accepted the login; the subscription is not confirmed yet. */
  | { kind: 'logged-in' }
  /** Emitted before the `lost` state that it causes. */
  | { kind: 'failure'; failure: ChannelFailure }
  /**
   * The reported attributes under the device's own names. A report may be partial. `mayAnswerRead`: a read is open, which a
   * cloud may answer for an offline device; any other report is sent by the device itself.
   */
  | { kind: 'attributes'; attributes: Record<string, unknown>; mayAnswerRead?: true }
  | { kind: 'online'; online: boolean }
  /** The device was given to the user, or taken from them: what was known of its use may be past. */
  | { kind: 'binding-changed' }
  /** The answer to a ping of the heartbeat; `ms` is the round trip. */
  | { kind: 'pong'; ms: number }
  /** The server has refused the credentials. The connection does not retry: fetch new credentials and open a new connection. */
  | { kind: 'login-failed'; code?: string; message?: string };

/** The connection to one device. */
export interface DeviceConnection {
  /** Requests the whole state, which arrives as an `attributes` event. Every new connection requests it by itself. */
  read(): void;
  /** Closes the connection for good. No event follows. */
  close: Unsubscribe;
}

/** Live connections to devices. */
export abstract class DeviceChannel {
  /** Opens a connection with heartbeat and automatic reconnects until the caller closes it. Never throws; reports failures as events. */
  abstract open(address: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceConnection;
}
