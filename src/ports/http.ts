/** The subset of `AbortSignal` that the core uses, declared here because ports must not depend on a platform. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface HttpRequest {
  /** Only a POST has a body. */
  method: 'GET' | 'POST' | 'OPTIONS';
  /** An absolute https URL. Plain http is accepted for loopback addresses only. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For the whole exchange, response body included. */
  timeoutMs: number;
  signal?: AbortSignalLike;
  /** True if the request may change something on the server. */
  hasEffect?: boolean;
  /** Number of the device that the request is about. */
  sno?: string;
}

export interface HttpResponse {
  status: number;
  /** The value of a header, by its case-insensitive name; undefined if it is missing. */
  header(name: string): string | undefined;
  body: string;
}

/** One exchange with the server that has ended, safe to print: without headers, body and query. */
export interface Exchange {
  method: string;
  path: string;
  ms: number;
  /** As the request says. */
  hasEffect?: boolean;
  sno?: string;
  /** The request had a token, so it was a call of a user; an examination of the server sends others, too. */
  hasToken: boolean;
  /** The HTTP status and the server's own code, or the Problem's code. */
  code: string;
  /** The id that the request was sent with. */
  requestId?: string;
  /** The server's own id of the request. */
  serverRequestId?: string;
}

/** A call that a dry run did not send. It has no headers, so no token. */
export interface PlannedCall {
  method: string;
  /** With the query. */
  path: string;
  /** Parsed JSON. */
  body: unknown;
}

/** Sends HTTP requests. */
export abstract class Http {
  /**
   * Sends the request once, without retries. Resolves for every HTTP status. Rejects with the Problem `timeout`, `network`, `cancelled`,
   * `parse` for an oversized response, or `invalid-input` for an unsafe address.
   */
  abstract send(request: HttpRequest): Promise<HttpResponse>;
}
