import * as v from 'valibot';
import { renamedFields, type SchemaParts } from './renamed-fields.ts';

/**
 * `missing`: a required field is absent. `unreadable`: the value does not match the schema. `not-sent`: an optional
 * field is absent. `unknown`: the contract does not use the field.
 */
export type FieldVerdict = 'missing' | 'unreadable' | 'not-sent' | 'unknown';

/** A field whose value differs from the contract. The finding contains only the shape of the value. */
export interface FieldFinding {
  /** Path such as `records[].money`; empty for the whole response. */
  path: string;
  verdict: FieldVerdict;
  expected?: string;
  got?: string;
  /** For a field that is absent: the unknown fields beside it that may be the same one, the likeliest first. */
  renamedTo?: string[];
  /** Number of occurrences in the checked items. The other properties describe the first one. */
  times: number;
}

type Occurrence = Omit<FieldFinding, 'times'>;

const MAX_ITEMS_CHECKED = 50;
const MAX_SHAPE_LENGTH = 24;

/** Lists every field of a response's `data` that differs from the endpoint's schema, once each. */
export function compareAnswer({ answer }: { answer: v.GenericSchema }, data: unknown): FieldFinding[] {
  const findings = new Map<string, FieldFinding>();
  compare(answer, data, '', (found) => {
    const key = `${found.verdict} ${found.path}`;
    const before = findings.get(key);
    const finding = { ...(before ?? found), times: (before?.times ?? 0) + 1 };
    finding.renamedTo ??= found.renamedTo;
    if (!finding.renamedTo) delete finding.renamedTo;
    findings.set(key, finding);
  });
  return [...findings.values()];
}

function compare(schema: v.GenericSchema, data: unknown, path: string, report: (found: Occurrence) => void): void {
  const inner = schema as unknown as SchemaParts;
  if (inner.type === 'unknown') return;
  if (inner.wrapped && inner.type === 'exact_optional') return compare(inner.wrapped, data, path, report);
  if (inner.wrapped && (data !== undefined || acceptsNothing(schema)))
    return compareOptional(inner.wrapped, data, path, report);
  if (data === undefined) return report({ path, verdict: 'missing', expected: schema.expects });
  if (inner.options && isNullable(inner.options)) return compareOptional(schema, data, path, report);
  if (inner.entries && isRecord(data)) return compareFields(schema, inner.entries, data, path, report);
  if (inner.item && Array.isArray(data)) {
    for (const item of data.slice(0, MAX_ITEMS_CHECKED)) compare(inner.item, item, `${path}[]`, report);
    return;
  }
  const read = v.safeParse(schema, data);
  if (!read.success) report({ path, verdict: 'unreadable', expected: expectation(read.issues[0]), got: shapeOf(data) });
}

function compareOptional(
  wrapped: v.GenericSchema,
  data: unknown,
  path: string,
  report: (found: Occurrence) => void,
): void {
  if (data === undefined || data === null || data === '') return report({ path, verdict: 'not-sent' });
  const { options = [] } = wrapped as unknown as SchemaParts;
  const real = options.find((option) => !acceptsNull(option));
  compare(isNullable(options) && real ? real : wrapped, data, path, report);
}

function compareFields(
  schema: v.GenericSchema,
  entries: Record<string, v.GenericSchema>,
  data: Record<string, unknown>,
  path: string,
  report: (found: Occurrence) => void,
): void {
  let hasFailure = false;
  const reportField = (finding: Occurrence) => {
    hasFailure ||= finding.verdict === 'missing' || finding.verdict === 'unreadable';
    report(finding);
  };
  const pathTo = (name: string) => (path === '' ? name : `${path}.${name}`);
  const unknown = Object.fromEntries(Object.entries(data).filter(([name]) => !Object.keys(entries).includes(name)));
  for (const [name, entry] of Object.entries(entries)) {
    if (hasTwin(name, entries, data)) continue;
    const renamedTo = name in data ? [] : renamedFields(name, entry, unknown);
    const fieldPath = pathTo(name);
    compare(entry, data[name], fieldPath, (found) =>
      reportField(found.path === fieldPath && renamedTo.length > 0 ? { ...found, renamedTo } : found),
    );
  }
  for (const [name, value] of Object.entries(unknown))
    report({ path: pathTo(name), verdict: 'unknown', got: shapeOf(value) });
  const read = hasFailure ? undefined : v.safeParse(schema, data);
  if (read && !read.success) report({ path, verdict: 'unreadable', expected: expectation(read.issues[0]) });
}

/** True if the response has the field in its other spelling. */
function hasTwin(name: string, entries: Record<string, v.GenericSchema>, data: Record<string, unknown>): boolean {
  const isTwin = (other: string) => other !== name && other.toLowerCase() === name.toLowerCase() && other in entries;
  return !(name in data) && Object.keys(data).some(isTwin);
}

function acceptsNothing(schema: v.GenericSchema): boolean {
  return v.safeParse(schema, undefined).success;
}

/** True for a union of null and one other schema. */
function isNullable(options: readonly v.GenericSchema[]): boolean {
  return options.length === 2 && options.filter(acceptsNull).length === 1;
}

function acceptsNull(schema: v.GenericSchema): boolean {
  return v.safeParse(schema, null).success;
}

function expectation(issue: v.BaseIssue<unknown>): string {
  return issue.expected === null || issue.message.startsWith('expected') ? issue.message : issue.expected;
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** Describes a value's type without its content, because a text may contain a phone number. */
function shapeOf(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'array';
  if (typeof data !== 'string') return typeof data;
  return `text like "${data.slice(0, MAX_SHAPE_LENGTH).replace(/\p{N}/gu, '9').replace(/\p{L}/gu, 'a')}"`;
}
