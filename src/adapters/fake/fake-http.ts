import { Problem } from '../../core/problem.ts';
import type { Http, HttpRequest, HttpResponse } from '../../ports/http.ts';
import { safeAddress } from '../http/http-address.ts';

/** A server's response. The status defaults to 200; a body that is not a string is sent as JSON. */
export interface TaughtResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Taught = TaughtResponse | Problem;

/** A test's response for a path. With `hangs` the request ends only by its timeout or its signal. */
export type TaughtAnswer = Taught | 'hangs' | ((request: HttpRequest) => Taught | Promise<Taught>);

/** An Http whose responses a test defines for each path. */
export class FakeHttp implements Http {
  readonly sent: HttpRequest[] = [];
  private readonly taught = new Map<string, TaughtAnswer[]>();

  /** Defines the responses for a path, in order. The last one repeats. */
  answers(path: string, ...answers: TaughtAnswer[]): this {
    this.taught.set(path, answers);
    return this;
  }

  /** The requests sent to one path. */
  sentTo(path: string): HttpRequest[] {
    return this.sent.filter(({ url }) => new URL(url).pathname === path);
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const path = safeAddress(request.url).pathname;
    if (request.signal?.aborted) throw new Problem('cancelled');
    const answer = this.next(path);
    this.sent.push(request);
    const taught = await Promise.race([
      interrupted(request, answer === 'hangs'),
      answer === 'hangs' ? new Promise<never>(() => {}) : typeof answer === 'function' ? answer(request) : answer,
    ]);
    if (taught instanceof Problem) throw taught;
    return response(taught);
  }

  private next(path: string): TaughtAnswer {
    const answers = this.taught.get(path) ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new Error(`FakeHttp was taught no answer for ${path}`);
    return answer;
  }
}

function interrupted({ signal, timeoutMs }: HttpRequest, hangs: boolean): Promise<Problem> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(new Problem('cancelled')));
    if (hangs) setTimeout(() => resolve(new Problem('timeout')), timeoutMs);
  });
}

function response({ status = 200, headers = {}, body = '' }: TaughtResponse): HttpResponse {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    header: (name) => named.get(name.toLowerCase()),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}
