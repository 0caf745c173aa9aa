/** Documents in OTLP/JSON as the app sends them, and generators of any valid document. */
import * as fc from 'fast-check';

type Json = Record<string, unknown>;

const resource = {
  attributes: [
    { key: 'service.name', value: { stringValue: 'physiolease' } },
    { key: 'service.version', value: { stringValue: '1.0.0' } },
    { key: 'physio.build.id', value: { stringValue: '1f2e3d4c' } },
  ],
};

export const logs = (...logRecords: unknown[]): Json => ({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
export const metrics = (...sent: unknown[]): Json => ({
  resourceMetrics: [{ resource, scopeMetrics: [{ metrics: sent }] }],
});

/** A failed call. */
export const problem = {
  timeUnixNano: '1795400000000000000',
  severityNumber: 13,
  severityText: 'WARN',
  eventName: 'physio.problem',
  attributes: [
    { key: 'physio.code', value: { stringValue: 'http' } },
    { key: 'physio.call', value: { stringValue: 'listLeaseOrders' } },
    { key: 'http.response.status_code', value: { intValue: '503' } },
    { key: 'url.template', value: { stringValue: '/my/orderList' } },
  ],
};

export const outcomes = (outcome: string, count: number) => ({
  name: 'physio.flow.outcomes',
  unit: '1',
  sum: {
    aggregationTemporality: 1,
    isMonotonic: true,
    dataPoints: [
      {
        startTimeUnixNano: '1795400000000000000',
        timeUnixNano: '1795400060000000000',
        asInt: String(count),
        attributes: [{ key: 'physio.outcome', value: { stringValue: outcome } }],
      },
    ],
  },
});

export const vital = {
  name: 'physio.web_vital.lcp',
  unit: 'ms',
  histogram: {
    aggregationTemporality: 1,
    dataPoints: [
      {
        startTimeUnixNano: '1795400000000000000',
        timeUnixNano: '1795400060000000000',
        count: '2',
        sum: 3_000,
        bucketCounts: ['1', '1', '0'],
        explicitBounds: [1_000, 2_500],
        attributes: [{ key: 'url.template', value: { stringValue: '/lease' } }],
      },
    ],
  },
};

const optional = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] });
const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: digits, maxLength: digits })
    .map((all) => all.join(''));
/** OTLP/JSON writes 64 bits as a decimal text; ProtoJSON also takes a number. */
const fixed64 = fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String), fc.integer({ min: 1 }));
const sfixed64 = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), fc.integer());
const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('NaN', 'Infinity', '-Infinity'),
);
const text = fc.string({ unit: 'grapheme' });

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'value' },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: sfixed64 }),
    fc.record({ doubleValue: double }),
    fc.record({ bytesValue: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')) }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.uniqueArray(fc.record({ key: text.filter(Boolean), value: tie('value') }), {
          maxLength: 3,
          selector: ({ key }) => key,
        }),
      }),
    }),
  ),
}));
const attributes = fc.uniqueArray(fc.record({ key: text.filter(Boolean), value }), {
  maxLength: 4,
  selector: ({ key }) => key,
});
const carrier = optional({ attributes, droppedAttributesCount: fc.nat() });
const scope = optional({ name: text, version: text, attributes });

const logRecord = optional({
  timeUnixNano: fixed64,
  observedTimeUnixNano: fixed64,
  severityNumber: fc.integer({ min: 0, max: 24 }),
  severityText: text,
  eventName: text,
  body: value,
  attributes,
  flags: fc.nat(),
  traceId: hex(32),
  spanId: hex(16),
});

const time = { startTimeUnixNano: fixed64, timeUnixNano: fixed64, attributes };
const numberPoint = fc.oneof(fc.record({ ...time, asInt: sfixed64 }), fc.record({ ...time, asDouble: double }));
const histogramPoint = fc
  .record({
    ...time,
    bounds: fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 5 }),
    counts: fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }),
  })
  .map(({ bounds, counts, ...point }) => {
    const bucketCounts = counts.slice(0, bounds.length + 1);
    return {
      ...point,
      explicitBounds: bounds.toSorted((one, other) => one - other),
      bucketCounts: bucketCounts.map(String),
      count: String(bucketCounts.reduce((sum, count) => sum + count, 0)),
    };
  });
const aggregationTemporality = fc.constantFrom(1, 2);
const metric = fc
  .tuple(
    fc.record({ name: text.filter(Boolean), unit: text, description: text }),
    fc.oneof(
      fc.record({ gauge: fc.record({ dataPoints: fc.array(numberPoint, { maxLength: 3 }) }) }),
      fc.record({
        sum: fc.record({
          dataPoints: fc.array(numberPoint, { maxLength: 3 }),
          aggregationTemporality,
          isMonotonic: fc.boolean(),
        }),
      }),
      fc.record({
        histogram: fc.record({ dataPoints: fc.array(histogramPoint, { maxLength: 3 }), aggregationTemporality }),
      }),
    ),
  )
  .map(([named, data]): Json => ({ ...named, ...data }));

export const anyLogs: fc.Arbitrary<Json> = optional({
  resourceLogs: fc.array(
    optional({
      resource: carrier,
      scopeLogs: fc.array(optional({ scope, logRecords: fc.array(logRecord, { maxLength: 3 }) }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
});

export const anyMetrics: fc.Arbitrary<Json> = optional({
  resourceMetrics: fc.array(
    optional({
      resource: carrier,
      scopeMetrics: fc.array(optional({ scope, metrics: fc.array(metric, { maxLength: 3 }) }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
});
