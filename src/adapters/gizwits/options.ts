import type { HeartbeatTimes } from './heartbeat.ts';
import type { Unsubscribe } from '../../ports/clock.ts';

/** The subset of WebSocket that the channel uses. The browser's WebSocket and Node's `ws` both provide it. */
export interface WebSocketLike {
  addEventListener(type: 'open', listener: () => void): void;
  /** Browsers give no message. */
  addEventListener(type: 'error', listener: (event: { message?: string }) => void): void;
  addEventListener(type: 'close', listener: (event: { code?: number; reason?: string }) => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

export interface ChannelOptions {
  openSocket: (url: string) => WebSocketLike;
  /** Selects wss. Browsers require it on https pages. */
  secure: boolean;
  presence?: Presence;
  /** Returns a number from 0 to below 1, like Math.random. */
  random?: () => number;
  times?: Partial<ChannelTimes>;
}

/** All durations in ms. */
export interface ChannelTimes extends HeartbeatTimes {
  /** Timeout for opening a socket. */
  openMs: number;
  /** Timeout for the login response. */
  loginMs: number;
  /** Time without a login response after which a second socket is opened in parallel. It keeps the next attempt within 5 s. */
  overdueMs: number;
  /** Timeout for the subscription response. */
  subscribeMs: number;
  /** A connection counts as stable after this time. The loss of a stable connection resets the back-off. */
  stableMs: number;
}

/** Whether the page is visible, with an event for changes of its visibility or of the network. */
export interface Presence {
  visible(): boolean;
  onChange(listener: () => void): Unsubscribe;
}
