import type { Agent, ClientRequest } from 'node:http';
import { Problem } from '../../core/problem.ts';
import type { FetchLoader } from '../fetch-http.ts';
import { BODY_LIMIT } from '../response-body.ts';
import { namesProxy } from './proxy-variables.ts';

type Fetch = typeof globalThis.fetch;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Node's fetch, loaded when first used, over connections that stay open between calls; through the proxies that `variables` name.
 * Where a proxy fails, it rejects with the Problem `network` that names the proxy.
 */
export function keepAliveFetch(variables: Variables = {}): FetchLoader {
  let loaded: Promise<Fetch> | undefined;
  return () => (loaded ??= load(variables));
}

async function load(variables: Variables): Promise<Fetch> {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const fetch = await loadPackage();
  const plain = reportsTornAnswers(new http.Agent({ keepAlive: true }));
  const secure = reportsTornAnswers(new https.Agent({ keepAlive: true }));
  const direct = ({ protocol }: URL) => (protocol === 'http:' ? plain : secure);
  const own = { agent: direct, size: BODY_LIMIT };
  if (!namesProxy(variables)) return (input, init) => fetch(input, { ...init, ...own });
  const { PROXY_FAILED, proxyAgents } = await import('./proxy-agent.ts');
  const proxies = proxyAgents(variables, reportsTornAnswers);
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

/** The package's old ways with addresses make Node 22 and later print deprecations that no user can act on. */
async function loadPackage(): Promise<Fetch> {
  process.noDeprecation = true;
  return (await import('cross-fetch')).default;
}

/**
 * The package hears of a connection that breaks in the middle of an answer only as an error of the request;
 * left alone it would wait for the rest until the time limit.
 */
function reportsTornAnswers<T extends Agent>(agent: T): T {
  const open = agent as T & { addRequest(request: ClientRequest, options: unknown): void };
  const addRequest = open.addRequest.bind(agent);
  open.addRequest = (request, options) => {
    request.once('response', (response) => response.once('error', (error) => request.emit('error', error)));
    addRequest(request, options);
  };
  return agent;
}
