/** Attributes of a record or a resource. An undefined value is left out. */
export type Attributes = Record<string, string | number | undefined>;

/** Equal events as one record. */
export interface LogRecord {
  name: string;
  isError: boolean;
  /** Of the first event; epoch ms. */
  at: number;
  attributes: Attributes;
  count: number;
  /** Duration of the longest call; ms. */
  ms?: number;
}

/** One series of a metric between two requests. */
export interface Series {
  name: string;
  /** Unit by UCUM. */
  unit: string;
  attributes: Attributes;
  /** Upper limits of the buckets. A series without them is a counter. */
  bounds?: readonly number[];
  /** Measured values; of a counter, what is added to it. */
  values: readonly number[];
}

const DELTA = 1;
const WARN = 13;
const ERROR = 17;
const SCOPE = { name: 'physiolease.page' };

/** JSON of OTLP writes a 64-bit integer as a string. */
const nanoseconds = (ms: number) => `${Math.round(ms)}000000`;

const keyValues = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      value:
        typeof value === 'string'
          ? { stringValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
    }));

/** The body of a request to `/v1/logs`: an ExportLogsServiceRequest of OTLP 1.5 in JSON. */
export function logsRequest(resource: Attributes, records: readonly LogRecord[]): string {
  const logRecords = records.map(({ name, isError, at, attributes, count, ms }) => ({
    timeUnixNano: nanoseconds(at),
    severityNumber: isError ? ERROR : WARN,
    severityText: isError ? 'ERROR' : 'WARN',
    eventName: name,
    body: { stringValue: name },
    attributes: keyValues({ ...attributes, 'physio.count': count, 'physio.duration_ms': ms }),
  }));
  return JSON.stringify({
    resourceLogs: [{ resource: { attributes: keyValues(resource) }, scopeLogs: [{ scope: SCOPE, logRecords }] }],
  });
}

/** The body of a request to `/v1/metrics`: an ExportMetricsServiceRequest with what happened between the two times. */
export function metricsRequest(
  resource: Attributes,
  series: readonly Series[],
  { from, to }: { from: number; to: number },
): string {
  const point = ({ attributes }: Series) => ({
    attributes: keyValues(attributes),
    startTimeUnixNano: nanoseconds(from),
    timeUnixNano: nanoseconds(to),
  });
  const metrics = [...new Set(series.map(({ name }) => name))].map((name) => {
    const all = series.filter((each) => each.name === name);
    const [{ unit = '1', bounds = undefined } = {}] = all;
    return bounds
      ? {
          name,
          unit,
          histogram: {
            aggregationTemporality: DELTA,
            dataPoints: all.map((each) => ({
              ...point(each),
              count: String(each.values.length),
              sum: sumOf(each.values),
              bucketCounts: bucketsOf(each.values, bounds).map(String),
              explicitBounds: bounds,
            })),
          },
        }
      : {
          name,
          unit,
          sum: {
            aggregationTemporality: DELTA,
            isMonotonic: true,
            dataPoints: all.map((each) => ({ ...point(each), asInt: String(sumOf(each.values)) })),
          },
        };
  });
  return JSON.stringify({
    resourceMetrics: [{ resource: { attributes: keyValues(resource) }, scopeMetrics: [{ scope: SCOPE, metrics }] }],
  });
}

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** A value counts in the first bucket whose upper limit it does not exceed. */
function bucketsOf(values: readonly number[], bounds: readonly number[]): number[] {
  const limits = [...bounds, Infinity];
  const bucketOf = (value: number) => limits.findIndex((limit) => value <= limit);
  return limits.map((_, index) => values.filter((value) => bucketOf(value) === index).length);
}
