import type { WebSocket } from 'ws';
import type { WebSocketLike } from '../gizwits-options.ts';
import { namesProxy } from './proxy-variables.ts';

type Listener = (event: { data: unknown }) => void;

const CLOSING_MS = 1_000;
const LONGEST_MESSAGE = 1024 * 1024;

type Variables = Readonly<Record<string, string | undefined>>;

/** A websocket of the package `ws`, which is loaded when the first one is opened; through the proxy that `variables` name for it. */
export function openNodeSocket(url: string, variables: Variables = {}): WebSocketLike {
  return new NodeSocket(url, variables);
}

class NodeSocket implements WebSocketLike {
  private socket?: WebSocket;
  private closed = false;
  private readonly listeners: { type: string; listener: Listener }[] = [];

  constructor(url: string, variables: Variables) {
    void this.open(url, variables).catch(() => this.happen('error'));
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.push({ type, listener });
  }

  send(text: string): void {
    this.socket?.send(text);
  }

  /** Says goodbye, and does not wait long for the other side to say it too. */
  close(): void {
    this.closed = true;
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    setTimeout(() => socket.terminate(), CLOSING_MS).unref();
  }

  private async open(url: string, variables: Variables): Promise<void> {
    const { WebSocket } = await import('ws');
    const agent = namesProxy(variables) ? (await import('./proxy-agent.ts')).proxyAgents(variables).agentFor(url) : undefined;
    if (this.closed) return;
    const socket = new WebSocket(url, { agent, perMessageDeflate: false, maxPayload: LONGEST_MESSAGE });
    this.socket = socket;
    socket.on('open', () => this.happen('open'));
    socket.on('message', (data, isBinary) => this.happen('message', isBinary ? data : String(data)));
    socket.on('close', () => this.happen('close'));
    socket.on('error', () => this.happen('error'));
  }

  private happen(type: string, data?: unknown): void {
    for (const one of this.listeners) if (one.type === type) one.listener({ data });
  }
}
