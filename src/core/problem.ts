/** Every way in which something can break; the ui and the cli each have one sentence for each. */
export type ProblemCode =
  | 'timeout' // no answer within the time limit
  | 'network' // no connection, or it broke before an answer came
  | 'http' // an answer with a status outside 2xx
  | 'unauthorized' // status 401: the token is no longer taken
  | 'parse' // an answer that is not JSON or not of the agreed shape
  | 'refused' // the server answered with a code other than 200
  | 'cancelled' // whoever asked no longer wants it
  | 'no-token' // nobody is signed in, so nothing was sent
  | 'invalid-input' // what was given cannot be used; the message says what to do
  | 'configuration' // the configuration file is missing or malformed
  | 'storage' // the place where things are kept is full, forbidden or damaged
  | 'scanner' // no code can be read here: no camera, no permission, no code in the picture
  | 'bridge' // the messaging app, or what stands in for it, cannot do this
  | 'login-failed' // the device channel refused its credentials
  | 'internal'; // an error of this program: it says nothing of the server, the device or what was typed

interface ProblemDetails {
  /** For developers and logs, in English; never holds a token or a phone number. */
  message?: string;
  /** The HTTP status. */
  status?: number;
  /** When the server said to ask again, in ms from its answer. */
  retryAfterMs?: number;
  /** Where a redirect leads: scheme and host. */
  redirectsTo?: string;
  /** A web page came in the place of an answer. */
  isWebPage?: boolean;
  /** The server's own code and words, where it refused. */
  serverCode?: string;
  serverMessage?: string;
  /** The endpoint's name. */
  call?: string;
  /** The proxy on the way to the server, where that failed and nothing was sent. */
  proxy?: string;
  cause?: unknown;
}

/** 408, 499: nobody waited for the server any longer. 409: a request with the same key is being worked on. */
const GAVE_UP_OR_UNDER_WAY: readonly number[] = [408, 409, 499];

/** Not found, method not allowed, and not implemented: what servers of files say to a POST. */
const NOT_THE_API: readonly number[] = [404, 405, 501];

/** The one error class of this program: what broke, and the facts a message can be made of. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly redirectsTo?: string;
  readonly isWebPage?: boolean;
  readonly serverCode?: string;
  readonly serverMessage?: string;
  readonly call?: string;
  readonly proxy?: string;

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
      call,
      proxy,
    }: ProblemDetails = {},
  ) {
    super(message ?? [call, code, status ?? serverCode].filter(Boolean).join(' '), { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.redirectsTo = redirectsTo;
    this.isWebPage = isWebPage;
    this.serverCode = serverCode;
    this.serverMessage = serverMessage;
    this.call = call;
    this.proxy = proxy;
  }

  /** Returns whatever was thrown as a Problem: an error that is none is one of this program, `internal`. */
  static of(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown;
    return new Problem('internal', {
      message: thrown instanceof Error ? thrown.message : String(thrown),
      cause: thrown,
    });
  }

  /** Returns the Problem that a caller can handle. Throws an error of this program on, so that nothing takes it for an answer. */
  static expected(thrown: unknown): Problem {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') throw problem;
    return problem;
  }

  /** True where nobody is signed in any more, so that asking again is of no use. */
  get endsTheSession(): boolean {
    return this.code === 'unauthorized' || this.code === 'no-token';
  }

  /** True where somebody answered who does not speak for the API: the configured address is wrong, or a network wants a sign-in first. */
  get isNotTheApi(): boolean {
    const { code, status = 0 } = this;
    return (
      this.isWebPage === true || (code === 'http' && ((status >= 300 && status < 400) || NOT_THE_API.includes(status)))
    );
  }

  /**
   * True where a write may have taken effect although no proper answer came back. A status of the 400s says that the server refused
   * before it acted, but for those of a proxy that stopped waiting, and 409: another try of the same write may be under way.
   */
  get mayHaveTakenEffect(): boolean {
    if (this.code === 'http' && this.status !== undefined && this.status >= 400 && this.status < 500)
      return GAVE_UP_OR_UNDER_WAY.includes(this.status);
    return this.proxy === undefined && ['timeout', 'network', 'http', 'parse'].includes(this.code);
  }
}

/** Catches the failure of something that the caller can do without. Throws an error of this program on. */
export function ignoreFailure(thrown: unknown): undefined {
  Problem.expected(thrown);
}

/** Returns the stack of the error that was thrown first, with its name and message. */
export function stackOf(error: Error): string {
  const first = error.cause instanceof Error ? error.cause : error;
  return first.stack ?? String(first);
}
