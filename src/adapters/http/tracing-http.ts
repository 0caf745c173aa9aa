import { Problem, type ProblemCode } from '../../core/problem.ts';
import type { AbortSignalLike, Exchange, Http, HttpRequest, HttpResponse } from '../../ports/http.ts';

export interface TracingOptions {
  /** Replaces the timeout of each request. */
  timeoutMs?: number;
  /** Receives each exchange with its answer, if there was one. */
  onExchange?: (exchange: Exchange, response?: HttpResponse) => void;
  /** Receives the time that an answer of the API names, in epoch ms, and how long the answer took. One without a code may be another server's. */
  onServerTime?: (serverAt: number, roundTripMs: number) => void;
  /** Called before each request. What it returns is called when the request has ended. */
  onSend?: (url: string) => () => void;
  /** Called before a request that has an effect is sent. */
  onWrite?: () => void;
  /** Called for each answer that says that there were too many requests. */
  onBusy?: () => void;
  /** Each request is sent with a new id, if this is given. */
  newRequestId?: () => string;
  /**
   * The end of the program. A request that has an effect is not sent any more then, and rejects with the Problem `cancelled`; one
   * that is under way is reported as `cancelled`.
   */
  interruption?: AbortSignalLike;
}

const REQUEST_ID = 'x-request-id';
const TOO_MANY_REQUESTS = 429;
const LEADING_CODE = /^\s*\{\s*"code"\s*:\s*"?(-?\w{1,16})/;

/** The code at the top of a response. A code within its data may be a verification code. */
function serverCodeOf(body: string): string | undefined {
  const leading = LEADING_CODE.exec(body)?.[1];
  if (leading !== undefined) return leading;
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return /^-?\w{1,16}/.exec(String(code ?? ''))?.[0];
  } catch {
    return undefined;
  }
}

/** Wraps an Http: replaces its timeouts and reports each exchange. */
export class TracingHttp implements Http {
  constructor(
    private readonly inner: Http,
    private readonly options: TracingOptions,
  ) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    const {
      timeoutMs = request.timeoutMs,
      onExchange,
      onSend,
      onServerTime,
      onWrite,
      onBusy,
      newRequestId,
      interruption,
    } = this.options;
    // An interrupted program may live on for a moment, and hear an answer after which it would send this.
    if (request.hasEffect && interruption?.aborted)
      throw new Problem('cancelled', { message: 'The command was interrupted before it was sent.' });
    const requestId = newRequestId?.();
    const headers = requestId ? { ...request.headers, [REQUEST_ID]: requestId } : request.headers;
    const sent = { ...request, headers, timeoutMs };
    if (request.hasEffect) onWrite?.();
    const end = onSend?.(request.url);
    const startedAt = performance.now();
    let isReported = false;
    const report = (code: string, response?: HttpResponse) => {
      if (isReported) return;
      isReported = true;
      const exchange = {
        method: request.method,
        path: new URL(request.url).pathname,
        ms: Math.round(performance.now() - startedAt),
        hasEffect: request.hasEffect,
        sno: request.sno,
        hasToken: 'Authorization' in request.headers,
        code,
        requestId,
        serverRequestId: requestId && response?.header(REQUEST_ID),
      };
      onExchange?.(exchange, response);
    };
    const cutOff = () => report('cancelled' satisfies ProblemCode);
    if (request.hasEffect) interruption?.addEventListener('abort', cutOff);
    try {
      const response = await this.inner.send(sent);
      const serverCode = serverCodeOf(response.body);
      const serverAt = serverCode === undefined ? undefined : serverTimeOf((name) => response.header(name));
      if (response.status === TOO_MANY_REQUESTS) onBusy?.();
      if (serverAt !== undefined) onServerTime?.(serverAt, performance.now() - startedAt);
      report(resultOf(response.status, serverCode), response);
      return response;
    } catch (thrown) {
      report(Problem.of(thrown).code);
      throw thrown;
    } finally {
      interruption?.removeEventListener('abort', cutOff);
      end?.();
    }
  }
}

/** A status of success without a code is none: its answer does not come from the API, and its reader fails with `parse`. */
function resultOf(status: number, serverCode: string | undefined): string {
  if (serverCode === undefined) return status >= 200 && status <= 299 ? 'parse' : String(status);
  return serverCode === String(status) ? String(status) : `${status} ${serverCode}`;
}

/** The server's time according to the headers of an answer, epoch ms; undefined without a date. */
export function serverTimeOf(header: (name: string) => string | null | undefined): number | undefined {
  const dated = Date.parse(header('date') ?? '') + Number(header('age') ?? 0) * 1_000;
  return Number.isFinite(dated) ? dated : undefined;
}
