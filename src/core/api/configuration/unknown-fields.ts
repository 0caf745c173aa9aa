import type * as v from 'valibot';

/** The parts of a schema that are needed to traverse it. */
interface Inner {
  readonly entries?: Record<string, v.GenericSchema>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
}

/** Lists the fields of a value that its schema does not define, as dotted paths. */
export function unknownFields(schema: v.GenericSchema, value: unknown, path = ''): string[] {
  const { entries, item, wrapped } = schema as unknown as Inner;
  if (wrapped) return unknownFields(wrapped, value, path);
  if (typeof value !== 'object' || value === null) return [];
  if (item) return Object.values(value).flatMap((each: unknown, at) => unknownFields(item, each, `${path}${at}.`));
  if (!entries) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const entry = Object.prototype.hasOwnProperty.call(entries, name) ? entries[name] : undefined;
    return entry ? unknownFields(entry, each, `${path}${name}.`) : [path + name];
  });
}
