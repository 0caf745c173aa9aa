import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { attributes } from '../src/adapters/gizwits-received.ts';
import { SPELLINGS, type Spelling } from './spellings.ts';
import { meaningOf } from './words.ts';

type Schemas = Record<string, JsonSchema>;
type Decoder = Parameters<typeof toJsonSchemaDefs>[0][string];

interface Check {
  requirement: (fields: Record<string, unknown>) => boolean;
  message: unknown;
}

const ATTRIBUTES = 'Attributes';

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** What goes out or comes in, as JSON Schema by name: what a decoder takes, not what it makes of it. */
export function schemasOf(decoders: Readonly<Record<string, v.GenericSchema>>, { target, closed = false }: Pick<ConversionConfig, 'target'> & { closed?: boolean }): Schemas {
  const shared = Object.fromEntries(Object.entries(SPELLINGS).map(([name, { decoder }]) => [name, decoder as Decoder]));
  const all = { ...(decoders as Record<string, Decoder>), ...shared, [ATTRIBUTES]: attributes };
  const { [ATTRIBUTES]: _, ...made }: Schemas = toJsonSchemaDefs(all, {
    target,
    typeMode: 'input',
    overrideRef: ({ referenceId }) => refTo(referenceId === ATTRIBUTES ? 'DeviceState' : referenceId).$ref,
    overrideSchema: ({ jsonSchema }) => described(closed && jsonSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : jsonSchema),
    overrideAction: ({ valibotAction, jsonSchema }) => (valibotAction.type === 'check' ? checked(jsonSchema, valibotAction as unknown as Check) : undefined),
  });
  for (const [name, spelling] of Object.entries(SPELLINGS)) made[name] = spelled({ description: spelling.description, ...made[name] }, spelling);
  return made;
}

/** Which of these schemas others refer to, and what those refer to in turn. */
export function neededBy(used: unknown, schemas: Schemas): Schemas {
  const needed: Schemas = {};
  const look = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name];
      if (!schema || needed[name]) continue;
      needed[name] = schema;
      look(JSON.stringify(schema));
    }
  };
  look(JSON.stringify(used));
  return needed;
}

/** A check that one of several fields is there: which ones are enough, it is asked itself. */
function checked(schema: JsonSchema, { requirement, message }: Check): JsonSchema {
  if (!schema.properties) return schema;
  if (requirement({})) return neverNull(schema, requirement);
  const enough = Object.keys(schema.properties).filter((field) => requirement({ [field]: 'given' }));
  const given = { not: { enum: [null, ''] } };
  return { ...schema, description: String(message), anyOf: enough.map((field) => ({ required: [field], properties: { [field]: given } })) };
}

/** Fields that may not be null where the others are given. */
function neverNull(schema: JsonSchema, requirement: Check['requirement']): JsonSchema {
  const fields = Object.entries(schema.properties ?? {});
  const given = Object.fromEntries(fields.map(([field]) => [field, 'given']));
  const needed = fields.filter(([field]) => requirement(given) && !requirement({ ...given, [field]: null }));
  const properties = Object.fromEntries(needed.map(([field, one]) => [field, { allOf: [one], not: { enum: [null] } }]));
  return { ...schema, properties: { ...schema.properties, ...properties } };
}

function spelled(schema: JsonSchema, { pattern, range }: Spelling): JsonSchema {
  if (!pattern || !schema.anyOf) return schema;
  const [minimum, maximum] = range ?? [];
  const narrowed = (one: JsonSchema) => {
    if (one.type === 'string') return { ...one, pattern: pattern.source };
    return one.type === 'number' && range ? { ...one, type: 'integer' as const, minimum, maximum } : one;
  };
  return { ...schema, anyOf: schema.anyOf.map((one) => (typeof one === 'object' ? narrowed(one) : one)) };
}

/** One level of alternatives, and the fields with their meanings. */
function described(schema: JsonSchema): JsonSchema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.flatMap((one) => (isOnlyAnyOf(one) ? one.anyOf : [one])) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([field, one]) => [field, withMeaning(one, meaningOf(field))]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isOnlyAnyOf(schema: JsonSchema | boolean): schema is JsonSchema & { anyOf: (JsonSchema | boolean)[] } {
  return typeof schema === 'object' && schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

function withMeaning(schema: JsonSchema | boolean, description: string | undefined): JsonSchema | boolean {
  if (typeof schema !== 'object' || description === undefined) return schema;
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description };
}
