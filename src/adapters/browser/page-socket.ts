import type { WebSocketLike } from '../gizwits/options.ts';

/** Opens the browser's WebSocket. */
export function openPageSocket(url: string): WebSocketLike {
  return new WebSocket(url);
}
