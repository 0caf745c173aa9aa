/** The subset of `AbortSignal` that the core uses, declared here because ports must not depend on a platform. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface HttpRequest {
  method: 'POST';
  /** An absolute https URL. Plain http is accepted for loopback addresses only. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For the whole exchange, response body included. */
  timeoutMs: number;
  signal?: AbortSignalLike;
  /** True if the request may change something on the server. */
  hasEffect?: boolean;
}

export interface HttpResponse {
  status: number;
  /** The value of a header, by its case-insensitive name; undefined if it is missing. */
  header(name: string): string | undefined;
  body: string;
}

/** Sends HTTP requests. */
export abstract class Http {
  /**
   * Sends the request once, without retries. Resolves for every HTTP status. Rejects with the Problem `timeout`, `network`, `cancelled`,
   * `parse` for an oversized response, or `invalid-input` for an unsafe address.
   */
  abstract send(request: HttpRequest): Promise<HttpResponse>;
}
