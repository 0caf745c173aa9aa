import type { JsonSchema } from '@valibot/to-json-schema';

export type Schemas = Record<string, JsonSchema>;

type Change = (schema: JsonSchema) => JsonSchema;

/** The names of the record types, each with an answer whose list contains that type. */
const RECORDS: Readonly<Record<string, string>> = {
  LeasedDevice: 'device.listDevices.answer',
  FormerDevice: 'device.listHistory.answer',
  SharedPhone: 'share.listShares.answer',
  DurationPlan: 'lease.listDurationPlans.answer',
  UsePlan: 'lease.listUsePlans.answer',
  LeaseOrder: 'order.listLeaseOrders.answer',
  CardOrder: 'order.listCardOrders.answer',
  Card: 'wallet.listCards.answer',
  Refund: 'wallet.listRefunds.answer',
};

/** Applies `change` to each schema inside the schema, innermost first, and then to the schema itself. */
export function mapSchemas(schema: JsonSchema, change: Change): JsonSchema {
  const inner = (one: JsonSchema | boolean) => (typeof one === 'object' ? mapSchemas(one, change) : one);
  const { properties, items, anyOf, allOf, additionalProperties } = schema;
  return change({
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])),
    }),
    ...(items !== undefined && !Array.isArray(items) && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(additionalProperties !== undefined && { additionalProperties: inner(additionalProperties) }),
  });
}

/** Defines each record type once under its name, and replaces its uses by references. */
export function hoisted(schemas: Schemas): Schemas {
  const records = Object.entries(RECORDS).flatMap(([name, list]) => {
    const record = schemas[list] && recordOf(schemas[list]);
    return record ? [{ name, record, text: JSON.stringify(record) }] : [];
  });
  const refer: Change = (schema) => {
    const text = schema.type === 'object' ? JSON.stringify(schema) : '';
    const found = records.find((one) => one.text === text);
    return found ? { $ref: `#/components/schemas/${found.name}` } : schema;
  };
  const referring = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, mapSchemas(schema, refer)]),
  );
  return { ...referring, ...Object.fromEntries(records.map(({ name, record }) => [name, record])) };
}

function recordOf(list: JsonSchema): JsonSchema | undefined {
  let record: JsonSchema | undefined;
  mapSchemas(list, (schema) => {
    if (typeof schema.items === 'object' && !Array.isArray(schema.items) && schema.items.type === 'object')
      record ??= schema.items;
    return schema;
  });
  return record;
}

/** Defines each “type, null or empty text” once under the name `Optional…`, and replaces its uses by references. */
export function withOptionals(schemas: Schemas): Schemas {
  const optionals: Schemas = {};
  const refer: Change = (schema) => {
    const real = optionsOf(schema);
    const names = real?.map(nameOf);
    if (!real || !names || names.includes(undefined)) return schema;
    const name = `Optional${names.join('Or')}`;
    const empty = names.includes('Text') ? [] : [{ const: '' }];
    optionals[name] = {
      description: 'May be left out, null or an empty text: all three mean that the value is unknown.',
      anyOf: [...real, { type: 'null' }, ...empty],
    };
    return { $ref: `#/components/schemas/${name}` };
  };
  const referring = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, mapSchemas(schema, refer)]),
  );
  return { ...referring, ...optionals };
}

/** The alternatives other than null and empty text, if the schema allows both of these; otherwise undefined. */
export function optionsOf(schema: JsonSchema | boolean | undefined): JsonSchema[] | undefined {
  if (typeof schema !== 'object') return undefined;
  const { anyOf, ...rest } = schema;
  const options = anyOf?.filter((one) => typeof one === 'object') ?? [];
  const real = options.filter(({ type, const: only }) => type !== 'null' && only !== '');
  return Object.keys(rest).length === 0 && options.length === anyOf?.length && options.length - real.length === 2
    ? real
    : undefined;
}

function nameOf({ $ref, type, ...rest }: JsonSchema): string | undefined {
  if ($ref) return $ref.split('/').at(-1);
  return type === 'boolean' && Object.keys(rest).length === 0 ? 'Boolean' : undefined;
}
