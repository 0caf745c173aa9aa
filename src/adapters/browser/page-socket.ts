import type { WebSocketLike } from '../gizwits-options.ts';

/** The browser's own websocket. */
export function openPageSocket(url: string): WebSocketLike {
  return new WebSocket(url);
}
