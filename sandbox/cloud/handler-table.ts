import type * as v from 'valibot';
import type { contract } from '../../src/core/contract.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';

/** The caller of a request and the address of the request. */
export interface Call {
  caller: User;
  world: World;
  query: URLSearchParams;
  /** The name and port of this server in the request, which a proxy may have on its own. */
  authority: string;
}

type Handler<Row> =
  Row extends Endpoint<never, infer Request, infer Answer>
    ? (data: v.InferOutput<Request>, call: Call) => v.InferInput<Answer>
    : never;

/** A handler for each call of the server contract, under the same names. */
export type HandlerTable = {
  [Capability in keyof typeof contract]: {
    [Verb in keyof (typeof contract)[Capability]]: Handler<(typeof contract)[Capability][Verb]>;
  };
};
