import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bare, proxyFor, proxyName, type Proxy } from './proxy-settings.ts';

/** Connections of Node's HTTP clients, each through the proxy that the environment names for its address. */
export interface ProxyAgents {
  /** Undefined where the address is called without one. */
  agentFor(address: string): http.Agent | undefined;
  /** The proxy of an address, as it may be told to anybody. */
  nameFor(address: string): string;
}

type Connected = (error: Error | null, stream: Duplex) => void;
type Variables = Readonly<Record<string, string | undefined>>;

/** What the code of an error begins with that is the proxy's and not the server's. */
export const PROXY_FAILED = 'PROXY ';

/** Shorter than the limit of a call, so that a silent proxy is not taken for a silent server. */
const TUNNEL_TIMEOUT_MS = 10_000;

/** Each proxy has one agent for each kind of address, whose connections stay open between calls. `prepare` is told of each new agent. */
export function proxyAgents(variables: Variables, prepare: (agent: http.Agent) => void = () => {}): ProxyAgents {
  const agents = new Map<string, http.Agent>();
  return {
    agentFor: (address) => {
      const proxy = proxyFor(address, variables);
      if (!proxy) return undefined;
      const isSecure = /^(?:https|wss):/.test(address);
      const key = `${isSecure} ${proxy.url.href}`;
      const agent = agents.get(key) ?? (isSecure ? new SecureTunnelAgent(proxy) : new TunnelAgent(proxy));
      if (!agents.has(key)) prepare(agent);
      agents.set(key, agent);
      return agent;
    },
    nameFor: (address) => {
      const proxy = proxyFor(address, variables);
      return proxy ? proxyName(proxy) : '';
    },
  };
}

class TunnelAgent extends http.Agent {
  constructor(private readonly proxy: Proxy) {
    super({ keepAlive: true });
  }

  override createConnection(options: http.ClientRequestArgs, connected?: Connected): undefined {
    hand(openTunnel(this.proxy, options), connected);
  }
}

/** The TLS of the server runs inside the tunnel and is verified against the server's own name: the proxy sees neither token nor answer. */
class SecureTunnelAgent extends https.Agent {
  constructor(private readonly proxy: Proxy) {
    super({ keepAlive: true });
  }

  override createConnection(options: https.RequestOptions, connected?: Connected): undefined {
    const secured = async () =>
      super.createConnection({
        ...options,
        socket: await openTunnel(this.proxy, options),
      } as https.RequestOptions) as Socket;
    hand(secured(), connected);
  }
}

function hand(connecting: Promise<Socket>, connected: Connected = () => {}): void {
  connecting.then(
    (socket) => connected(null, socket),
    (error: Error) => connected(error, undefined as never),
  );
}

/** Asks the proxy for a tunnel (CONNECT, RFC 9110, section 9.3.6). Rejects with an error whose code says that the proxy failed, and how. */
function openTunnel({ url }: Proxy, { host, port }: http.ClientRequestArgs): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const target = `${host?.includes(':') ? `[${host}]` : (host ?? '')}:${port ?? ''}`;
    const { request: send } = url.protocol === 'https:' ? https : http;
    const request = send({
      host: bare(url.hostname),
      port: url.port,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...authorization(url) },
      agent: false,
      timeout: TUNNEL_TIMEOUT_MS,
    });
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        socket.setTimeout(0);
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(failure(`HTTP status ${statusCode}`));
    });
    request.once('timeout', () => request.destroy(failure('no answer')));
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code?.startsWith(PROXY_FAILED) ? error : failure(error.code ?? 'no proxy answers there')),
    );
    request.end();
  });
}

function failure(why: string): Error {
  return Object.assign(new Error(`the proxy failed: ${why}`), { code: PROXY_FAILED + why });
}

function authorization({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { 'proxy-authorization': `Basic ${credentials}` };
}
