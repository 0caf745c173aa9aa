import * as v from 'valibot';
import type { AbortSignalLike, Http, HttpRequest, HttpResponse } from '../../ports/http.ts';
import type { Clock } from '../../ports/clock.ts';
import { Problem } from '../problem.ts';
import type { Access } from './access.ts';
import type { Configuration } from './configuration.ts';
import type { Endpoint } from './endpoint.ts';
import { retryAfterMs } from './retry-after.ts';

/** Of one try, in ms. */
export const CALL_TIMEOUT_MS = 15_000;
/** How long an answer that came before somebody asked is as good as one that comes now, ms. */
const PREFETCH_MAX_AGE_MS = 2_000;
const READ_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 300;
/** Nobody is kept waiting longer for a server that asks to be left alone, ms. */
const MAX_RETRY_AFTER_MS = 5_000;
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;

export interface CallOptions {
  signal?: AbortSignalLike;
  /** Of one try, in ms; 15 s unless told. */
  timeoutMs?: number;
  /** The key of the user's wish, the same through all its tries; sent where configuration names a header for it. */
  idempotencyKey?: string;
}

/** Of an address: neither a user name nor a path or query, which may hold what is secret. */
const ORIGIN = /^https?:\/\/[\w.-]+(:\d+)?(?![^/?#])/i;

/** The code of an answer that did what it was asked for; any other is a refusal. */
export const DONE = '200';

/** What every answer comes in. */
export const answerEnvelope = v.object({
  code: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  message: v.optional(v.unknown()),
  data: v.optional(v.unknown()),
});

/** Speaks to the server in its own envelope and answers in our own words. */
export class ApiClient {
  private readonly prefetched = new Map<string, { answer: Promise<HttpResponse>; cameAt?: number }>();

  constructor(
    private readonly http: Http,
    private readonly access: Access,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes one call of the contract. Reads are tried again (at most twice) where the line or the server failed, with growing, scattered
   * waits, and where the server is asked too often and says to come back within 5 s; writes are sent once. Rejects with a Problem:
   * `no-token`, `timeout`, `network`, `http`, `unauthorized`, `parse`, `refused` (with the server's code and words) or `cancelled`.
   */
  async call<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
    options: CallOptions = {},
  ): Promise<v.InferOutput<Answer>> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.once(endpoint, input, options);
      } catch (thrown) {
        const problem = Problem.of(thrown);
        const wait = waitBeforeRetryMs(problem, tries);
        if (endpoint.kind !== 'read' || wait === undefined || tries === READ_RETRIES) throw problem;
        await this.clock.sleep(wait, options.signal);
        if (options.signal?.aborted) throw new Problem('cancelled', { call: endpoint.name });
      }
    }
  }

  private async once<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
    { signal, timeoutMs = CALL_TIMEOUT_MS, idempotencyKey }: CallOptions,
  ): Promise<v.InferOutput<Answer>> {
    const call = endpoint.name;
    const token = this.access.token();
    if (!token) throw new Problem('no-token', { call });
    const request = {
      ...this.requestOf(endpoint, input, token, idempotencyKey),
      timeoutMs,
      signal,
      hasEffect: endpoint.kind === 'write',
    };
    if (endpoint.kind === 'write') this.prefetched.clear();
    const response = await (this.takePrefetched(request) ?? this.http.send(request));
    const { status } = response;
    if (status === UNAUTHORIZED) {
      this.access.refused(token);
      throw new Problem('unauthorized', { call, status });
    }
    if (status < 200 || status > 299) {
      const redirectsTo = ORIGIN.exec(response.header('location') ?? '')?.[0];
      throw new Problem('http', {
        call,
        status,
        redirectsTo,
        retryAfterMs: retryAfterMs(response.header('retry-after'), this.clock.now()),
      });
    }
    return open(endpoint, response);
  }

  /**
   * Asks now what will be asked in a moment: whoever asks it first has this answer, unless it has been there for 2 s by then, or something
   * with an effect was sent since. It says nothing of what becomes of it, and nothing with an effect can be asked so.
   */
  prefetch<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
  ): void {
    if (endpoint.kind !== 'read')
      throw new Problem('invalid-input', { call: endpoint.name, message: 'only a read may be asked ahead' });
    const token = this.access.token();
    if (!token) return;
    const request = { ...this.requestOf(endpoint, input, token), timeoutMs: CALL_TIMEOUT_MS };
    const early: { answer: Promise<HttpResponse>; cameAt?: number } = { answer: this.http.send(request) };
    early.answer.then(
      () => (early.cameAt = this.clock.now()),
      () => this.prefetched.delete(keyOf(request)),
    );
    this.prefetched.set(keyOf(request), early);
  }

  /** A read that was asked ahead, once; undefined where it was not, or where its answer has grown old or belongs to somebody else. */
  private takePrefetched(request: HttpRequest): Promise<HttpResponse> | undefined {
    if (this.prefetched.size === 0) return undefined;
    const key = keyOf(request);
    const early = this.prefetched.get(key);
    this.prefetched.delete(key);
    if (!early || (early.cameAt !== undefined && this.clock.now() - early.cameAt > PREFETCH_MAX_AGE_MS))
      return undefined;
    return orCancelled(early.answer, request.signal);
  }

  private requestOf<Input>(
    endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>,
    input: Input,
    token: string,
    wish?: string,
  ) {
    const { idempotencyHeader } = this.configuration.values;
    return {
      method: 'POST' as const,
      url: this.configuration.addressOf(endpoint, endpoint.query(input)),
      headers: {
        'content-type': 'application/json',
        Authorization: token,
        ...(idempotencyHeader && wish ? { [idempotencyHeader]: wish } : {}),
      },
      body: JSON.stringify(this.bodyOf(endpoint, input)),
    };
  }

  private bodyOf<Input>(endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>, input: Input): object {
    const { appKey, version } = this.configuration.values;
    if (endpoint.envelope === 'empty') return {};
    const data = endpoint.encode(input);
    return endpoint.envelope === 'data' ? { data } : { appKey, version, data };
  }
}

