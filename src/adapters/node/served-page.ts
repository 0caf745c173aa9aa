import { Problem } from '../../core/problem.ts';
import { FetchHttp } from '../http/fetch-http.ts';
import { keepAliveFetch } from './network/keep-alive-fetch.ts';

const TIMEOUT_MS = 10_000;
const OF_THE_PAGE = '<meta name="build"';
const NOT_FOUND = 404;

/**
 * The page that a server sends at an address, with its policy, which is empty if it has none, the address below which it
 * finds its files, and the text of its app-config.json, or why that did not come; undefined if something else is there. Rejects with the Problem of a server
 * that does not answer, or not with what it has.
 */
export async function servedPage(
  url: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<{ policy: string; base: string; configuration: string | Problem } | undefined> {
  const http = new FetchHttp(keepAliveFetch(variables));
  const get = (address: string) =>
    http.send({ method: 'GET', url: address, headers: {}, body: '', timeoutMs: TIMEOUT_MS });
  const { status, header, body } = await get(url);
  if (status !== NOT_FOUND && !isDone(status)) throw new Problem('http', { status });
  if (!body.includes(OF_THE_PAGE)) return undefined;
  const base = new URL(/<base href="([^"]+)"/.exec(body)?.[1] ?? '.', url);
  const configuration = await get(new URL('app-config.json', base).href)
    .then((file) => (isDone(file.status) ? file.body : new Problem('http', { status: file.status })))
    .catch(Problem.expected);
  return { policy: header('content-security-policy') ?? '', base: base.href, configuration };
}

function isDone(status: number): boolean {
  return status >= 200 && status <= 299;
}
