import { Problem } from '../core/problem.ts';
import type { Http, HttpRequest, HttpResponse } from '../ports/http.ts';
import { safeAddress } from './http-address.ts';
import { readBody } from './response-body.ts';

type Fetch = typeof globalThis.fetch;

/** Cross-fetch as its platform has it, at once or when it is loaded. */
export type FetchLoader = () => Fetch | Promise<Fetch>;

/** HTTP over cross-fetch: nothing cached, no cookies, no redirect followed, over within the time limit. */
export class FetchHttp implements Http {
  private last?: { url: string; address: string };

  constructor(private readonly load: FetchLoader) {}

  async send({ method, url, headers, body, timeoutMs, signal }: HttpRequest): Promise<HttpResponse> {
    const address = this.addressOf(url);
    if (signal?.aborted) throw new Problem('cancelled');
    const abort = new AbortController();
    let reason: 'timeout' | 'cancelled' | undefined;
    const end = (why: 'timeout' | 'cancelled') => {
      reason ??= why;
      abort.abort();
    };
    const cancel = () => end('cancelled');
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    signal?.addEventListener('abort', cancel);
    try {
      const fetch = await this.load();
      const response = await fetch(address, {
        method,
        headers,
        body,
        signal: abort.signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
      });
      if (response.type === 'opaqueredirect') return { status: HIDDEN_REDIRECT, header: () => undefined, body: '' };
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        body: await readBody(response),
      };
    } catch (thrown) {
      abort.abort();
      throw reason ? new Problem(reason) : asProblem(thrown);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Many calls go to one address, which is looked at once. */
  private addressOf(url: string): string {
    if (this.last?.url !== url) this.last = { url, address: safeAddress(url).href };
    return this.last.address;
  }
}

/** A browser hides which 3xx it was; following one could carry the token to another origin. */
const HIDDEN_REDIRECT = 302;

function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { code, name } = thrown as { code?: unknown; name?: unknown };
  const what = [code, name].find((word) => typeof word === 'string' && word !== '');
  return new Problem('network', { message: `no answer came: ${String(what ?? 'unknown')}`, cause: thrown });
}