/** Undefined where another try would be of no use. */
function waitBeforeRetryMs({ code, status = 0, retryAfterMs: told }: Problem, tries: number): number | undefined {
  if (status === TOO_MANY_REQUESTS)
    return told !== undefined && told <= MAX_RETRY_AFTER_MS ? told + FIRST_RETRY_DELAY_MS * Math.random() : undefined;
  const isPassing = code === 'network' || (code === 'http' && status >= 500);
  return isPassing ? FIRST_RETRY_DELAY_MS * 2 ** tries * (0.5 + Math.random()) : undefined;
}

function keyOf({ url, headers, body }: Pick<HttpRequest, 'url' | 'headers' | 'body'>): string {
  return JSON.stringify([url, headers, body]);
}

/** The answer, unless it is called off before. */
function orCancelled(answer: Promise<HttpResponse>, signal: AbortSignalLike | undefined): Promise<HttpResponse> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new Problem('cancelled'));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

function open<Answer extends v.GenericSchema>(
  { name: call, answer }: { name: string; answer: Answer },
  { body }: HttpResponse,
): v.InferOutput<Answer> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    const isWebPage = body.trimStart().startsWith('<');
    throw new Problem('parse', {
      call,
      message: `${call}: the answer is ${isWebPage ? 'a web page' : 'not JSON'}`,
      isWebPage,
      cause,
    });
  }
  const opened = v.safeParse(answerEnvelope, json);
  if (!opened.success) throw new Problem('parse', { call, message: `${call}: the answer has no code` });
  const { code, message, data } = opened.output;
  if (code !== DONE) {
    const serverMessage = typeof message === 'string' && message.trim() !== '' ? message : undefined;
    throw new Problem('refused', { call, serverCode: code, serverMessage });
  }
  const decoded = v.safeParse(answer, data);
  if (decoded.success) return decoded.output;
  const [issue] = decoded.issues;
  throw new Problem('parse', {
    call,
    message: `${call}: ${v.getDotPath(issue) ?? 'data'} is ${issue.input === undefined ? 'missing' : `not ${issue.expected ?? 'as agreed'}`}`,
  });
}
