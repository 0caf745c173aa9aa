import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const SLICES_A_SECOND = 20;
const FINAL_TEXT = 0x81;
const NO_FRAME = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x00, 0x13]);

/** One websocket through the proxy with its faults. A fault applies from the opening handshake on, or at once by `strike`. */
export class FaultySocket {
  private readonly upstream: Socket;
  private isMute = false;
  private slow: Promise<unknown> = Promise.resolve();

  constructor(
    request: IncomingMessage,
    private readonly client: Socket,
    head: Buffer,
    upstream: URL,
    private fault: Fault | undefined,
  ) {
    this.upstream = connect({ host: upstream.hostname, port: Number(upstream.port) });
    for (const socket of [this.client, this.upstream]) socket.on('error', () => undefined);
    this.client
      .on('end', () => this.client.destroy())
      .on('close', () => this.upstream.destroy())
      .on('data', (bytes: Buffer) => this.isMute || this.upstream.write(bytes));
    this.upstream
      .on('close', () => this.isMute || this.client.end())
      .once('data', (bytes: Buffer) => this.deliverHandshake(bytes));
    this.upstream.write(Buffer.concat([openingOf(request), head]));
  }

  /** Injects a fault, once or permanently depending on its kind. */
  strike(fault: Fault): void {
    switch (fault.kind) {
      case 'hang':
      case 'half-open':
        this.isMute = true;
        return;
      case 'reset-before':
      case 'reset-after':
        return this.cut();
      case 'garbage':
        return void this.client.write(NO_FRAME);
      case 'malformed':
        return void this.client.write(textFrame('{"cmd":"s2c_noti","data":{"did":"di'));
      case 'misshapen':
        return void this.client.write(textFrame('{"cmd":["s2c_noti"],"data":"nothing that was agreed"}'));
      case 'latency':
      case 'bandwidth':
        this.fault = fault;
        return;
      case 'html':
        throw new Error('only the opening of a websocket can be answered with a page');
    }
  }

  cut(): void {
    this.client.resetAndDestroy();
    this.upstream.destroy();
  }

  /** Delivers the handshake response. Faults of the websocket itself apply after it. */
  private deliverHandshake(bytes: Buffer): void {
    this.deliver(bytes);
    this.upstream.on('data', (more: Buffer) => this.deliver(more));
    const { kind } = this.fault ?? {};
    if (this.fault && kind !== 'latency' && kind !== 'bandwidth') this.strike(this.fault);
  }

  private deliver(bytes: Buffer): void {
    if (this.isMute) return;
    const { fault } = this;
    if (fault?.kind !== 'latency' && fault?.kind !== 'bandwidth') return void this.client.write(bytes);
    this.slow = this.slow.then(() =>
      fault.kind === 'latency' ? this.late(bytes, fault.ms) : this.trickle(bytes, fault.bytesPerSecond),
    );
  }

  private async late(bytes: Buffer, ms: number): Promise<void> {
    await rest(ms);
    this.client.write(bytes);
  }

  private async trickle(bytes: Buffer, bytesPerSecond: number): Promise<void> {
    const slice = Math.max(1, Math.ceil(bytesPerSecond / SLICES_A_SECOND));
    for (let from = 0; from < bytes.length && !this.client.destroyed; from += slice) {
      this.client.write(bytes.subarray(from, from + slice));
      await rest(1_000 / SLICES_A_SECOND);
    }
  }
}

function openingOf({ method, url, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** A server's websocket frame with a short text. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([FINAL_TEXT, payload.length]), payload]);
}
