import type { WebSocket } from 'ws';
import { Faults } from '../faults.ts';
import type { World } from '../world/world.ts';
import { ChannelSession } from './channel-session.ts';

/** The device cloud's websocket. Each socket is its own session, and several sessions may share a token. */
export class ChannelServer {
  private readonly sessions = new Set<ChannelSession>();

  constructor(
    private readonly world: World,
    private readonly faults = new Faults(),
  ) {}

  accept(socket: WebSocket): void {
    const session = new ChannelSession(socket, this.world, this.faults);
    this.sessions.add(session);
    socket.once('close', () => this.sessions.delete(session));
  }

  /** Sends s2c_invalid_msg with this code to every session. 1003 and 1009 require a new login, 1011 closes the connection. */
  disown(code: string, message: string): void {
    for (const session of this.sessions) session.disown(code, message);
  }

  /** Tells each session which of its devices were taken from its user, or given back. */
  tellBindings(): void {
    for (const session of this.sessions) session.tellBindings();
  }

  closeAll(): void {
    for (const session of this.sessions) session.close();
    this.sessions.clear();
  }
}
