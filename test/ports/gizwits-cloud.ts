import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ChannelAddress } from '../../src/ports/device-channel.ts';

/** The address of a GizwitsCloud on this machine. */
export function addressAt(wsPort: number): ChannelAddress {
  return { did: 'did-1', host: '127.0.0.1', wsPort, wssPort: 1, appId: 'app', uid: 'user', token: 'a-token' };
}

interface Frame {
  cmd: string;
  data?: unknown;
}

/** What the server does wrong; how it does so in any order is tested without sockets. */
interface Faults {
  /** The code with which the server refuses the login. */
  refusesLogin?: string;
  silentPing?: boolean;
}

/** A minimal Gizwits WebSocket server on this machine. */
export class GizwitsCloud {
  readonly frames: Frame[] = [];
  faults: Faults = {};
  connections = 0;
  private server?: WebSocketServer;
  private boundPort = 0;

  async start(port = 0): Promise<void> {
    this.server = new WebSocketServer({ host: '127.0.0.1', port, path: '/ws/app/v1' });
    this.server.on('connection', (socket) => {
      this.connections += 1;
      let loggedIn = false;
      socket.on('message', (text) => {
        const frame = JSON.parse(String(text)) as Frame;
        this.frames.push(frame);
        if (frame.cmd === 'login_req') loggedIn = this.faults.refusesLogin === undefined;
        this.answer(socket, frame, loggedIn);
      });
    });
    await new Promise<void>((resolve) => this.server?.once('listening', resolve));
    this.boundPort = (this.server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.boundPort;
  }

  count(cmd: string): number {
    return this.frames.filter((frame) => frame.cmd === cmd).length;
  }

  send(frame: unknown): void {
    for (const socket of this.server?.clients ?? [])
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Sends several frames in one TCP segment. */
  sendTogether(...frames: object[]): void {
    for (const socket of this.server?.clients ?? []) {
      const { _socket: tcp } = socket as unknown as { _socket: Socket };
      tcp.cork();
      for (const frame of frames) socket.send(JSON.stringify(frame));
      tcp.uncork();
    }
  }

  sendBytes(bytes: Uint8Array): void {
    for (const socket of this.server?.clients ?? []) socket.send(bytes);
  }

  hangUp(code: number, reason: string): void {
    for (const socket of this.server?.clients ?? []) socket.close(code, reason);
  }

  cut(): void {
    for (const socket of this.server?.clients ?? []) socket.terminate();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  private answer(socket: WebSocket, { cmd }: Frame, loggedIn: boolean): void {
    const say = (frame: Frame) => socket.send(JSON.stringify(frame));
    if (cmd === 'login_req') {
      const { refusesLogin } = this.faults;
      say({
        cmd: 'login_res',
        data: refusesLogin === undefined ? { success: true } : { success: false, error_code: refusesLogin },
      });
    } else if (!loggedIn) say({ cmd: 's2c_invalid_msg', data: { error_code: 1003, msg: 'not logged in' } });
    else if (cmd === 'subscribe_req') say({ cmd: 'subscribe_res', data: { success: [{ did: 'did-1' }], failed: [] } });
    else if (cmd === 'c2s_read') say({ cmd: 's2c_noti', data: { did: 'did-1', attrs: { useTime: 0 } } });
    else if (cmd === 'ping' && !this.faults.silentPing) say({ cmd: 'pong' });
  }
}
