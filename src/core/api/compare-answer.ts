import * as v from 'valibot';

/**
 * `missing`: required and not there. `unreadable`: there, and not as agreed. `not-sent`: left out, which breaks nothing.
 * `unknown`: sent, and read by nobody.
 */
export type FieldVerdict = 'missing' | 'unreadable' | 'not-sent' | 'unknown';

/** A field in which an answer differs from the contract; what it holds is told by its shape only. */
export interface FieldFinding {
  /** As `records[].money`; empty for the whole. */
  path: string;
  verdict: FieldVerdict;
  expected?: string;
  got?: string;
  /** How often, in the items that were looked at; what is told of it is the first. */
  times: number;
}

type Found = Omit<FieldFinding, 'times'>;

/** The parts of a valibot schema by which it can be walked; each kind of schema has some of them. */
export interface SchemaParts {
  readonly type: string;
  readonly entries?: Record<string, v.GenericSchema>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
}

const ENOUGH_ITEMS = 50;
const MAX_SHAPE_LENGTH = 24;

/** Every field in which an answer's `data` differs from what its endpoint agreed to, each told once. */
export function compareAnswer({ answer }: { answer: v.GenericSchema }, data: unknown): FieldFinding[] {
  const findings = new Map<string, FieldFinding>();
  compare(answer, data, '', (found) => {
    const key = `${found.verdict} ${found.path}`;
    const before = findings.get(key);
    findings.set(key, { ...(before ?? found), times: (before?.times ?? 0) + 1 });
  });
  return [...findings.values()];
}

function compare(schema: v.GenericSchema, data: unknown, path: string, tell: (found: Found) => void): void {
  const inner = schema as unknown as SchemaParts;
  if (inner.type === 'unknown') return;
  if (inner.wrapped && inner.type === 'exact_optional') return compare(inner.wrapped, data, path, tell);
  if (inner.wrapped && (data !== undefined || acceptsNothing(schema)))
    return compareOptional(inner.wrapped, data, path, tell);
  if (data === undefined) return tell({ path, verdict: 'missing', expected: schema.expects });
  if (inner.options && takesNull(inner.options)) return compareOptional(schema, data, path, tell);
  if (inner.entries && isRecord(data)) return compareFields(schema, inner.entries, data, path, tell);
  if (inner.item && Array.isArray(data)) {
    for (const item of data.slice(0, ENOUGH_ITEMS)) compare(inner.item, item, `${path}[]`, tell);
    return;
  }
  const read = v.safeParse(schema, data);
  if (!read.success) tell({ path, verdict: 'unreadable', expected: expectation(read.issues[0]), got: shapeOf(data) });
}

function compareOptional(wrapped: v.GenericSchema, data: unknown, path: string, tell: (found: Found) => void): void {
  if (data === undefined || data === null || data === '') return tell({ path, verdict: 'not-sent' });
  const { options = [] } = wrapped as unknown as SchemaParts;
  const real = options.find((option) => !acceptsNull(option));
  compare(takesNull(options) && real ? real : wrapped, data, path, tell);
}

function compareFields(
  schema: v.GenericSchema,
  entries: Record<string, v.GenericSchema>,
  data: Record<string, unknown>,
  path: string,
  tell: (found: Found) => void,
): void {
  let broken = false;
  const told = (finding: Found) => {
    broken ||= finding.verdict === 'missing' || finding.verdict === 'unreadable';
    tell(finding);
  };
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [name, entry] of Object.entries(entries))
    if (!hasTwin(name, entries, data)) compare(entry, data[name], below(name), told);
  for (const name of Object.keys(data))
    if (!Object.keys(entries).includes(name)) tell({ path: below(name), verdict: 'unknown', got: shapeOf(data[name]) });
  const read = broken ? undefined : v.safeParse(schema, data);
  if (read && !read.success) tell({ path, verdict: 'unreadable', expected: expectation(read.issues[0]) });
}

/** Left out, since it came in its other spelling. */
function hasTwin(name: string, entries: Record<string, v.GenericSchema>, data: Record<string, unknown>): boolean {
  const isTwin = (other: string) => other !== name && other.toLowerCase() === name.toLowerCase() && other in entries;
  return !(name in data) && Object.keys(data).some(isTwin);
}

function acceptsNothing(schema: v.GenericSchema): boolean {
  return v.safeParse(schema, undefined).success;
}

/** What may be null, and one thing that it is otherwise. */
function takesNull(options: readonly v.GenericSchema[]): boolean {
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

/** What kind of thing it is, with nothing of what it says: a text may hold a phone number. */
function shapeOf(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'array';
  if (typeof data !== 'string') return typeof data;
  return `text like "${data.slice(0, MAX_SHAPE_LENGTH).replace(/\p{N}/gu, '9').replace(/\p{L}/gu, 'a')}"`;
}
