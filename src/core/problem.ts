/** Every kind of failure. The ui and the cli each have one message for each. */
export type ProblemCode =
  | 'timeout' // no response within the timeout
  | 'not-sent' // a command was not sent, because too long had passed since it was asked for
  | 'no-report' // the server answered, and no report of the device shows the effect of a command
  | 'network' // no connection, or it failed before the response
  | 'http' // a response with a status outside 2xx
  | 'unauthorized' // status 401: the server rejected the token
  | 'parse' // a response that is not JSON or does not match the contract
  | 'refused' // a response code other than 200
  | 'cancelled' // the caller aborted the operation
  | 'no-token' // nobody is signed in, so no request was sent
  | 'invalid-input' // unusable input; the message says what to do
  | 'configuration' // the configuration file is missing or malformed
  | 'storage' // the storage is full, forbidden or damaged
  | 'scanner' // no scan is possible: no camera, no permission, no code in the picture
  | 'bridge' // WeChat, or its replacement, does not support the action
  | 'login-failed' // the device channel refused its credentials
  | 'internal'; // a bug in this program, not a failure of the server, the device or the input

interface ProblemDetails {
  /** English text for developers and logs; it never contains a token or a phone number. */
  message?: string;
  /** HTTP status. */
  status?: number;
  /** Delay that the server requests before a retry, in ms from its response. */
  retryAfterMs?: number;
  /** Target of a redirect: scheme and host. */
  redirectsTo?: string;
  /** The response is a web page. */
  isWebPage?: boolean;
  /** The server's code and message of a refusal. */
  serverCode?: string;
  serverMessage?: string;
  /** The refusal says that the server broke down while it worked. */
  brokeDown?: boolean;
  /** Name of the endpoint. */
  call?: string;
  /** Numbers of the device and of the order that the call is about. */
  sno?: string;
  orderNo?: string;
  /** Nothing that changes anything was sent before it. */
  wasNotSent?: boolean;
  /** The proxy that failed before the request reached the server. */
  proxy?: string;
  /** Everything that is wrong with a configuration, which the message joins. */
  faults?: readonly string[];
  cause?: unknown;
}

/** 408, 499: a proxy or the server stopped waiting. 409: a request with the same key is in progress. */
const MAY_HAVE_EXECUTED: readonly number[] = [408, 409, 499];

/** How a file server answers a POST: 404, 405 or 501. */
const NOT_THE_API: readonly number[] = [404, 405, 501];

/** The only error class of this program: a failure code, and the facts for its message. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly redirectsTo?: string;
  readonly isWebPage?: boolean;
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly brokeDown?: boolean;
  readonly call?: string;
  readonly sno?: string;
  readonly orderNo?: string;
  readonly wasNotSent?: boolean;
  readonly proxy?: string;
  readonly faults?: readonly string[];

  constructor(
    readonly code: ProblemCode,
    {
      message,
      cause,
      status,
      retryAfterMs,
      redirectsTo,
      isWebPage,
      serverCode,
      serverMessage,
      brokeDown,
      call,
      sno,
      orderNo,
      wasNotSent,
      proxy,
      faults,
    }: ProblemDetails = {},
  ) {
    super(message ?? [call, code, status ?? serverCode].filter(Boolean).join(' '), { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.redirectsTo = redirectsTo;
    this.isWebPage = isWebPage;
    this.serverCode = serverCode;
    this.serverMessage = serverMessage;
    this.brokeDown = brokeDown;
    this.call = call;
    this.sno = sno;
    this.orderNo = orderNo;
    this.wasNotSent = wasNotSent;
    this.proxy = proxy;
    this.faults = faults;
  }

  /** Converts anything thrown to a Problem. Any other error becomes `internal`. */
  static of(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown;
    return new Problem('internal', {
      message: thrown instanceof Error ? thrown.message : String(thrown),
      cause: thrown,
    });
  }

  /**
   * Returns a Problem that the caller can handle. Rethrows an internal error, so that no caller treats it as a result.
   */
  static expected(thrown: unknown): Problem {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') throw problem;
    return problem;
  }

  /** Returns the Problem as that of a call; a bug is nobody's. */
  inCall(call: string): Problem {
    return this.code === 'internal'
      ? this
      : new Problem(this.code, { ...this, message: this.message, call, cause: this });
  }

  /** Returns the Problem of a step before anything that changes something was sent. */
  beforeSending(): Problem {
    return this.mayHaveTakenEffect
      ? new Problem(this.code, { ...this, message: this.message, wasNotSent: true, cause: this })
      : this;
  }

  /** True if the session has ended, so that a retry is pointless. */
  get endsTheSession(): boolean {
    return this.code === 'unauthorized' || this.code === 'no-token';
  }

  /**
   * True if the response does not come from the API: the configured address is wrong, or a captive portal intercepts
   * the request.
   */
  get isNotTheApi(): boolean {
    const { code, status = 0 } = this;
    return (
      this.isWebPage === true || (code === 'http' && ((status >= 300 && status < 400) || NOT_THE_API.includes(status)))
    );
  }

  /**
   * True if the HTTP status, a 4xx, says that the server refused the request before it acted. Exceptions: 408 and 499,
   * when a proxy stopped waiting, and 409, when another attempt may be in progress.
   */
  get refusedRequest(): boolean {
    const { code, status = 0 } = this;
    return code === 'http' && status >= 400 && status < 500 && !MAY_HAVE_EXECUTED.includes(status);
  }

  /** True if a write may have taken effect without a valid response. A refusal had no effect unless the server says that it broke down. */
  get mayHaveTakenEffect(): boolean {
    if (this.wasNotSent || this.refusedRequest) return false;
    if (this.code === 'refused') return this.brokeDown === true;
    return this.proxy === undefined && ['timeout', 'network', 'http', 'parse'].includes(this.code);
  }
}

/** Handles the failure of an optional operation. Rethrows an internal error. */
export function ignoreFailure(thrown: unknown): undefined {
  Problem.expected(thrown);
}

/** Returns the stack of the original error, with its name and message. */
export function stackOf(error: Error): string {
  const first = error.cause instanceof Error ? error.cause : error;
  return first.stack ?? String(first);
}
