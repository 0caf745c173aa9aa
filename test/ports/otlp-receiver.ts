import { expect } from 'vitest';
import { violationsOf } from '../../sandbox/reports/validate.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { OtlpReporter, type OtlpOptions } from '../../src/adapters/report/otlp-reporter.ts';

type Value = { stringValue?: string; intValue?: string; doubleValue?: number };
type Attributes = { key: string; value: Value }[];

interface Point {
  attributes: Attributes;
  startTimeUnixNano: string;
  timeUnixNano: string;
  asInt?: string;
  count?: string;
  sum?: number;
  bucketCounts?: string[];
  explicitBounds?: number[];
}

/** Attributes by name, as text or number. */
const plain = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]),
  );

/** An OpenTelemetry collector that keeps each request in memory and answers as a test asks. Reading them fails if one is not valid OTLP. */
export class FakeReceiver {
  readonly requests: { address: string; body: string }[] = [];
  /** Answers in their order; then 200. `undefined` is no response. */
  answers: ({ status: number; retryAfterMs?: number } | undefined)[] = [];
  isOnline = true;

  readonly send: OtlpOptions['send'] = (address, body) => {
    this.requests.push({ address, body });
    const answer = this.answers.length > 0 ? this.answers.shift() : { status: 200 };
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'));
  };

  records(): { eventName: string; severityText: string; timeUnixNano: string; attributes: Record<string, unknown> }[] {
    return this.bodies('/v1/logs')
      .flatMap(({ resourceLogs }) => resourceLogs)
      .flatMap(({ scopeLogs }) => scopeLogs)
      .flatMap(({ logRecords }) => logRecords)
      .map((record) => ({ ...record, attributes: plain(record.attributes) }));
  }

  points(): { name: string; unit: string; attributes: Record<string, unknown>; point: Point }[] {
    return this.bodies('/v1/metrics')
      .flatMap(({ resourceMetrics }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ name, unit, sum, histogram }) =>
        (sum ?? histogram).dataPoints.map((point: Point) => ({
          name,
          unit,
          attributes: plain(point.attributes),
          point,
        })),
      );
  }

  /** The sum of a counter with these attributes over all requests. */
  counted(name: string, attributes: Record<string, unknown> = {}): number {
    return this.points()
      .filter((each) => each.name === name)
      .filter((each) => Object.entries(attributes).every(([key, value]) => each.attributes[key] === value))
      .reduce((sum, { point }) => sum + Number(point.asInt ?? point.count), 0);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the tests read the JSON that was sent
  private bodies(path: '/v1/logs' | '/v1/metrics'): any[] {
    const sent = this.requests.filter(({ address }) => address.endsWith(path));
    const signal = path === '/v1/logs' ? 'logs' : 'metrics';
    expect(sent.flatMap(({ body }) => violationsOf(signal, body))).toEqual([]);
    return sent.map(({ body }) => JSON.parse(body));
  }
}

/** A reporter of a page, and the receiver that it sends to. */
export function reporterToReceiver(options: Partial<OtlpOptions> = {}) {
  const receiver = new FakeReceiver();
  const clock = new FakeClock();
  const reporter = new OtlpReporter({
    receiver: 'https://reports.example.com',
    send: receiver.send,
    clock,
    isOnline: () => receiver.isOnline,
    resource: { 'service.name': 'physiolease', 'service.version': '1.0.0', 'physio.build.id': undefined },
    page: 'https://shop.example.com/h5/',
    sample: 1,
    random: () => 0.5,
    ...options,
  });
  return { reporter, receiver, clock };
}
