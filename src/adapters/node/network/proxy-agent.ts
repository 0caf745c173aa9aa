import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bare, proxyFor, proxyName, type Proxy } from './proxy-settings.ts';

/** Agents for Node's HTTP clients that connect through the proxies of the environment. */
export interface ProxyAgents {
  /** Returns undefined if the address needs no proxy. */
  agentFor(address: string): http.Agent | undefined;
  /** The proxy of an address, without credentials. */
  nameFor(address: string): string;
}

type Connected = (error: Error | null, stream: Duplex) => void;
type Variables = Readonly<Record<string, string | undefined>>;

/** The prefix of an error's code if the proxy failed rather than the server. */
export const PROXY_FAILED = 'PROXY ';

/** Shorter than the timeout of a call, so that a silent proxy is not reported as a silent server. */
const TUNNEL_TIMEOUT_MS = 10_000;

/** Caches one keep-alive agent per proxy and protocol. Calls `prepare` with each new agent. */
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
    callBack(openTunnel(this.proxy, options), connected);
  }
}

/** Runs the server's TLS inside the tunnel and verifies it against the server's own name, so the proxy sees neither token nor response. */
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
    callBack(secured(), connected);
  }
}

function callBack(connecting: Promise<Socket>, connected: Connected = () => {}): void {
  connecting.then(
    (socket) => connected(null, socket),
    (error: Error) => connected(error, undefined as never),
  );
}

/** Opens a tunnel through the proxy (CONNECT, RFC 9110, section 9.3.6). Rejects with an error whose code is PROXY_FAILED and the reason. */
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
