import type { HeartbeatTimes } from './heartbeat.ts';
import type { Presence } from './presence.ts';

/** As much of a WebSocket as the channel needs; the browser's own and Node's `ws` both have it. */
export interface WebSocketLike {
  addEventListener(type: 'open', listener: () => void): void;
  /** A browser does not tell why. */
  addEventListener(type: 'error', listener: (event: { message?: string }) => void): void;
  addEventListener(type: 'close', listener: (event: { code?: number; reason?: string }) => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

export interface ChannelOptions {
  openSocket: (url: string) => WebSocketLike;
  /** wss, as a page that is not plain http needs it. */
  secure: boolean;
  presence?: Presence;
  /** From 0 to below 1, as Math.random. */
  random?: () => number;
  times?: Partial<ChannelTimes>;
}

/** All in ms. */
export interface ChannelTimes extends HeartbeatTimes {
  /** How long a socket may take to open. */
  openMs: number;
  /** How long the answer to a login may take. */
  loginMs: number;
  /** When another socket is tried beside one whose login is not answered yet; short enough that the next try comes within 5 s. */
  overdueMs: number;
  /** How long the answer to a subscription may take. */
  subscribeMs: number;
  /** A line that stood this long counts as sound: the next loss is mended at once. */
  soundMs: number;
}
