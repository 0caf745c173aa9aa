import type { WebSocketLike } from '../../src/adapters/gizwits-options.ts';

/** A socket that a test opens, speaks through and breaks, with what was sent over it. */
export class SocketOfATest implements WebSocketLike {
  readonly sent: string[] = [];
  isClosed = false;
  private readonly listeners = new Map<string, (event: { data: unknown }) => void>();

  /** `openedAt` is what the test's clock showed; `isMet` says at once what becomes of the socket. */
  constructor(
    readonly openedAt = 0,
    private readonly isMet: (socket: SocketOfATest, cmd?: string) => void = () => undefined,
  ) {
    queueMicrotask(() => isMet(this));
  }

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    this.listeners.set(type, listener);
  }

  send(text: string): void {
    const { cmd } = JSON.parse(text) as { cmd: string };
    this.sent.push(cmd);
    queueMicrotask(() => this.isMet(this, cmd));
  }

  close(): void {
    this.isClosed = true;
  }

  happens(type: 'open' | 'message' | 'close' | 'error', frame?: object): void {
    this.listeners.get(type)?.({ data: JSON.stringify(frame) });
  }

  says(cmd: string, data: object): void {
    this.happens('message', { cmd, data });
  }

  get pings(): number {
    return this.sent.filter((cmd) => cmd === 'ping').length;
  }
}
