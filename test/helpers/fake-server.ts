import type * as v from 'valibot';
import { FakeHttp, type TaughtAnswer, type TaughtResponse } from '../../src/adapters/fake/fake-http.ts';
import { contract } from '../../src/core/contract.ts';
import { Problem } from '../../src/core/problem.ts';
import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';

/** The properties of an endpoint that tests need. */
export interface AnyEndpoint {
  readonly name: string;
  readonly path: string;
  readonly kind: 'read' | 'write';
  readonly answer: v.GenericSchema;
}

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly AnyEndpoint[] = Object.values(contract).flatMap((capability) =>
  Object.values<AnyEndpoint | object>(capability).filter((row) => 'answer' in row),
);

/** The `data` of a response as the endpoint's decoder accepts it, or none if the app only reads the code. */
export type WireAnswer<Of extends AnyEndpoint> = Of extends AnyEndpoint
  ? unknown extends v.InferInput<Of['answer']>
    ? null | void
    : v.InferInput<Of['answer']>
  : never;

/** A response outside of the endpoint's type. */
export class RawAnswer {
  constructor(readonly taught: Exclude<TaughtAnswer, (request: HttpRequest) => unknown>) {}
}

/** A failure of any endpoint. */
export type Failure = RawAnswer | Problem;

type Given<Of extends AnyEndpoint> = WireAnswer<Of> | Failure;

/** A response: typed data in the usual envelope, a RawAnswer, or the Problem of the connection. */
export type Reply<Of extends AnyEndpoint> = Given<Of> | ((request: HttpRequest) => Given<Of> | Promise<Given<Of>>);

/** A refusal with the server's code and message. */
export const refused = (code: string | number, message = '') => new RawAnswer({ body: { code, message, data: null } });
/** A response with this status, headers or body. */
export const httpResponse = (response: TaughtResponse) => new RawAnswer(response);
/** A success whose data breaks the contract of the endpoint. */
export const misshapen = (data: unknown) => new RawAnswer(success(data));
/** No response until the timeout or the signal ends the request. */
export const hangs = new RawAnswer('hangs');

/** A success response in the usual envelope. */
export function success(data?: unknown): TaughtResponse {
  return { body: { code: '200', message: 'success', data } };
}

/** A fake HTTP server that sends the responses defined by the test and throws on every other request. */
export class FakeServer extends FakeHttp {
  /** The requests without a defined response. */
  readonly untaught: unknown[] = [];
  private readonly usual = new Map<string, TaughtAnswer[]>();

  constructor(private readonly basePath = '/api') {
    super();
  }

  /** Defines the responses of an endpoint, in order. The last one repeats. The default is a success without data. */
  reply<Of extends AnyEndpoint>(endpoint: Of, ...answers: Reply<Of>[]): this {
    const taught = answers.length === 0 ? [success()] : answers.map((answer) => taughtAnswer(answer));
    this.usual.set(endpoint.path, taught);
    return this.answers(this.basePath + endpoint.path, ...taught);
  }

  /** Makes this endpoint fail from now on. */
  fails(endpoint: AnyEndpoint, failure: Failure | ((request: HttpRequest) => Promise<Failure>)): this {
    return this.answers(this.basePath + endpoint.path, taughtAnswer(failure));
  }

  /** Restores the responses of the endpoint that the test defined. */
  recovers({ path }: AnyEndpoint): this {
    return this.answers(this.basePath + path, ...(this.usual.get(path) ?? []));
  }

  /** From now on every endpoint responds with 401 to this token, and as defined to any other token. */
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

  /** The requests to an endpoint. */
  requests({ path }: AnyEndpoint): HttpRequest[] {
    return this.sentTo(this.basePath + path);
  }

  /** The names of the called endpoints, in order. */
  called(): string[] {
    return this.sent.map((request) => this.nameOf(request));
  }

  /** The name of the endpoint of a request. */
  protected nameOf({ url }: HttpRequest): string {
    const { pathname } = new URL(url);
    return ENDPOINTS.find(({ path }) => this.basePath + path === pathname)?.name ?? pathname;
  }

  /** The parsed bodies of the requests to an endpoint. */
  bodies(endpoint: AnyEndpoint): unknown[] {
    return this.requests(endpoint).map(({ body }) => JSON.parse(body) as unknown);
  }

  /** The `data` of the requests to an endpoint. */
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

/** The `data` of a request. */
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
