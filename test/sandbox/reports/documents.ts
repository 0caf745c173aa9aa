/** Documents in OTLP/JSON as the app sends them. */

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
