/** What an `AbortSignal` offers of itself; declared here because a port knows no platform. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface HttpRequest {
  method: 'POST';
  /** Absolute, https; plain http is accepted for loopback addresses only. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The whole exchange, body included, ends within this. */
  timeoutMs: number;
  signal?: AbortSignalLike;
  /** It may change something at the server. */
  hasEffect?: boolean;
}

export interface HttpResponse {
  status: number;
  /** The value of a header, whatever case its name is asked in; undefined where it did not come. */
  header(name: string): string | undefined;
  body: string;
}

/** Carries one request to a server, and its answer back. */
export abstract class Http {
  /**
   * Sends once and answers with whatever status the server gave.
   * Rejects with the Problem `timeout`, `network`, `cancelled`, `parse` for an answer too long to be one,
   * or `invalid-input` for an address that must not be called.
   */
  abstract send(request: HttpRequest): Promise<HttpResponse>;
}
