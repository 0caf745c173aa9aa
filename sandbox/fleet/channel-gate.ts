import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as rest } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { DEFAULT_CODE, GARBAGE, type Fault, type Faults } from '../faults.ts';
import type { World } from '../world/world.ts';
import { ChannelServer } from './channel.ts';
import { errorCode, INVALID, invalid } from './channel-frames.ts';

const PATH = '/ws/app/v1';
const ABNORMAL = 1006;
const WRONG_FRAMES = { malformed: '{"cmd":', misshapen: '{"cmd":["s2c_noti"],"data":"nothing of the contract"}' };

/** Accepts sockets of the device channel, or applies the queued fault to them. */
export class ChannelGate {
  private readonly sockets = new WebSocketServer({ noServer: true });
  /** The sockets by their TCP connection, because a muted socket still has one. */
  private readonly lines = new Map<Duplex, WebSocket>();
  private channel: ChannelServer;

  constructor(
    world: World,
    private readonly faults: Faults,
  ) {
    this.channel = new ChannelServer(world, faults);
  }

  /** Switches to another world and closes all connections to the old one. */
  enter(world: World): void {
    this.cut();
    this.channel = new ChannelServer(world, this.faults);
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
    if (pathname !== PATH)
      return void socket.end(`HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\nthe device channel is at ${PATH}\n`);
    const fault = this.faults.take('ws');
    if (fault?.kind === 'reset-before') return void socket.destroy();
    if (fault?.kind === 'http' || fault?.kind === 'html')
      return void socket.end(`HTTP/1.1 ${fault.status} Fault\r\nconnection: close\r\n\r\n`);
    if (fault?.kind === 'garbage') return void socket.end(GARBAGE);
    if (fault?.kind === 'latency') await rest(fault.ms);
    if (socket.destroyed) return;
    socket.once('close', () => this.lines.delete(socket));
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      this.lines.set(socket, opened);
      this.admit(opened, fault);
    });
  }

  /** Applies a fault to the open connections: a hang mutes them, a reset closes them, and all others are sent to them. */
  strike({ path, kind, code, message }: Fault): void {
    if (path !== 'ws') return;
    if (kind === 'hang' || kind === 'hang-after') for (const socket of this.lines.values()) mute(socket);
    else if (kind === 'garbage') for (const line of this.lines.keys()) line.write(GARBAGE);
    else if (kind === 'malformed' || kind === 'misshapen')
      for (const socket of this.lines.values()) socket.send(WRONG_FRAMES[kind]);
    else if (kind === 'reset-before' || kind === 'reset-after') this.cut();
    else if (kind === 'refuse' && code !== DEFAULT_CODE) this.channel.disown(code, message);
  }

  /** Tells the phones which devices were taken from their users, or given back, since they were told last. */
  tellBindings(): void {
    this.channel.tellBindings();
  }

  cut(): void {
    for (const socket of this.lines.values()) socket.terminate();
  }

  private admit(socket: WebSocket, fault: Fault | undefined): void {
    socket.on('error', () => socket.terminate());
    if (fault?.kind === 'hang' || fault?.kind === 'hang-after') return;
    const kind = fault?.kind;
    if (kind === 'malformed' || kind === 'misshapen') socket.on('message', () => socket.send(WRONG_FRAMES[kind]));
    else if (fault?.kind === 'refuse') socket.on('message', () => refuse(socket, fault));
    else if (fault?.kind === 'reset-after') socket.once('message', () => socket.terminate());
    else this.channel.accept(socket);
  }
}

function refuse(socket: WebSocket, { code, message }: Fault): void {
  const isLogin = code === DEFAULT_CODE;
  socket.send(
    JSON.stringify(isLogin ? { cmd: 'login_res', data: { success: false } } : invalid(errorCode(code), message)),
  );
  if (Number(code) === INVALID.noHeartbeat) socket.close();
}

/** Ends the session without closing the socket, so that the client receives nothing more. */
function mute(socket: WebSocket): void {
  socket.emit('close', ABNORMAL, Buffer.alloc(0));
  socket.removeAllListeners('message');
}
