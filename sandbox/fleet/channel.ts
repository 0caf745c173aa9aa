import type { WebSocket } from 'ws';
import type { World } from '../world/world.ts';
import { ChannelSession } from './channel-session.ts';

/** The device cloud's websocket: each socket is a session of its own, several may share a token. */
export class ChannelServer {
  private readonly sessions = new Set<ChannelSession>();

  constructor(private readonly world: World) {}

  accept(socket: WebSocket): void {
    const session = new ChannelSession(socket, this.world);
    this.sessions.add(session);
    socket.once('close', () => this.sessions.delete(session));
  }

  closeAll(): void {
    for (const session of this.sessions) session.close();
    this.sessions.clear();
  }
}
