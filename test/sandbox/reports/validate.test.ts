import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { violationsOf, type Signal } from '../../../sandbox/reports/validate.ts';
import { logs, metrics, outcomes, problem, vital } from './documents.ts';

const SEED = 20261123;
const RUNS = 200;

const check = (signal: Signal, document: unknown) => violationsOf(signal, JSON.stringify(document));

describe('the validator of reports', () => {
  test('It accepts the reports that the app sends', () => {
    expect(check('logs', logs(problem))).toEqual([]);
    expect(check('metrics', metrics(outcomes('paid', 1), vital))).toEqual([]);
    expect(check('logs', {})).toEqual([]);
  });

  test.each([
    ['an unknown field', { ...problem, code: 1 }, 'LogRecord: unknown field: "code"'],
    ['a field in snake_case', { time_unix_nano: '1' }, 'LogRecord: unknown field: "time_unix_nano"'],
    ['a time that is no number', { timeUnixNano: 'now' }, 'LogRecord.timeUnixNano: invalid integer: "now"'],
    ['a time with a fraction', { timeUnixNano: 1.5 }, 'LogRecord.timeUnixNano: not an integer: 1.5'],
    ['a negative time', { timeUnixNano: '-1' }, 'LogRecord.timeUnixNano: out of range for fixed64'],
    ['a number where a text belongs', { eventName: 5 }, 'LogRecord.eventName: expected string: 5'],
    ['an object in place of a list', { attributes: { code: 1 } }, 'LogRecord.attributes: expected array'],
    ['an attribute without a wrapped value', { attributes: [{ key: 'a', value: 'b' }] }, 'AnyValue: expected object'],
    [
      'an attribute with two values',
      { attributes: [{ key: 'a', value: { stringValue: '1', intValue: '1' } }] },
      'AnyValue: multiple values for oneof value',
    ],
    [
      'an integer with a fraction',
      { attributes: [{ key: 'a', value: { intValue: 1.5 } }] },
      'AnyValue.intValue: not an integer: 1.5',
    ],
    [
      'an attribute without a key',
      { attributes: [{ value: { intValue: 1 } }] },
      'resourceLogs[0].scopeLogs[0].logRecords[0].attributes[0].key: missing',
    ],
    [
      'a key that occurs twice',
      { attributes: [{ key: 'a' }, { key: 'b' }, { key: 'a' }] },
      'resourceLogs[0].scopeLogs[0].logRecords[0].attributes: the key "a" occurs more than once',
    ],
    [
      'a severity by name',
      { severityNumber: 'SEVERITY_NUMBER_WARN' },
      'severityNumber: expected a number of SeverityNumber',
    ],
    [
      'a severity that does not exist',
      { severityNumber: 25 },
      'severityNumber: expected a number of SeverityNumber: 25',
    ],
    ['a trace id that is too short', { traceId: '5b8efff798038103' }, 'traceId: expected 32 hexadecimal digits'],
    ['a span id in base64', { spanId: '7uGbfsPBsQE=' }, 'spanId: expected 16 hexadecimal digits: "7uGbfsPBsQE="'],
  ])('It refuses a log record with %s and names it', (_, record, words) => {
    expect(check('logs', logs(record)).join('\n')).toContain(words);
  });

  const point = { timeUnixNano: '1', asInt: '1' };
  const buckets = { timeUnixNano: '1', count: '3', bucketCounts: ['1', '2'], explicitBounds: [1] };
  const sum = (dataPoint: unknown) => ({ name: 'a', sum: { aggregationTemporality: 1, dataPoints: [dataPoint] } });
  const histogram = (dataPoint: unknown) => ({
    name: 'a',
    histogram: { aggregationTemporality: 1, dataPoints: [dataPoint] },
  });

  test.each([
    ['without a name', { sum: { aggregationTemporality: 1 } }, 'metrics[0].name: missing'],
    ['without data', { name: 'a' }, 'metrics[0].data: missing, one of gauge, sum, histogram'],
    ['with two kinds of data', { name: 'a', gauge: {}, sum: {} }, 'Metric: multiple values for oneof data'],
    ['without a temporality', { name: 'a', sum: { dataPoints: [point] } }, 'sum.aggregationTemporality: missing'],
    [
      'with the temporality 0',
      { name: 'a', sum: { aggregationTemporality: 0 } },
      'sum.aggregationTemporality: missing',
    ],
    [
      'with the temporality 3',
      { name: 'a', sum: { aggregationTemporality: 3 } },
      'expected a number of AggregationTemporality: 3',
    ],
    ['with a point without a time', sum({ asInt: '1' }), 'sum.dataPoints[0].timeUnixNano: missing'],
    [
      'with a point without a value',
      sum({ timeUnixNano: '1' }),
      'sum.dataPoints[0].value: missing, one of asDouble, asInt',
    ],
    [
      'with a text as a double',
      sum({ timeUnixNano: '1', asDouble: 'fast' }),
      'NumberDataPoint.asDouble: invalid number: "fast"',
    ],
    [
      'with a bucket too few',
      histogram({ ...buckets, bucketCounts: ['3'] }),
      'bucketCounts: expected 2 counts for 1 bounds, got 1',
    ],
    [
      'with a wrong total',
      histogram({ ...buckets, count: '4' }),
      'dataPoints[0].count: expected the sum of the buckets, 3',
    ],
    [
      'with bounds out of order',
      histogram({ ...buckets, bucketCounts: ['1', '1', '1'], explicitBounds: [2, 1] }),
      'explicitBounds: expected ascending bounds',
    ],
  ])('It refuses a metric %s and names it', (_, metric, words) => {
    expect(check('metrics', metrics(metric)).join('\n')).toContain(words);
  });

  test.each(['', '{', '[]', 'null', '"logs"', '7', '{"resourceLogs":[],"resourceLogs":[]}', '{"resourceLogs":[null]}'])(
    'It refuses the text %j, which is no document',
    (text) => expect(violationsOf('logs', text)).toHaveLength(1),
  );

  test.each(['logs', 'metrics'] as const)('It answers any JSON, and never throws, as a document of %s', (signal) => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(violationsOf(signal, text)).toBeInstanceOf(Array);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
