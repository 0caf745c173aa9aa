import * as v from 'valibot';
import { Answers } from '../../sandbox/cloud/answers.ts';
import { WorldClock } from '../../sandbox/world/clock.ts';
import { beginWorld } from '../../sandbox/world/scenarios.ts';
import { DONE } from '../../src/core/api/api-client.ts';
import { compareAnswer } from '../../src/core/api/examine/compare-answer.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import { STANDARD } from '../../src/core/api/calls.ts';

/** A request and the sandbox's answer, under the name of both in the document. */
export interface CallExample {
  name: string;
  request: unknown;
  query: Record<string, string>;
  answer: unknown;
}

/** The name of the example that each call must have. */
export const USUAL = 'usual';

const CHANNEL = 'channel.example.com:8080';

/** A clock at 2026-03-02 09:00:00 in China that moves only on request. */
class ExampleClock extends WorldClock {
  override now(): number {
    return 1_772_413_200_000 + this.ahead;
  }
}

/** Makes calls to the sandbox's demo world in memory, and records requests and answers. */
export class Recorder {
  readonly clock = new ExampleClock();
  readonly world = beginWorld(this.clock);
  readonly recorded = new Map<string, CallExample[]>();
  private readonly answers = new Answers(this.world, (message) => {
    throw new Error(`an example violates the contract: ${message}`);
  });

  /** The answer, decoded with the app's decoder. Throws if the sandbox refuses the call or the answer violates the contract. */
  done<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    user: string,
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
    name = USUAL,
  ): v.InferOutput<Answer> {
    const { code, message, data } = this.record(name, user, endpoint, input);
    if (code !== DONE) throw new Error(`${endpoint.name} is refused in the example ${name}: ${message}`);
    return v.parse(endpoint.answer, data);
  }

  /** Records a refusal. Throws if the sandbox does not refuse the call. */
  refused<Input>(
    user: string,
    endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>,
    input: Input,
    name: string,
  ): void {
    if (this.record(name, user, endpoint, input).code === DONE)
      throw new Error(`${endpoint.name} is not refused in the example ${name}`);
  }

  private record<Input>(
    name: string,
    user: string,
    endpoint: Endpoint<Input, v.GenericSchema, v.GenericSchema>,
    input: Input,
  ) {
    const body = JSON.stringify(bodyOf(endpoint, input));
    const query = endpoint.query(input);
    const { answer } = this.answers.answer({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: this.world.users.get(user).accessToken,
        host: CHANNEL,
      },
      path: endpoint.path,
      query: new URLSearchParams(query),
      body,
    });
    const before = this.recorded.get(endpoint.name) ?? [];
    if (before.some((example) => example.name === name)) throw new Error(`${endpoint.name} has two examples ${name}`);
    const unread = compareAnswer(endpoint, answer.data).flatMap(({ verdict, path: field }) =>
      verdict === 'unknown' ? [field] : [],
    );
    this.recorded.set(endpoint.name, [
      ...before,
      { name, query, request: JSON.parse(body), answer: { ...answer, data: without(unread, answer.data) } },
    ]);
    return answer;
  }
}

function bodyOf<Input>({ envelope, encode }: Endpoint<Input, v.GenericSchema, v.GenericSchema>, input: Input): object {
  const data = encode(input);
  return { empty: {}, data: { data }, full: { ...STANDARD, data } }[envelope];
}

/** Removes the fields that the app does not read, and values that JSON cannot represent. */
function without(unread: readonly string[], data: unknown): unknown {
  const kept = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => kept(item, `${path}[]`));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(
      ([name, inner]) => [name, path === '' ? name : `${path}.${name}`, inner] as const,
    );
    return Object.fromEntries(
      fields.flatMap(([name, below, inner]) =>
        unread.includes(below) || inner === undefined ? [] : [[name, kept(inner, below)]],
      ),
    );
  };
  return kept(data, '');
}
