import { Problem } from '../../core/problem.ts';
import type { Http, HttpRequest, HttpResponse } from '../../ports/http.ts';
import { safeAddress } from './http-address.ts';
import { readBody } from './response-body.ts';

type Fetch = typeof globalThis.fetch;

/** Returns the platform's fetch, either directly or after loading it. */
export type FetchLoader = () => Fetch | Promise<Fetch>;

/** HTTP over fetch, without cache, cookies or redirects. The timeout covers the whole exchange, body included. */
export class FetchHttp implements Http {
  private last?: { url: string; address: string };

  /** `ownOrigin` is that of the page, which may call its own server over plain http. */
  constructor(
    private readonly load: FetchLoader,
    private readonly ownOrigin?: string,
  ) {}

  async send({ method, url, headers: given, body, timeoutMs, signal }: HttpRequest): Promise<HttpResponse> {
    const address = this.addressOf(url);
    const headers = new Headers(given);
    const fetch = await this.load();
    if (signal?.aborted) throw new Problem('cancelled');
    const abort = new AbortController();
    let reason: 'timeout' | 'cancelled' | undefined;
    const abortWith = (cause: 'timeout' | 'cancelled') => {
      reason ??= cause;
      abort.abort();
    };
    const cancel = () => abortWith('cancelled');
    const timer = setTimeout(() => abortWith('timeout'), timeoutMs);
    signal?.addEventListener('abort', cancel);
    try {
      const response = await fetch(address, {
        method,
        headers,
        body: method === 'POST' ? body : undefined,
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

  /** Caches the last validated address, because successive calls often use the same one. */
  private addressOf(url: string): string {
    if (this.last?.url !== url) this.last = { url, address: safeAddress(url, this.ownOrigin).href };
    return this.last.address;
  }
}

/** Browsers hide the actual 3xx status. The adapter does not follow redirects, because they could carry the token to another origin. */
const HIDDEN_REDIRECT = 302;

/** Errors of Node before there is a connection, or because its certificate is refused. A browser names none. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$|CERT|LEAF_SIGNATURE/;
/** Other errors may come before or after there is a connection; the message says which. */
const WHILE_CONNECTING = /\bconnect E[A-Z]+\b/;

/** Node names those of a certificate that is for none of the server's names. */
const NAMES_OF_CERTIFICATE = /is not (?:in the )?cert's (?:altnames|CN): (.+)$/;

function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { code, name, message: says } = thrown as { code?: unknown; name?: unknown; message?: unknown };
  const detail = [code, name].find((each) => typeof each === 'string' && each !== '');
  const names = NAMES_OF_CERTIFICATE.exec(String(says))?.[1];
  const message = `no answer came: ${String(detail ?? 'unknown')}${names === undefined ? '' : `, ${names}`}`;
  const wasNotSent = UNCONNECTED.test(String(code)) || WHILE_CONNECTING.test(String(says));
  return new Problem('network', { message, wasNotSent, cause: thrown });
}
