import type { IncomingMessage } from 'node:http';
import type { World } from '../world/world.ts';
import { servedCalls } from './contract.ts';
import { opened } from './envelope.ts';
import type { Call } from './handler-table.ts';
import { Refusal } from './refusal.ts';

export interface Reply {
  status: number;
  answer: { code: string; message: string; data: unknown };
}

interface ApiRequest {
  method: string | undefined;
  headers: IncomingMessage['headers'];
  path: string;
  query: URLSearchParams;
  body: string;
}

/** The query parameters of the calls that take them. */
const QUERIES: Record<string, readonly string[]> = { '/device/device/share/list': ['sno'] };

/** Answers the calls of the contract. It rejects every request that violates the contract, and its own answers follow it. */
export class Answers {
  /** The replies to writes by user, call and idempotency key. */
  private readonly kept = new Map<string, { body: string; reply: Reply }>();

  constructor(
    private readonly world: World,
    private readonly complain: (message: string) => void,
  ) {}

  /** Reports each request that violates the contract. */
  answer(request: ApiRequest): Reply {
    const reply = this.replyTo(request);
    if (reply.status !== 200 && reply.status !== 401) this.complain(reply.answer.message);
    return reply;
  }

  private replyTo({ method, headers, path, query, body }: ApiRequest): Reply {
    const served = servedCalls.get(path);
    if (!served) return broken(404, `the contract has no call ${path}`);
    if (method !== 'POST') return broken(405, `${path} takes POST, not ${method}`);
    if (!headers['content-type']?.startsWith('application/json'))
      return broken(415, `${path}: content-type must be application/json`);
    const caller = this.world.users.byToken(headers.authorization ?? '');
    if (!caller) return broken(401, 'Authorization must be an access token of this sandbox, without a scheme');
    const { endpoint, handle } = served;
    const request = opened(endpoint, body);
    const wrong = [...('wrong' in request ? request.wrong : []), ...wrongQuery(path, query)];
    if (!('data' in request) || wrong.length > 0) return broken(400, `${path}: ${wrong.join('; ')}`);
    const key = endpoint.kind === 'write' ? headers['idempotency-key'] : undefined;
    const name = key === undefined ? undefined : JSON.stringify([caller.id, path, key]);
    const before = name === undefined ? undefined : this.kept.get(name);
    if (before && before.body !== body)
      return broken(422, `${path}: this idempotency key was used for another request`);
    if (before) return before.reply;
    const { host: authority = '127.0.0.1' } = headers;
    const reply = this.handled(() =>
      handle(request.data as never, { caller, world: this.world, query, authority } satisfies Call),
    );
    if (name !== undefined && reply.answer.code === '200') this.kept.set(name, { body, reply });
    return reply;
  }

  private handled(act: () => unknown): Reply {
    this.world.tick();
    try {
      return { status: 200, answer: { code: '200', message: 'success', data: act() ?? null } };
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return { status: 200, answer: { code: thrown.code, message: thrown.message, data: null } };
    }
  }
}

function wrongQuery(path: string, query: URLSearchParams): string[] {
  const known = QUERIES[path] ?? [];
  const missing = known.filter((name) => !query.get(name)).map((name) => `query ${name}: missing`);
  const unknown = [...query.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => `query ${name}: this call has no such parameter`);
  return [...missing, ...unknown];
}

function broken(status: number, message: string): Reply {
  return { status, answer: { code: String(status), message, data: null } };
}
