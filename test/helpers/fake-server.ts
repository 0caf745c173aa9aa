import type * as v from 'valibot';
import { FakeHttp, type TaughtAnswer, type TaughtResponse } from '../../src/adapters/fake/fake-http.ts';
import { contract } from '../../src/core/contract.ts';
import { Problem } from '../../src/core/problem.ts';
import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';

/** A row of the contract, by what tests need of it. */
export interface AnyEndpoint {
  readonly name: string;
  readonly path: string;
  readonly kind: 'read' | 'write';
  readonly answer: v.GenericSchema;
}

/** Every row of the contract. */
export const ENDPOINTS: readonly AnyEndpoint[] = Object.values(contract).flatMap((capability) =>
  Object.values<AnyEndpoint | object>(capability).filter((row) => 'answer' in row),
);

/** The `data` of an answer as the endpoint's decoder takes it; none where only the code counts. */
export type WireAnswer<Of extends AnyEndpoint> = Of extends AnyEndpoint
  ? unknown extends v.InferInput<Of['answer']>
    ? null | void
    : v.InferInput<Of['answer']>
  : never;

/** An answer that the endpoint's type does not describe. */
export class RawAnswer {
  constructor(readonly taught: Exclude<TaughtAnswer, (request: HttpRequest) => unknown>) {}
}

/** An answer that suits every endpoint. */
export type Failure = RawAnswer | Problem;

type Given<Of extends AnyEndpoint> = WireAnswer<Of> | Failure;

/** What a server answers: typed data in the usual envelope, a RawAnswer, or the Problem that the line ends in. */
export type Reply<Of extends AnyEndpoint> = Given<Of> | ((request: HttpRequest) => Given<Of> | Promise<Given<Of>>);

/** The server refuses, in its own words. */
export const refused = (code: string | number, message = '') => new RawAnswer({ body: { code, message, data: null } });
/** The status, headers or body that a test is about. */
export const httpResponse = (response: TaughtResponse) => new RawAnswer(response);
/** A success whose data is not what the endpoint agreed to. */
export const misshapen = (data: unknown) => new RawAnswer(success(data));
/** No answer until the time limit or the signal ends the request. */
export const hangs = new RawAnswer('hangs');

/** The envelope of a success. */
export function success(data?: unknown): TaughtResponse {
  return { body: { code: '200', message: 'success', data } };
}

/** The server of the contract: answers each endpoint as a test taught it, and throws on the rest. */
export class FakeServer extends FakeHttp {
  /** The requests that no test taught an answer for. */
  readonly untaught: unknown[] = [];
  private readonly usual = new Map<string, TaughtAnswer[]>();

  constructor(private readonly basePath = '/api') {
    super();
  }

  /** Several answers are given in turn, the last one from then on; without any, a success without data. */
  reply<Of extends AnyEndpoint>(endpoint: Of, ...answers: Reply<Of>[]): this {
    const taught = answers.length === 0 ? [success()] : answers.map((answer) => taughtAnswer(answer));
    this.usual.set(endpoint.path, taught);
    return this.answers(this.basePath + endpoint.path, ...taught);
  }

  /** From now on this endpoint fails. */
  fails(endpoint: AnyEndpoint, failure: Failure | ((request: HttpRequest) => Promise<Failure>)): this {
    return this.answers(this.basePath + endpoint.path, taughtAnswer(failure));
  }

  /** The endpoint answers again as it was taught. */
  recovers({ path }: AnyEndpoint): this {
    return this.answers(this.basePath + path, ...(this.usual.get(path) ?? []));
  }

  /** From now on every endpoint answers 401 to this token, and as taught to any other. */
  rejectsToken(token: string): void {
    for (const [path, answers] of this.usual) {
      this.answers(this.basePath + path, (request) => {
        if (request.headers['Authorization'] === token) return { status: 401 };
        const answer = answers.at(-1);
        if (answer === undefined || answer === 'hangs')
          throw new Error(`no answer for ${path} was taught for another token`);
        return typeof answer === 'function' ? answer(request) : answer;
      });
    }
  }

  /** The requests that went to an endpoint. */
  requests({ path }: AnyEndpoint): HttpRequest[] {
    return this.sentTo(this.basePath + path);
  }

  /** The names of the endpoints that were called, in order. */
  called(): string[] {
    return this.sent.map((request) => this.nameOf(request));
  }

  /** The name of the endpoint that a request is for. */
  protected nameOf({ url }: HttpRequest): string {
    const { pathname } = new URL(url);
    return ENDPOINTS.find(({ path }) => this.basePath + path === pathname)?.name ?? pathname;
  }

  /** The bodies that went to an endpoint. */
  bodies(endpoint: AnyEndpoint): unknown[] {
    return this.requests(endpoint).map(({ body }) => JSON.parse(body) as unknown);
  }

  /** The `data` of those bodies. */
  data(endpoint: AnyEndpoint): unknown[] {
    return this.requests(endpoint).map(dataOf);
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await super.send(request);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) this.untaught.push(thrown);
      throw thrown;
    }
  }
}

/** The `data` that a request carries. */
export function dataOf({ body }: HttpRequest): unknown {
  return (JSON.parse(body) as { data?: unknown }).data;
}

function taughtAnswer(answer: unknown): TaughtAnswer {
  if (typeof answer !== 'function') return responseOf(answer);
  return (request) => {
    const given: unknown = (answer as (request: HttpRequest) => unknown)(request);
    return (given instanceof Promise ? given.then(responseOf) : responseOf(given)) as ReturnType<
      Extract<TaughtAnswer, (request: HttpRequest) => unknown>
    >;
  };
}

function responseOf(given: unknown): TaughtResponse | Problem | 'hangs' {
  if (given instanceof RawAnswer) return given.taught;
  return given instanceof Problem ? given : success(given);
}
