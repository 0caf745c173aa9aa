import type * as v from 'valibot';
import type { CALLS, CallName } from './calls.ts';

/**
 * `full`: {appKey, version, data}; a request without data sends the envelope without it.
 * `data`: {data} alone. `empty`: {}.
 */
export type Envelope = 'full' | 'data' | 'empty';

/** One row of the server contract: where it is, what goes out, what comes back. All calls are POST. */
export interface Endpoint<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema> {
  /** `capability.verb`, the key by which configuration overrides the path. */
  readonly name: string;
  readonly path: string;
  /** A read may be asked again without harm; a write never blindly. */
  readonly kind: 'read' | 'write';
  readonly envelope: Envelope;
  /** The shape of `data` on the wire. */
  readonly request: Request;
  /** The shape of the answer's `data`, and how it becomes our own. */
  readonly answer: Answer;
  readonly encode: (input: Input) => v.InferInput<Request>;
  /** Query parameters, for the one call that has them. */
  readonly query: (input: Input) => Record<string, string>;
}

type Definition<Name extends CallName, Input, Request extends v.GenericSchema, Answer extends v.GenericSchema> = Omit<
  Endpoint<Input, Request, Answer>,
  'envelope' | 'query'
> &
  Partial<Pick<Endpoint<Input, Request, Answer>, 'envelope' | 'query'>> & {
    readonly name: Name;
  } & (typeof CALLS)[Name];

/** Declares a row of the contract, which stands in the table of calls; the usual envelope and no query unless it says otherwise. */
export function endpoint<Name extends CallName, Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
  definition: Definition<Name, Input, Request, Answer>,
): Endpoint<Input, Request, Answer> {
  return { envelope: 'full', query: () => ({}), ...definition };
}
