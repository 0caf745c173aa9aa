import * as fc from 'fast-check';

/**
 * A fault of one call or one websocket between a client and its server. `hang`: the request does not reach the server and the client
 * gets no response. `half-open`: the server acts and its response is lost. `reset-before`, `reset-after`: the connection is
 * reset before or after the server acts. `garbage`: bytes of another protocol. `malformed`: truncated JSON. `misshapen`: JSON that
 * breaks the contract.
 */
export type Fault =
  | { kind: 'latency'; ms: number }
  | { kind: 'bandwidth'; bytesPerSecond: number }
  | { kind: 'html'; status: number }
  | { kind: 'hang' | 'half-open' | 'reset-before' | 'reset-after' | 'garbage' | 'malformed' | 'misshapen' };

const BARE = ['hang', 'half-open', 'reset-before', 'reset-after', 'garbage', 'malformed', 'misshapen'] as const;

const aFault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('latency' as const), ms: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bandwidth' as const),
      bytesPerSecond: fc.integer({ min: 2_000, max: 20_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('html' as const), status: fc.constantFrom(500, 502, 503, 504) }),
  },
  { weight: 7, arbitrary: fc.constantFrom(...BARE).map((kind) => ({ kind })) },
);

/** The faults of `length` consecutive calls, about half of them undefined (no fault). A failing property prints its seed. */
export function aSchedule(length: number): fc.Arbitrary<(Fault | undefined)[]> {
  return fc.array(fc.option(aFault, { nil: undefined, freq: 1 }), { minLength: length, maxLength: length });
}
