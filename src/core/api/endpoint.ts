import type * as v from 'valibot';
import type { CALLS, CallName } from './calls.ts';
import type { ConfigurationValues } from './configuration/configuration.ts';

/**
 * `full`: {appKey, version, data}; without data, the field is omitted.
 * `data`: {data} alone. `empty`: {}.
 */
export type Envelope = 'full' | 'data' | 'empty';

/** One call of the server contract. All calls are POST requests. */
export interface Endpoint<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema> {
  /** `capability.verb`; the configuration overrides the path under this key. */
  readonly name: string;
  readonly path: string;
  /** A read is safe to repeat; a write is not. */
  readonly kind: 'read' | 'write';
  readonly envelope: Envelope;
  /** Schema of the request's `data`. */
  readonly request: Request;
  /** Schema of the response's `data`, which also converts it to the domain type. */
  readonly answer: Answer;
  /** The schema in a deployment whose configuration gives the answer's words another meaning; undefined in any other. */
  readonly answerIn?: (values: ConfigurationValues) => Answer | undefined;
  readonly encode: (input: Input) => v.InferInput<Request>;
  /** Query parameters, for the one call that sends them. */
  readonly query: (input: Input) => Record<string, string>;
}

type Definition<Name extends CallName, Input, Request extends v.GenericSchema, Answer extends v.GenericSchema> = Omit<
  Endpoint<Input, Request, Answer>,
  'envelope' | 'query'
> &
  Partial<Pick<Endpoint<Input, Request, Answer>, 'envelope' | 'query'>> & {
    readonly name: Name;
  } & (typeof CALLS)[Name];

/** Defines a call that `CALLS` lists. Defaults: the full envelope and no query. */
export function endpoint<Name extends CallName, Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
  definition: Definition<Name, Input, Request, Answer>,
): Endpoint<Input, Request, Answer> {
  return { envelope: 'full', query: () => ({}), ...definition };
}
