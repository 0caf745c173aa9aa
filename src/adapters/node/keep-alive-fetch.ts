import type { Agent, ClientRequest } from 'node:http';
import type { FetchLoader } from '../fetch-http.ts';
import { BODY_LIMIT } from '../response-body.ts';

type Fetch = typeof globalThis.fetch;

/** Node's fetch, loaded when first used, over connections that stay open between calls. */
export function keepAliveFetch(): FetchLoader {
  let loaded: Promise<Fetch> | undefined;
  return () => (loaded ??= load());
}

async function load(): Promise<Fetch> {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const fetch = await loadPackage();
  const plain = reportsTornAnswers(new http.Agent({ keepAlive: true }));
  const secure = reportsTornAnswers(new https.Agent({ keepAlive: true }));
  const own = { agent: ({ protocol }: URL) => (protocol === 'http:' ? plain : secure), size: BODY_LIMIT };
  return (input, init) => fetch(input, { ...init, ...own });
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
