import { FetchHttp } from '../http/fetch-http.ts';
import { keepAliveFetch } from './network/keep-alive-fetch.ts';

const TIMEOUT_MS = 10_000;
const OF_THE_PAGE = '<meta name="build"';

/**
 * The Content-Security-Policy with which a server sends the page at an address, empty if it sends none; undefined if
 * something else is there. Rejects with the Problem of a server that does not answer.
 */
export async function pagePolicy(
  url: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const http = new FetchHttp(keepAliveFetch(variables));
  const { header, body } = await http.send({ method: 'GET', url, headers: {}, body: '', timeoutMs: TIMEOUT_MS });
  return body.includes(OF_THE_PAGE) ? (header('content-security-policy') ?? '') : undefined;
}
