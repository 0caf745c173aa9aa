import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { attributes } from '../src/adapters/gizwits/frames.ts';
import { hoisted, mapSchemas, optionsOf, withOptionals, type Schemas } from './rewrite.ts';
import { SPELLINGS } from './spellings.ts';
import { meaningOf } from './words/fields.ts';

type Decoder = Parameters<typeof toJsonSchemaDefs>[0][string];

interface Check {
  requirement: (fields: Record<string, unknown>) => boolean;
}

const ATTRIBUTES = 'Attributes';

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The JSON Schemas of requests or answers by name. They describe the input of a decoder, not its result. */
export function schemasOf(
  decoders: Readonly<Record<string, v.GenericSchema>>,
  { target, closed = false }: Pick<ConversionConfig, 'target'> & { closed?: boolean },
): Schemas {
  const shared = Object.fromEntries(Object.entries(SPELLINGS).map(([name, { decoder }]) => [name, decoder as Decoder]));
  const all = { ...(decoders as Record<string, Decoder>), ...shared, [ATTRIBUTES]: attributes };
  const { [ATTRIBUTES]: _, ...made }: Schemas = toJsonSchemaDefs(all, {
    target,
    typeMode: 'input',
    overrideRef: ({ referenceId }) => refTo(referenceId === ATTRIBUTES ? 'DeviceState' : referenceId).$ref,
    overrideSchema: ({ jsonSchema }) =>
      flattened(closed && jsonSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : jsonSchema),
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'check' ? checked(jsonSchema, valibotAction as unknown as Check) : undefined,
  });
  const spelled = Object.fromEntries(Object.keys(SPELLINGS).map((name) => [name, asSpelled(name, made[name] ?? {})]));
  const named = withOptionals(hoisted({ ...made, ...spelled }));
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, described(name, schema)]));
}

/** The schemas that `used` refers to, directly or through other schemas. */
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

/** The schema for a check that requires one of several fields. It calls the check to find out which fields suffice. */
function checked(schema: JsonSchema, { requirement }: Check): JsonSchema {
  if (!schema.properties) return schema;
  if (requirement({})) return neverNull(schema, requirement);
  const enough = Object.keys(schema.properties).filter((field) => requirement({ [field]: 'given' }));
  const [only, ...others] = enough;
  const [real] = optionsOf(schema.properties[only ?? '']) ?? [];
  if (only !== undefined && others.length === 0 && real) {
    const properties = { ...schema.properties, [only]: { allOf: [real], not: { const: '' } } };
    return { ...schema, properties, required: [...(schema.required ?? []), only] };
  }
  const given = { not: { enum: [null, ''] } };
  return { ...schema, anyOf: enough.map((field) => ({ required: [field], properties: { [field]: given } })) };
}

/** Excludes null for the fields that the check requires beside the others. */
function neverNull(schema: JsonSchema, requirement: Check['requirement']): JsonSchema {
  const fields = Object.entries(schema.properties ?? {});
  const given = Object.fromEntries(fields.map(([field]) => [field, 'given']));
  const needed = fields.filter(([field]) => requirement(given) && !requirement({ ...given, [field]: null }));
  const properties = Object.fromEntries(needed.map(([field, one]) => [field, { allOf: [one], not: { enum: [null] } }]));
  return { ...schema, properties: { ...schema.properties, ...properties } };
}

/** Restricts the numbers and texts of a schema to the ranges and patterns of its spelling. */
function asSpelled(name: string, schema: JsonSchema): JsonSchema {
  const { description, numbers, texts } = SPELLINGS[name] ?? {};
  const forms = (one: JsonSchema | boolean): (JsonSchema | boolean)[] => {
    if (typeof one === 'boolean') return [one];
    if (one.type === 'number' && numbers) return numbers.map((number) => ({ ...one, ...number }));
    if (one.type !== 'string' || !texts) return [one];
    return texts.map(({ pattern, example, ...told }) => ({
      ...one,
      ...told,
      pattern: pattern.source,
      examples: [example],
    }));
  };
  return {
    ...(description && { description }),
    ...schema,
    ...(schema.anyOf && { anyOf: schema.anyOf.flatMap(forms) }),
  };
}

/** Merges nested alternatives into one level. */
function flattened(schema: JsonSchema): JsonSchema {
  if (!schema.anyOf) return schema;
  return { ...schema, anyOf: schema.anyOf.flatMap((one) => (isOnlyAnyOf(one) ? one.anyOf : [one])) };
}

function isOnlyAnyOf(schema: JsonSchema | boolean): schema is JsonSchema & { anyOf: (JsonSchema | boolean)[] } {
  return typeof schema === 'object' && schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

/** Adds the meaning of each field. A request that is not an object has the meaning of its `data`. */
function described(owner: string, schema: JsonSchema): JsonSchema {
  if (schema.type === 'string' && owner.endsWith('.request'))
    return { ...schema, description: meaningOf(owner, 'data') };
  if (schema.anyOf?.some((one) => typeof one === 'object' && one.type === 'array'))
    return { ...schema, description: 'null counts as an empty list.' };
  return mapSchemas(schema, (one) => {
    if (!one.properties || !one.type) return one;
    const properties = Object.entries(one.properties).map(([field, inner]) => [
      field,
      withMeaning(inner, meaningOf(owner, field)),
    ]);
    return { ...one, properties: Object.fromEntries(properties) };
  });
}

function withMeaning(schema: JsonSchema | boolean, description: string | undefined): JsonSchema | boolean {
  if (typeof schema !== 'object' || description === undefined) return schema;
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description };
}
