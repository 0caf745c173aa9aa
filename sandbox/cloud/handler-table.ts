import type * as v from 'valibot';
import type { contract } from '../../src/core/contract.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';

/** Who calls, and by which address. */
export interface Call {
  caller: User;
  world: World;
  query: URLSearchParams;
  /** This server, as the caller reached it. */
  host: string;
  port: number;
}

type Handler<Row> =
  Row extends Endpoint<never, infer Request, infer Answer>
    ? (data: v.InferOutput<Request>, call: Call) => v.InferInput<Answer>
    : never;

/** A handler for each call of the server contract, by the same names. */
export type HandlerTable = {
  [Capability in keyof typeof contract]: { [Verb in keyof (typeof contract)[Capability]]: Handler<(typeof contract)[Capability][Verb]> };
};
