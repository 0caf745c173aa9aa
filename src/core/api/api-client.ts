import * as v from 'valibot';
import type { AbortSignalLike, Http, HttpRequest, HttpResponse } from '../../ports/http.ts';
import type { Clock } from '../../ports/clock.ts';
import { Problem } from '../problem.ts';
import type { Access } from './access.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { Endpoint } from './endpoint.ts';
import { saysServerBrokeDown } from './server-failure.ts';
import { SECOND } from '../basics/time.ts';

/** Timeout of one attempt, ms. */
export const CALL_TIMEOUT_MS = 15_000;
/** How long a prefetched response stays valid after its arrival, ms. */
const PREFETCH_MAX_AGE_MS = 2_000;
const FIRST_RETRY_DELAY_MS = 300;
/** Maximum `Retry-After` that the client honours, ms. */
const MAX_RETRY_AFTER_MS = 5_000;
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;

export interface CallOptions {
  signal?: AbortSignalLike;
  /** Timeout of one attempt, ms; default 15 s. */
  timeoutMs?: number;
  /**
   * Idempotency key, the same for all attempts of one intent. It is sent if the configuration names a header for it.
   */
  idempotencyKey?: string;
}

/** Matches the origin only. User names, paths and queries may contain secrets. */
const ORIGIN = /^https?:\/\/[\w.-]+(:\d+)?(?![^/?#])/i;

/** Response code of success; any other code is a refusal. */
export const DONE = '200';

/** The envelope of every response. */
export const answerEnvelope = v.object({
  code: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  message: v.optional(v.unknown()),
  data: v.optional(v.unknown()),
});

/** Sends requests in the server's envelope and decodes the responses. */
export class ApiClient {
  /** Called with each Problem that a call rejects with, the name of the call and its duration in ms. */
  onProblem?: (problem: Problem, call: string, ms: number) => void;
  /** Called with each answer that cannot be decoded. */
  onUnreadable?: (response: HttpResponse) => void;
  private readonly prefetched = new Map<string, { answer: Promise<HttpResponse>; arrivedAt?: number }>();

  constructor(
    private readonly http: Http,
    private readonly access: Access,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    private readonly readRetries = 2,
  ) {}

  /**
   * Makes one API call. A read is retried, twice unless the constructor says otherwise: after a network or server failure or status 429 with exponential backoff and
   * jitter. A `Retry-After` of status 429 is kept, and ends the retries if it is longer than 5 s. A write is sent once. Rejects with a Problem:
   * `no-token`, `timeout`, `network`, `http`, `unauthorized`, `parse`, `refused` (with the server's code and message)
   * or `cancelled`.
   */
  async call<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
    options: CallOptions = {},
  ): Promise<v.InferOutput<Answer>> {
    const startedAt = this.clock.now();
    let response: HttpResponse | undefined;
    try {
      response = await this.exchange(endpoint, input, options);
      return decodeAnswer({ ...endpoint, answer: this.answerOf(endpoint) }, response, subjectOf(input));
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (response && problem.code === 'parse') this.onUnreadable?.(response);
      this.onProblem?.(problem, endpoint.name, this.clock.now() - startedAt);
      throw problem;
    }
  }

  /** The schema of a call's answer in this deployment. */
  answerOf<Answer extends v.GenericSchema>({
    answer,
    answerIn,
  }: Pick<Endpoint<never, v.GenericSchema, Answer>, 'answer' | 'answerIn'>): Answer {
    return answerIn?.(this.configuration.values) ?? answer;
  }

  /** Makes one API call like `call`, and resolves to the response with a status of success as it was received. */
  async exchange<Input>(
    endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>,
    input: Input,
    options: CallOptions = {},
  ): Promise<HttpResponse> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.attempt(endpoint, input, options);
      } catch (thrown) {
        const problem = Problem.of(thrown);
        const delayMs = waitBeforeRetryMs(problem, retries);
        if (endpoint.kind !== 'read' || delayMs === undefined || retries === this.readRetries) throw problem;
        await this.clock.sleep(delayMs, options.signal);
        if (options.signal?.aborted) throw new Problem('cancelled', { call: endpoint.name });
      }
    }
  }

  private async attempt<Input>(
    endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>,
    input: Input,
    { signal, timeoutMs = CALL_TIMEOUT_MS, idempotencyKey }: CallOptions,
  ): Promise<HttpResponse> {
    const call = endpoint.name;
    const token = this.access.token();
    if (!token) throw new Problem('no-token', { call });
    const request = {
      ...this.requestOf(endpoint, input, token, idempotencyKey),
      timeoutMs,
      signal,
      hasEffect: endpoint.kind === 'write',
      sno: subjectOf(input).sno,
    };
    if (endpoint.kind === 'write') this.prefetched.clear();
    const response = await (this.takePrefetched(request) ?? this.http.send(request)).catch((thrown: unknown) => {
      throw thrown instanceof Problem ? thrown.inCall(call) : thrown;
    });
    const { status } = response;
    if (status === UNAUTHORIZED) {
      this.access.refused(token);
      throw new Problem('unauthorized', { call, status });
    }
    if (status < 200 || status > 299) {
      const redirectsTo = ORIGIN.exec(response.header('location') ?? '')?.[0];
      throw new Problem('http', {
        ...subjectOf(input),
        call,
        status,
        redirectsTo,
        retryAfterMs: retryAfterMs(response.header('retry-after'), this.clock.now()),
      });
    }
    return response;
  }

  /**
   * Sends a read in advance. The next identical call uses this response, unless the response is older than 2 s or a
   * write was sent in between. A failure is not reported: the next call sends its own request. Throws `invalid-input`
   * for a write.
   */
  prefetch<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
  ): void {
    if (endpoint.kind !== 'read')
      throw new Problem('invalid-input', { call: endpoint.name, message: 'only a read may be prefetched' });
    const token = this.access.token();
    if (!token) return;
    const request = { ...this.requestOf(endpoint, input, token), timeoutMs: CALL_TIMEOUT_MS };
    const entry: { answer: Promise<HttpResponse>; arrivedAt?: number } = { answer: this.http.send(request) };
    entry.answer.then(
      () => (entry.arrivedAt = this.clock.now()),
      () => this.prefetched.delete(keyOf(request)),
    );
    this.prefetched.set(keyOf(request), entry);
  }

  /**
   * Removes and returns the prefetched response to a request; undefined if there is none, or if it is too old. The key
   * includes the token, so another user's response never matches.
   */
  private takePrefetched(request: HttpRequest): Promise<HttpResponse> | undefined {
    if (this.prefetched.size === 0) return undefined;
    const key = keyOf(request);
    const entry = this.prefetched.get(key);
    this.prefetched.delete(key);
    if (!entry || (entry.arrivedAt !== undefined && this.clock.now() - entry.arrivedAt > PREFETCH_MAX_AGE_MS))
      return undefined;
    return abortable(entry.answer, request.signal);
  }

  private requestOf<Input>(
    endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>,
    input: Input,
    token: string,
    idempotencyKey?: string,
  ) {
    const { idempotencyHeader } = this.configuration.values;
    return {
      method: 'POST' as const,
      url: this.configuration.addressOf(endpoint, endpoint.query(input)),
      headers: {
        'content-type': 'application/json',
        Authorization: token,
        ...(idempotencyHeader && idempotencyKey ? { [idempotencyHeader]: idempotencyKey } : {}),
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

/** Returns undefined if a retry is pointless. */
function waitBeforeRetryMs({ code, status = 0, retryAfterMs: askedMs }: Problem, retries: number): number | undefined {
  if (status === TOO_MANY_REQUESTS && askedMs !== undefined)
    return askedMs <= MAX_RETRY_AFTER_MS ? askedMs + FIRST_RETRY_DELAY_MS * Math.random() : undefined;
  const isTransient = code === 'network' || (code === 'http' && (status >= 500 || status === TOO_MANY_REQUESTS));
  return isTransient ? FIRST_RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random()) : undefined;
}

function keyOf({ url, headers, body }: Pick<HttpRequest, 'url' | 'headers' | 'body'>): string {
  return JSON.stringify([url, headers, body]);
}

/** Resolves to the response, or rejects with `cancelled` once the signal aborts. */
function abortable(answer: Promise<HttpResponse>, signal: AbortSignalLike | undefined): Promise<HttpResponse> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new Problem('cancelled'));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

/** The device and the order that the input of a call names. */
type Subject = Pick<Problem, 'sno' | 'orderNo'>;

function subjectOf(input: unknown): Subject {
  const named = typeof input === 'object' && input !== null ? (input as { sno?: unknown; number?: unknown }) : {};
  return { sno: maybeText(named.sno), orderNo: maybeText(named.number) };
}

function maybeText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Decodes a response to a call about the subject. Throws the Problem `parse` or `refused`. */
export function decodeAnswer<Answer extends v.GenericSchema>(
  { name: call, answer }: { name: string; answer: Answer },
  { body }: HttpResponse,
  subject: Subject = {},
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
  const envelope = v.safeParse(answerEnvelope, json);
  if (!envelope.success) throw new Problem('parse', { call, message: `${call}: the answer has no code` });
  const { code, message, data } = envelope.output;
  if (code !== DONE) {
    const serverMessage = typeof message === 'string' && message.trim() !== '' ? message : undefined;
    const brokeDown = saysServerBrokeDown({ serverCode: code, serverMessage });
    throw new Problem('refused', { ...subject, call, serverCode: code, serverMessage, brokeDown });
  }
  const decoded = v.safeParse(answer, data);
  if (decoded.success) return decoded.output;
  const [issue] = decoded.issues;
  throw new Problem('parse', {
    call,
    message: `${call}: ${v.getDotPath(issue) ?? 'data'} is ${issue.input === undefined ? 'missing' : `not ${issue.expected ?? 'as expected'}`}`,
  });
}

const SECONDS = /^\d{1,9}$/;
/** Date format of RFC 9110, section 5.6.7. `Date.parse` alone accepts almost any text as a date. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Converts a Retry-After header, in seconds or as a date, to ms from `now`. Undefined if the header is missing or
 * invalid.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * SECOND;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
