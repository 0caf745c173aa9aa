import type * as v from 'valibot';
import { contract } from '../../src/core/contract.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import type { Call } from './handler-table.ts';
import { handlers } from './handlers.ts';

type AnyEndpoint = Endpoint<never, v.GenericSchema, v.GenericSchema>;

interface ServedCall {
  endpoint: AnyEndpoint;
  handle: (data: never, call: Call) => unknown;
}

const rows: Record<string, Record<string, AnyEndpoint>> = contract;
const table: Record<string, Record<string, ServedCall['handle']>> = handlers;

/** Every call of the server contract and its handler, by path. */
export const servedCalls: ReadonlyMap<string, ServedCall> = new Map(
  Object.entries(rows).flatMap(([capability, verbs]) =>
    Object.entries(verbs).map(([verb, endpoint]): [string, ServedCall] => {
      const handle = table[capability]?.[verb];
      if (!handle) throw new Error(`the sandbox has no handler for ${capability}.${verb}`);
      return [endpoint.path, { endpoint, handle }];
    }),
  ),
);
