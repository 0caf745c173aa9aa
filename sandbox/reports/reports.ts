import type { Signal } from './validate.ts';

/** What a report tells, by its name. `other` is a valid document of another sender, `invalid` one that was refused. */
const KINDS = {
  'physio.problem': 'problem',
  'physio.bug': 'bug',
  'physio.csp_violation': 'csp-violation',
  'physio.chunk_failure': 'missing-file',
  'physio.flow.outcomes': 'counter',
  'physio.failures': 'counter',
  'physio.line.outage': 'counter',
} as const;
const VITAL = /^physio\.web_vital\./;

export type ReportKind = (typeof KINDS)[keyof typeof KINDS] | 'vital' | 'other' | 'invalid';
type Attributes = Record<string, unknown>;

/** A log record, a data point of a metric, or a refused document. */
export interface Report {
  id: number;
  signal: Signal;
  kind: ReportKind;
  /** The name of the event or the metric; empty for a refused document. */
  name: string;
  /** The sandbox's time of arrival, in epoch ms. */
  receivedAt: number;
  /** When it happened by the sender's clock, in epoch ms; null if it says nothing. */
  at: number | null;
  /** How many occurrences the report stands for. */
  count: number;
  severity?: string;
  /** The value of a number, or the mean of a histogram, in `unit`. */
  value?: number;
  unit?: string;
  attributes: Attributes;
  resource: Attributes;
  /** What the validator says about a refused document. */
  violations: string[];
  /** The beginning of a refused document. */
  document?: string;
}

const REPORTS_KEPT = 300;
const DOCUMENTS_KEPT = 100;
const SHOWN_CHARACTERS = 2_000;

/** The newest reports and documents. Older ones are forgotten, so that a sender cannot fill the memory. */
export class Reports {
  private kept: Report[] = [];
  private received: string[] = [];
  private lastId = 0;

  constructor(private readonly now: () => number) {}

  /** Newest first. */
  get all(): readonly Report[] {
    return this.kept;
  }

  /** The bodies of the requests as they came, newest first. */
  get documents(): readonly string[] {
    return this.received;
  }

  /** Keeps a document and what it reports. A document with violations becomes one report that names them. */
  add(signal: Signal, document: string, violations: string[]): void {
    this.received = [document, ...this.received].slice(0, DOCUMENTS_KEPT);
    const reports =
      violations.length > 0
        ? [{ ...EMPTY, signal, violations, document: document.slice(0, SHOWN_CHARACTERS) }]
        : reportsIn(signal, document);
    const receivedAt = this.now();
    for (const report of reports) {
      this.lastId += 1;
      this.kept.unshift({ ...report, id: this.lastId, receivedAt });
    }
    this.kept.length = Math.min(this.kept.length, REPORTS_KEPT);
  }

  clear(): void {
    this.kept = [];
    this.received = [];
  }
}

type Content = Omit<Report, 'id' | 'receivedAt'>;
const EMPTY: Omit<Content, 'signal'> = {
  kind: 'invalid',
  name: '',
  at: null,
  count: 1,
  attributes: {},
  resource: {},
  violations: [],
};

/** OTLP/JSON as far as it is shown, after its validation. Numbers of 64 bits are texts or numbers. */
type Value = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string | number;
  doubleValue?: string | number;
  arrayValue?: { values?: Value[] };
  kvlistValue?: { values?: Pair[] };
  bytesValue?: string;
};
type Pair = { key: string; value?: Value };
type Carrier = { attributes?: Pair[] };
type LogRecord = Carrier & {
  timeUnixNano?: string | number;
  severityText?: string;
  severityNumber?: number;
  eventName?: string;
  body?: Value;
};
type Point = Carrier & {
  timeUnixNano: string | number;
  asInt?: string | number;
  asDouble?: string | number;
  count?: string | number;
  sum?: string | number;
};
type Metric = { name: string; unit?: string } & Record<string, { dataPoints?: Point[] } | string | undefined>;
type Document = {
  resourceLogs?: { resource?: Carrier; scopeLogs?: { logRecords?: LogRecord[] }[] }[];
  resourceMetrics?: { resource?: Carrier; scopeMetrics?: { metrics?: Metric[] }[] }[];
};

function reportsIn(signal: Signal, text: string): Content[] {
  const { resourceLogs, resourceMetrics } = JSON.parse(text) as Document;
  const logs = (resourceLogs ?? []).flatMap(({ resource, scopeLogs }) =>
    (scopeLogs ?? []).flatMap(({ logRecords }) => (logRecords ?? []).map((record) => ofRecord(record, resource))),
  );
  const points = (resourceMetrics ?? []).flatMap(({ resource, scopeMetrics }) =>
    (scopeMetrics ?? []).flatMap(({ metrics }) => (metrics ?? []).flatMap((metric) => ofMetric(metric, resource))),
  );
  return [...logs, ...points].map((content) => ({ ...EMPTY, ...content, signal }));
}

function ofRecord(record: LogRecord, resource: Carrier | undefined) {
  const { eventName: name = '', severityText, severityNumber, body } = record;
  const severity = severityText ?? severityNumber?.toString();
  const { 'physio.count': count, ...attributes } = attributesOf(record);
  return {
    kind: kindOf(name),
    name,
    at: epochMs(record.timeUnixNano),
    ...(severity === undefined ? {} : { severity }),
    count: typeof count === 'number' ? count : 1,
    attributes: { ...attributes, ...(body && body.stringValue !== name ? { body: plain(body) } : {}) },
    resource: attributesOf(resource),
  };
}

function ofMetric({ name, unit, ...data }: Metric, resource: Carrier | undefined) {
  const [points] = Object.values(data).flatMap((each) => (typeof each === 'object' ? [each.dataPoints ?? []] : []));
  return (points ?? []).map((point) => ({
    kind: kindOf(name),
    name,
    at: epochMs(point.timeUnixNano),
    ...valueOf(point),
    ...(unit ? { unit } : {}),
    attributes: attributesOf(point),
    resource: attributesOf(resource),
  }));
}

/** A sum of whole numbers counts occurrences. Each value of a histogram is one. */
function valueOf({ asInt, asDouble, count, sum }: Point): { count: number; value?: number } {
  if (asInt !== undefined) return { count: Number(asInt) };
  const occurrences = asDouble === undefined ? Number(count ?? 0) : 1;
  const value = Number(asDouble ?? sum) / occurrences;
  return Number.isFinite(value) ? { count: occurrences, value } : { count: occurrences };
}

function kindOf(name: string): ReportKind {
  if (VITAL.test(name)) return 'vital';
  return Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : 'other';
}

function epochMs(nanoseconds: string | number | undefined): number | null {
  const ms = Math.trunc(Number(nanoseconds ?? 0) / 1e6);
  return ms === 0 ? null : ms;
}

function attributesOf(carrier: Carrier | undefined): Attributes {
  return Object.fromEntries((carrier?.attributes ?? []).map(({ key, value }) => [key, plain(value ?? {})]));
}

function plain({ stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue }: Value): unknown {
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return Number(doubleValue);
  if (arrayValue) return (arrayValue.values ?? []).map(plain);
  if (kvlistValue) return attributesOf({ attributes: kvlistValue.values ?? [] });
  return stringValue ?? boolValue ?? bytesValue ?? null;
}
