import type { Http, HttpRequest, HttpResponse } from '../../ports/http.ts';

/** Tells the time that each answer names: `serverAt` in epoch ms, and how long the answer took. */
export class DatedHttp implements Http {
  constructor(
    private readonly inner: Http,
    private readonly onDate: (serverAt: number, roundTripMs: number) => void,
  ) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    const sentAt = performance.now();
    const response = await this.inner.send(request);
    const serverAt = serverTimeOf((name) => response.header(name));
    if (serverAt !== undefined) this.onDate(serverAt, performance.now() - sentAt);
    return response;
  }
}

/** The server's time according to the headers of an answer, epoch ms; undefined without a date. */
export function serverTimeOf(header: (name: string) => string | null | undefined): number | undefined {
  const dated = Date.parse(header('date') ?? '') + Number(header('age') ?? 0) * 1_000;
  return Number.isFinite(dated) ? dated : undefined;
}
