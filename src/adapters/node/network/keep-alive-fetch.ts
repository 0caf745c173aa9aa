import type { Agent, ClientRequest } from 'node:http';
import { Problem } from '../../../core/problem.ts';
import type { FetchLoader } from '../../http/fetch-http.ts';
import { BODY_LIMIT } from '../../http/response-body.ts';
import { namesProxy } from './proxy-variables.ts';

type Fetch = typeof globalThis.fetch;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A fetch for Node, loaded on first use, with keep-alive connections and the proxies of the environment `variables`. If a proxy
 * fails, the call rejects with the Problem `network`, which names the proxy.
 */
export function keepAliveFetch(variables: Variables = {}): FetchLoader {
  let loaded: Promise<Fetch> | undefined;
  return () => (loaded ??= load(variables));
}

async function load(variables: Variables): Promise<Fetch> {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const fetch = await loadPackage();
  const plain = forwardResponseErrors(new http.Agent({ keepAlive: true }));
  const secure = forwardResponseErrors(new https.Agent({ keepAlive: true }));
  const direct = ({ protocol }: URL) => (protocol === 'http:' ? plain : secure);
  const own = { agent: direct, size: BODY_LIMIT };
  if (!namesProxy(variables)) return (input, init) => fetch(input, { ...init, ...own });
  const { PROXY_FAILED, proxyAgents } = await import('./proxy-agent.ts');
  const proxies = proxyAgents(variables, forwardResponseErrors);
  const viaProxy = { ...own, agent: (url: URL) => proxies.agentFor(url.href) ?? direct(url) };
  return (input, init) =>
    fetch(input, { ...init, ...viaProxy }).catch((thrown: NodeJS.ErrnoException) => {
      if (!thrown.code?.startsWith(PROXY_FAILED)) throw thrown;
      throw new Problem('network', {
        proxy: proxies.nameFor(String(input)),
        message: thrown.code.slice(PROXY_FAILED.length),
        cause: thrown,
      });
    });
}

/** Suppresses deprecation warnings: the package uses deprecated URL functions in Node 22 and later, and users cannot fix that. */
async function loadPackage(): Promise<Fetch> {
  process.noDeprecation = true;
  return (await import('cross-fetch')).default;
}

/**
 * Forwards errors of the response to the request. The package listens only to the request, so it would wait for the rest of a
 * broken response until the timeout.
 */
function forwardResponseErrors<T extends Agent>(agent: T): T {
  const open = agent as T & { addRequest(request: ClientRequest, options: unknown): void };
  const addRequest = open.addRequest.bind(agent);
  open.addRequest = (request, options) => {
    request.once('response', (response) => response.once('error', (error) => request.emit('error', error)));
    addRequest(request, options);
  };
  return agent;
}
