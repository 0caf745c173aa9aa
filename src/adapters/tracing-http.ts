import { Problem } from '../core/problem.ts';
import type { Http, HttpRequest, HttpResponse } from '../ports/http.ts';

/** One exchange with the server as it may be told to anybody: no header, no body, no query. */
export interface Exchange {
  method: string;
  path: string;
  ms: number;
  /** The HTTP status and the server's own code, or what went wrong. */
  code: string;
}

export interface TracingOptions {
  /** Takes the place of each request's own limit. */
  timeoutMs?: number;
  tell?: (exchange: Exchange) => void;
  /** Told before a request that has an effect is sent. */
  onWrite?: () => void;
}

const SERVER_CODE = /"code"\s*:\s*"?(\w{1,16})/;

/** Any HTTP, with a time limit of its own, telling each exchange. */
export class TracingHttp implements Http {
  constructor(
    private readonly inner: Http,
    private readonly options: TracingOptions,
  ) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    const { timeoutMs = request.timeoutMs, tell, onWrite } = this.options;
    const sent = { ...request, timeoutMs };
    if (request.hasEffect) onWrite?.();
    if (!tell) return this.inner.send(sent);
    const began = performance.now();
    const told = (code: string) =>
      tell({
        method: request.method,
        path: new URL(request.url).pathname,
        ms: Math.round(performance.now() - began),
        code,
      });
    try {
      const response = await this.inner.send(sent);
      const own = SERVER_CODE.exec(response.body)?.[1];
      told(
        own === undefined || own === String(response.status) ? String(response.status) : `${response.status} ${own}`,
      );
      return response;
    } catch (thrown) {
      told(Problem.of(thrown).code);
      throw thrown;
    }
  }
}
