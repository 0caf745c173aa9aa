import type { WebSocketLike } from '../../src/adapters/gizwits/options.ts';

interface SocketEvent {
  data: unknown;
  message?: string;
  code?: number;
  reason?: string;
}

/** A socket that the test controls. It records what the client sends. */
export class TestSocket implements WebSocketLike {
  readonly sent: string[] = [];
  readonly frames: Record<string, unknown>[] = [];
  isClosed = false;
  private readonly listeners = new Map<string, (event: SocketEvent) => void>();

  /** `openedAt` is a time of the test's clock, ms. `react` is called with the new socket, and with the command of each sent frame. */
  constructor(
    readonly openedAt = 0,
    private readonly react: (socket: TestSocket, cmd?: string) => void = () => undefined,
  ) {
    queueMicrotask(() => react(this));
  }

  addEventListener(type: string, listener: (event: SocketEvent) => void): void {
    this.listeners.set(type, listener);
  }

  send(text: string): void {
    const frame = JSON.parse(text) as { cmd: string };
    const { cmd } = frame;
    this.sent.push(cmd);
    this.frames.push(frame);
    queueMicrotask(() => this.react(this, cmd));
  }

  close(): void {
    this.isClosed = true;
  }

  dispatch(type: 'open' | 'message' | 'close' | 'error', frame?: object): void {
    this.listeners.get(type)?.({ data: JSON.stringify(frame) });
  }

  /** Delivers any data as a message, even if it is not a frame. */
  receiveRaw(data: unknown): void {
    this.listeners.get('message')?.({ data });
  }

  closeByServer(code: number, reason = ''): void {
    this.listeners.get('close')?.({ data: undefined, code, reason });
  }

  receive(cmd: string, data: object): void {
    this.dispatch('message', { cmd, data });
  }

  get pings(): number {
    return this.sent.filter((cmd) => cmd === 'ping').length;
  }
}
