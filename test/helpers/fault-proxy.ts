import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Fault } from './fault.ts';
import { carry } from './faulty-answer.ts';
import { FaultySocket } from './faulty-socket.ts';

const HOST = '127.0.0.1';
const GATEWAY_ERROR = 502;

/** The path key for all websockets. */
export const ANY_LINE = 'ws';

/** A proxy on real sockets between a client and its server that injects faults into HTTP calls and websockets. */
export class FaultProxy {
  /** The paths of the received calls, in order. */
  readonly came: string[] = [];
  private readonly planned = new Map<string, Fault[]>();
  private schedule: Iterator<Fault | undefined> = [][Symbol.iterator]();
  private readonly lines = new Set<FaultySocket>();
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((request, response) => void this.pass(request, response));
  private port = 0;

  private constructor(private readonly upstream: URL) {
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
      this.open(request, socket, head),
    );
  }

  static async start(upstream: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(upstream));
    await proxy.listens();
    return proxy;
  }

  /** The proxy's URL, without a trailing slash. */
  get url(): string {
    return `http://${HOST}:${this.port}`;
  }

  get portNumber(): number {
    return this.port;
  }

  /** Adds faults for the next calls of a path or for the next websockets, in order. */
  next(path: string, ...faults: Fault[]): void {
    this.planned.set(path, [...(this.planned.get(path) ?? []), ...faults]);
  }

  /** Sets the faults of the next calls on any path until the schedule ends. */
  follows(schedule: Iterable<Fault | undefined>): void {
    this.schedule = schedule[Symbol.iterator]();
  }

  /** Removes all planned faults. */
  heals(): void {
    this.planned.clear();
    this.follows([]);
  }

  /** Injects a fault into the open websockets. */
  strikes(fault: Fault): void {
    for (const line of this.lines) line.strike(fault);
  }

  get openLines(): number {
    return this.lines.size;
  }

  /** Stops listening: new connections are refused and open ones are reset. */
  async refuses(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  /** Listens again at the same address. */
  listens(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, HOST, () => {
        this.server.off('error', reject);
        this.port = (this.server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  async stops(): Promise<void> {
    if (this.server.listening) await this.refuses();
  }

  private take(path: string): Fault | undefined {
    return this.planned.get(path)?.shift() ?? (this.schedule.next().value as Fault | undefined);
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.upstream);
    this.came.push(pathname);
    try {
      await carry(request, response, this.upstream, this.take(pathname));
    } catch {
      if (!response.headersSent && !response.destroyed) response.writeHead(GATEWAY_ERROR).end();
    }
  }

  private open(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const fault = this.take(ANY_LINE);
    socket.on('error', () => undefined);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset-before') return void socket.resetAndDestroy();
    if (fault?.kind === 'html')
      return void socket.end(
        `HTTP/1.1 ${fault.status} Bad\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html></html>`,
      );
    const line = new FaultySocket(request, socket, head, this.upstream, fault);
    this.lines.add(line);
    socket.on('close', () => this.lines.delete(line));
  }
}
