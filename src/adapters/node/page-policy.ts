import { Problem } from '../../core/problem.ts';
import { FetchHttp } from '../http/fetch-http.ts';
import { keepAliveFetch } from './network/keep-alive-fetch.ts';

const TIMEOUT_MS = 10_000;
const OF_THE_PAGE = '<meta name="build"';
const NOT_FOUND = 404;

/**
 * The Content-Security-Policy with which a server sends the page at an address, empty if it sends none; undefined if
 * something else is there. Rejects with the Problem of a server that does not answer, or not with what it has.
 */
export async function pagePolicy(
  url: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const http = new FetchHttp(keepAliveFetch(variables));
  const request = { method: 'GET', url, headers: {}, body: '', timeoutMs: TIMEOUT_MS } as const;
  const { status, header, body } = await http.send(request);
  if (status !== NOT_FOUND && (status < 200 || status > 299)) throw new Problem('http', { status });
  return body.includes(OF_THE_PAGE) ? (header('content-security-policy') ?? '') : undefined;
}
