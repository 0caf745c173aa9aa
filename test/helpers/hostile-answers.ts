import type * as v from 'valibot';
import { end, instant } from '../../src/core/api/decoders.ts';
import { type AnyEndpoint, ENDPOINTS } from './fake-server.ts';

type Schema = v.GenericSchema & {
  pipe?: readonly v.GenericSchema[];
  entries?: Record<string, v.GenericSchema>;
  item?: v.GenericSchema;
  wrapped?: v.GenericSchema;
  options?: readonly unknown[];
  literal?: unknown;
};

const SOME_DAY = Date.parse('2030-01-01T00:00:00+08:00');

/** A response for each call of the contract that its decoder accepts, with `payload` in every text field. */
export function hostileAnswers(payload: string): Map<AnyEndpoint, { code: string; message: string; data: unknown }> {
  return new Map(
    ENDPOINTS.map((endpoint) => [
      endpoint,
      { code: '200', message: payload, data: sampleOf(endpoint.answer as Schema, payload) },
    ]),
  );
}

/** The number of occurrences of the payload. */
export function placesOf(value: unknown, payload: string): number {
  return JSON.stringify(value).split(JSON.stringify(payload).slice(1, -1)).length - 1;
}

function sampleOf(schema: Schema, payload: string): unknown {
  const { pipe, entries, item, wrapped, options = [] } = schema;
  if ([instant, end].includes(schema as never)) return SOME_DAY;
  const of = (inner: unknown) => sampleOf(inner as Schema, payload);
  if (pipe && pipe[0] !== schema && schema.type === pipe[0]?.type && pipe.length > 1) return of(pipe[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(entries ?? {}).map(([name, field]) => [name, of(field)]));
    case 'array':
      return [of(item)];
    case 'union':
      return of(options.find((option) => !isNothing(option as Schema)));
    case 'string':
    case 'unknown':
      return payload;
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'picklist':
      return options[0];
    case 'literal':
      return schema.literal;
    default:
      return wrapped ? of(wrapped) : undefined;
  }
}

/** True for null, a literal, and a union of these: the alternatives that an optional field accepts for a missing value. */
function isNothing({ type, options, pipe }: Schema): boolean {
  if (type === 'null' || type === 'literal') return true;
  const [first] = pipe ?? [];
  return (
    type === 'union' &&
    ((first as Schema | undefined)?.options ?? options ?? []).every((option) => isNothing(option as Schema))
  );
}
