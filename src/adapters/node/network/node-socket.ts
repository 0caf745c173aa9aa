import type { WebSocket } from 'ws';
import type { WebSocketLike } from '../../gizwits/options.ts';
import { namesProxy } from './proxy-variables.ts';

interface SocketEvent {
  data?: unknown;
  message?: string;
  code?: number;
  reason?: string;
}

type Listener = (event: SocketEvent & { data: unknown }) => void;

const CLOSE_TIMEOUT_MS = 1_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;

type Variables = Readonly<Record<string, string | undefined>>;

/** A WebSocket of the package `ws`, loaded on first use, through the proxy that the environment `variables` name for the address. */
export function openNodeSocket(url: string, variables: Variables = {}): WebSocketLike {
  return new NodeSocket(url, variables);
}

class NodeSocket implements WebSocketLike {
  private socket?: WebSocket;
  private closed = false;
  private readonly listeners: { type: string; listener: Listener }[] = [];

  constructor(url: string, variables: Variables) {
    void this.open(url, variables).catch((cause: unknown) => {
      if (cause instanceof TypeError || cause instanceof ReferenceError) throw cause;
      this.dispatch('error', { message: String(cause) });
    });
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.push({ type, listener });
  }

  send(text: string): void {
    this.socket?.send(text);
  }

  /** Starts the closing handshake, and terminates the socket if it takes longer than a second. */
  close(): void {
    this.closed = true;
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  private async open(url: string, variables: Variables): Promise<void> {
    const { WebSocket } = await import('ws');
    const agent = namesProxy(variables)
      ? (await import('./proxy-agent.ts')).proxyAgents(variables).agentFor(url)
      : undefined;
    if (this.closed) return;
    const socket = new WebSocket(url, { agent, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });
    this.socket = socket;
    socket.on('open', () => this.dispatch('open'));
    socket.on('message', (data, isBinary) => this.dispatch('message', { data: isBinary ? data : String(data) }));
    socket.on('close', (code, reason) => this.dispatch('close', { code, reason: String(reason) }));
    socket.on('error', (error) => this.dispatch('error', { message: withCode(error) }));
  }

  private dispatch(type: string, event: SocketEvent = {}): void {
    for (const entry of this.listeners) if (entry.type === type) entry.listener({ data: undefined, ...event });
  }
}

/** Node names the system's error in its message, but not that of a certificate. */
function withCode({ message, code }: NodeJS.ErrnoException): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
