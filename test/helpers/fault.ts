import * as fc from 'fast-check';

/**
 * What goes wrong between a client and its server, with one call or with one websocket. `hang`: the server never hears of it, the client
 * never hears anything. `half-open`: the server hears and acts, and nothing comes back. `reset-before`, `reset-after`: the connection is
 * reset before or after the server acted. `garbage`: bytes of another protocol. `malformed`: JSON that breaks off. `misshapen`: JSON that
 * is not what was agreed.
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

/** What happens to one call after the other, `length` of them; every other one or so goes well. A property's failure prints the seed. */
export function aSchedule(length: number): fc.Arbitrary<(Fault | undefined)[]> {
  return fc.array(fc.option(aFault, { nil: undefined, freq: 1 }), { minLength: length, maxLength: length });
}
