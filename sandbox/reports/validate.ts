import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import definitions from './otlp.proto?raw';

/** The two kinds of documents, by the end of their path. */
export type Signal = 'logs' | 'metrics';

const { root } = protobuf.parse(definitions, { keepCase: true });
root.resolveAll();

const REQUESTS: Record<Signal, protobuf.Type> = {
  logs: root.lookupType('otlp.ExportLogsServiceRequest'),
  metrics: root.lookupType('otlp.ExportMetricsServiceRequest'),
};

/**
 * Lists what is wrong with a document in OTLP/JSON; empty if it is valid. protobuf.js parses it as ProtoJSON and names the
 * first error, an unknown field among them. The rules that OTLP adds to ProtoJSON and to the types follow: each violation
 * with its place.
 */
export function violationsOf(signal: Signal, text: string): string[] {
  try {
    protojson.fromJsonString(REQUESTS[signal], text);
  } catch (thrown) {
    return [brief((thrown as Error).message.replace(/^\.otlp\./, ''))];
  }
  return Array.from(violationsIn(REQUESTS[signal], JSON.parse(text) as Json, ''), brief).slice(0, MOST_VIOLATIONS);
}

const MOST_VIOLATIONS = 20;
const MOST_CHARACTERS = 300;
/** A message quotes the sender's value, however long it is. */
const brief = (message: string) =>
  message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}...` : message;

type Json = Record<string, unknown>;

function* violationsIn(type: protobuf.Type, json: Json, place: string): Generator<string> {
  const at = (name: string) => (place === '' ? name : `${place}.${name}`);
  for (const field of type.fieldsArray) {
    const value = json[field.name];
    if (field.options?.['(required)'] && isMissing(field, value)) yield `${at(field.name)}: missing`;
    if (value === undefined || value === null) continue;
    const items: [string, unknown][] = field.repeated
      ? (value as unknown[]).map((item, index) => [`${at(field.name)}[${index}]`, item])
      : [[at(field.name), value]];
    for (const [itemPlace, item] of items) yield* violationsOfValue(field, item, itemPlace);
  }
  for (const { name, oneof, options } of type.oneofsArray) {
    if (options?.['(required)'] && oneof.every((each) => json[each] === undefined || json[each] === null))
      yield `${at(name)}: missing, one of ${oneof.join(', ')}`;
  }
  for (const { name, type: element } of type.fieldsArray) {
    if (element === 'KeyValue') yield* repeatedKeys((json[name] ?? []) as { key: string }[], at(name));
  }
  if (type.name === 'HistogramDataPoint') yield* bucketViolations(json, place);
}

function* violationsOfValue(field: protobuf.Field, value: unknown, place: string): Generator<string> {
  const digits = field.options?.['(hex)'] as number | undefined;
  if (digits !== undefined && !(typeof value === 'string' && new RegExp(`^[\\da-f]{${digits}}$`, 'i').test(value)))
    yield `${place}: expected ${digits} hexadecimal digits: ${JSON.stringify(value)}`;
  const resolved = field.resolvedType;
  if (resolved instanceof protobuf.Type) yield* violationsIn(resolved, value as Json, place);
  else if (resolved && !(typeof value === 'number' && value in resolved.valuesById))
    yield `${place}: expected a number of ${resolved.name}: ${JSON.stringify(value)}`;
}

/** Proto3 sends no default: an empty text is no name, the time 0 no time, the temporality 0 no temporality. */
function isMissing({ type }: protobuf.Field, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return type === 'string' ? value === '' : Number(value) === 0;
}

function* repeatedKeys(pairs: readonly { key: string }[], place: string): Generator<string> {
  const keys = pairs.map(({ key }) => key);
  for (const key of new Set(keys.filter((key, index) => keys.indexOf(key) !== index)))
    yield `${place}: the key ${JSON.stringify(key)} occurs more than once`;
}

/** Buckets are optional. If there are any, one lies above the last bound, and their counts add up. */
function* bucketViolations(point: Json, place: string): Generator<string> {
  const counts = ((point['bucketCounts'] ?? []) as unknown[]).map(Number);
  const bounds = ((point['explicitBounds'] ?? []) as unknown[]).map(Number);
  if (counts.length === 0 && bounds.length === 0) return;
  if (counts.length !== bounds.length + 1)
    yield `${place}.bucketCounts: expected ${bounds.length + 1} counts for ${bounds.length} bounds, got ${counts.length}`;
  if (bounds.some((bound, index) => index > 0 && bound <= (bounds[index - 1] ?? 0)))
    yield `${place}.explicitBounds: expected ascending bounds`;
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum !== Number(point['count'] ?? 0)) yield `${place}.count: expected the sum of the buckets, ${sum}`;
}
