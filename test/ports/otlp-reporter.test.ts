import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportEvent } from '../../src/ports/reporter.ts';
import { reporterToReceiver } from './otlp-receiver.ts';

const timeout: ReportEvent = { kind: 'problem', code: 'timeout', call: 'order.list', ms: 15_000 };
const paid: ReportEvent = { kind: 'outcome', outcome: 'paid' };
const MINUTE = 60_000;

describe('what OtlpReporter sends', () => {
  test('A failed call is a warning with its code, call, statuses, longest duration and route, and is counted', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    const refused: ReportEvent = {
      kind: 'problem',
      code: 'refused',
      call: 'order.create',
      status: 200,
      serverCode: '5001',
      ms: 40,
    };
    reporter.report(refused, { at: clock.now() - 5, route: '/lease' });
    reporter.report({ ...refused, ms: 90 }, { at: clock.now(), route: '/lease' });
    await clock.advance(10_000);
    expect(receiver.records()).toEqual([
      expect.objectContaining({
        eventName: 'physio.problem',
        severityText: 'WARN',
        timeUnixNano: `${clock.now() - 10_005}000000`,
        attributes: {
          'physio.code': 'refused',
          'physio.call': 'order.create',
          'http.response.status_code': 200,
          'physio.server_code': '5001',
          'physio.duration_ms': 90,
          'physio.count': 2,
          'url.template': '/lease',
        },
      }),
    ]);
    const labels = { 'physio.failure': 'problem', 'physio.code': 'refused', 'physio.call': 'order.create' };
    expect(receiver.counted('physio.failures', labels)).toBe(2);
  });

  test('A bug is an error with its class, its origin and the functions of the page’s own files, without its message', async () => {
    const { reporter, receiver } = reporterToReceiver();
    const error = new TypeError('13800138000 is not a function');
    error.stack = [
      'TypeError: 13800138000 is not a function',
      '    at pay (https://shop.example.com/h5/assets/rest-abc123.js:1:200)',
      '    at async Object.run [as 13800138000] (https://shop.example.com/h5/assets/index-d4.js:7:12)',
      '    at https://shop.example.com/h5/assets/index-d4.js:9:1',
      '    at pay (https://shop.example.com/h5/?accessToken=secret:1:1)',
      '    at send (https://other.example.com/assets/tracker.js:1:1)',
    ].join('\n');
    reporter.report({ kind: 'bug', error: new Error('wrapped', { cause: error }), origin: 'render' });
    await reporter.flush();
    expect(receiver.records()).toEqual([
      expect.objectContaining({
        eventName: 'physio.bug',
        severityText: 'ERROR',
        attributes: expect.objectContaining({
          'exception.type': 'TypeError',
          'exception.stacktrace':
            'at pay (assets/rest-abc123.js:1:200)\nat Object.run (assets/index-d4.js:7:12)\nat <anonymous> (assets/index-d4.js:9:1)',
          'physio.origin': 'render',
        }),
      }),
    ]);
    expect(JSON.stringify(receiver.requests)).not.toMatch(/13800138000|secret|other\.example/);
  });

  test('A bug that was wrapped more than once is told by the error that was thrown first', async () => {
    const { reporter, receiver } = reporterToReceiver();
    const first = new TypeError('no');
    const ofReact = new Error('React recovered', { cause: first });
    reporter.report({ kind: 'bug', error: new Error('wrapped', { cause: ofReact }), origin: 'error' });
    await reporter.flush();
    expect(receiver.records()).toMatchObject([{ attributes: { 'exception.type': 'TypeError' } }]);
  });

  test('The stack of a bug in Safari is read as well', async () => {
    const { reporter, receiver } = reporterToReceiver();
    const error = new RangeError('no');
    error.stack =
      'pay@https://shop.example.com/h5/assets/rest-abc123.js:1:200\n@https://shop.example.com/h5/assets/index-d4.js:9:1\n[native code]';
    reporter.report({ kind: 'bug', error, origin: 'rejection' });
    await reporter.flush();
    expect(receiver.records()[0]?.attributes['exception.stacktrace']).toBe(
      'at pay (assets/rest-abc123.js:1:200)\nat <anonymous> (assets/index-d4.js:9:1)',
    );
  });

  test.each([
    ['inline', 'inline'],
    ['https://shop.example.com/h5/my?accessToken=secret', 'self'],
    ['https://ads.example.net:8443/track?openid=o-1', 'https://ads.example.net:8443'],
    ['', 'other'],
  ])('A violation of the policy by “%s” is reported as %s', async (blocked, reported) => {
    const { reporter, receiver } = reporterToReceiver();
    reporter.report({ kind: 'csp-violation', directive: 'script-src-elem', blocked });
    await reporter.flush();
    expect(receiver.records()[0]?.attributes).toMatchObject({
      'physio.directive': 'script-src-elem',
      'physio.blocked': reported,
    });
  });

  test('A policy that blocks the reports themselves is not reported, because that report would be blocked too', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    reporter.report({
      kind: 'csp-violation',
      directive: 'connect-src',
      blocked: 'https://reports.example.com/v1/logs',
    });
    await clock.advance(MINUTE);
    expect(receiver.requests).toEqual([]);
  });

  test('A file that could not be fetched is reported by its file name', async () => {
    const { reporter, receiver } = reporterToReceiver();
    const file = 'Failed to fetch dynamically imported module: https://shop.example.com/h5/assets/Custom-a1.js';
    reporter.report({ kind: 'missing-file', file });
    await reporter.flush();
    expect(receiver.records()[0]).toMatchObject({
      eventName: 'physio.chunk_failure',
      attributes: { 'physio.file': 'assets/Custom-a1.js' },
    });
    expect(receiver.counted('physio.failures', { 'physio.failure': 'chunk_failure' })).toBe(1);
  });

  test('Outcomes are counters, a lost line that returns also tells how long it was lost', async () => {
    const { reporter, receiver } = reporterToReceiver();
    for (const event of [paid, paid, { kind: 'outcome', outcome: 'line-restored', ms: 4_200 } as const])
      reporter.report(event);
    await reporter.flush();
    expect(receiver.counted('physio.flow.outcomes', { 'physio.outcome': 'paid' })).toBe(2);
    expect(receiver.points()).toContainEqual({
      name: 'physio.line.outage',
      unit: 's',
      attributes: {},
      point: expect.objectContaining({
        count: '1',
        sum: 4.2,
        explicitBounds: [1, 3, 5, 10, 30, 60, 300],
        bucketCounts: ['0', '0', '1', '0', '0', '0', '0', '0'],
      }),
    });
  });

  test('Web vitals are histograms by the route on which they were measured', async () => {
    const { reporter, receiver } = reporterToReceiver();
    reporter.report({ kind: 'vital', name: 'LCP', value: 1_234.5, route: '/my' });
    reporter.report({ kind: 'vital', name: 'CLS', value: 0.02, route: '/lease' });
    await reporter.flush();
    expect(receiver.points()).toMatchObject([
      { name: 'physio.web_vital.lcp', unit: 'ms', attributes: { 'url.template': '/my' }, point: { sum: 1_234.5 } },
      { name: 'physio.web_vital.cls', unit: '1', attributes: { 'url.template': '/lease' }, point: { sum: 0.02 } },
    ]);
  });

  test('Each request names the app, its version and the classes of browser', async () => {
    const { reporter, receiver } = reporterToReceiver({
      resource: { 'service.name': 'physiolease', 'service.version': '1.2.3', 'physio.build.id': 'abc123' },
    });
    reporter.report(timeout);
    await reporter.flush();
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
    const [logs] = bodies;
    expect(logs.resourceLogs[0].resource.attributes).toContainEqual({
      key: 'physio.build.id',
      value: { stringValue: 'abc123' },
    });
    expect(receiver.requests.map(({ address }) => address)).toEqual([
      'https://reports.example.com/v1/logs',
      'https://reports.example.com/v1/metrics',
    ]);
  });

  test('A visit outside the sample sends bugs and counters, but no records of problems and no web vitals', async () => {
    const { reporter, receiver } = reporterToReceiver({ sample: 0.4 });
    reporter.report(timeout);
    reporter.report({ kind: 'vital', name: 'INP', value: 80 });
    reporter.report({ kind: 'bug', error: new Error('a bug'), origin: 'error' });
    await reporter.flush();
    expect(receiver.records().map(({ eventName }) => eventName)).toEqual(['physio.bug']);
    expect(receiver.counted('physio.failures', { 'physio.failure': 'problem' })).toBe(1);
    expect(receiver.points().map(({ name }) => name)).not.toContain('physio.web_vital.inp');
  });
});

describe('when OtlpReporter sends', () => {
  test('Events of ten seconds are sent together, and an idle page sends nothing more', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    reporter.report(paid);
    await clock.advance(9_000);
    reporter.report(paid);
    expect(receiver.requests).toEqual([]);
    await clock.advance(1_000);
    expect(receiver.requests).toHaveLength(1);
    await clock.advance(60 * MINUTE);
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.counted('physio.flow.outcomes')).toBe(2);
  });

  test('Events wait while the phone is offline and are sent within ten seconds after it is online again', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    receiver.isOnline = false;
    reporter.report(paid);
    reporter.report(timeout);
    await clock.advance(30 * MINUTE);
    expect(receiver.requests).toEqual([]);
    receiver.isOnline = true;
    await clock.advance(10_000);
    expect(receiver.counted('physio.flow.outcomes', { 'physio.outcome': 'paid' })).toBe(1);
    expect(receiver.records()).toHaveLength(1);
  });

  test('Events that waited more than six hours are dropped', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    receiver.isOnline = false;
    reporter.report(paid);
    await clock.advance(7 * 60 * MINUTE);
    receiver.isOnline = true;
    await clock.advance(MINUTE);
    expect(receiver.requests).toEqual([]);
  });
});

describe('a receiver that fails', () => {
  test('After a failure the pause doubles up to a quarter of an hour, and nothing is lost or sent twice', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    receiver.answers = Array.from({ length: 8 }, () => ({ status: 503 }));
    reporter.report(paid);
    const sentAt: number[] = [];
    const startedAt = clock.now();
    for (let second = 0; second < 3_600 * 2; second += 1) {
      await clock.advance(1_000);
      while (sentAt.length < receiver.requests.length) sentAt.push(Math.round((clock.now() - startedAt) / 1_000));
    }
    const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(pauses.map((pause) => Math.round(pause / 30))).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    expect(receiver.requests).toHaveLength(9);
    const [last] = receiver.points().slice(-1);
    expect(last?.point.asInt).toBe('1');
  });

  test('A pause that the receiver asks for is kept, also when the page is hidden', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    receiver.answers = [{ status: 429, retryAfterMs: 10 * MINUTE }];
    reporter.report(paid);
    await clock.advance(10_000);
    for (let minute = 0; minute < 9; minute += 1) {
      await reporter.flush();
      await clock.advance(MINUTE);
    }
    expect(receiver.requests).toHaveLength(1);
    await clock.advance(2 * MINUTE);
    expect(receiver.requests).toHaveLength(2);
  });

  test.each([400, 404, 413, 415])('What the receiver refuses with %i is not sent again', async (status) => {
    const { reporter, receiver, clock } = reporterToReceiver();
    receiver.answers = [{ status }];
    reporter.report(paid);
    await clock.advance(60 * MINUTE);
    expect(receiver.requests).toHaveLength(1);
  });

  test('While a request is under way, no second one is sent', async () => {
    let answer = () => {};
    let sent = 0;
    const { reporter, clock } = reporterToReceiver({
      send: () => {
        sent += 1;
        return new Promise((resolve) => (answer = () => resolve({ status: 200 })));
      },
    });
    reporter.report(paid);
    await clock.advance(10_000);
    reporter.report(paid);
    await clock.advance(MINUTE);
    await reporter.flush();
    expect(sent).toBe(1);
    answer();
    await clock.advance(MINUTE);
    expect(sent).toBe(2);
  });

  test('An error of a thousand kinds in a loop sends one request of at most 60,000 bytes in ten seconds', async () => {
    const { reporter, receiver, clock } = reporterToReceiver();
    for (let each = 0; each < 1_000; each += 1) {
      const error = new Error('again');
      const frame = (depth: number) =>
        `    at f${each} (https://shop.example.com/h5/assets/${'x'.repeat(90)}.js:${each}:${depth})`;
      error.stack = Array.from({ length: 40 }, (_, depth) => frame(depth)).join('\n');
      reporter.report({ kind: 'bug', error, origin: 'error' });
    }
    await clock.advance(10_000);
    const logs = receiver.requests.filter(({ address }) => address.endsWith('/v1/logs'));
    expect(logs).toHaveLength(1);
    expect(logs[0]?.body.length).toBeLessThanOrEqual(60_000);
    expect(receiver.records().length).toBeGreaterThan(5);
    expect(receiver.counted('physio.failures', { 'physio.failure': 'bug' })).toBe(1_000);
  });

  test('Whatever the receiver answers, each outcome is counted at most once per accepted request, and none that was accepted is sent again', async () => {
    const answer = fc.constantFrom(
      { status: 200 },
      { status: 503 },
      { status: 429, retryAfterMs: 90_000 },
      { status: 400 },
    );
    const step = fc.oneof(
      fc.constant('report'),
      fc.constant('hide'),
      fc.constant('wait'),
      fc.constant('offline'),
      fc.constant('online'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 8 }),
        fc.array(step, { maxLength: 30 }),
        async (answers, steps) => {
          const { reporter, receiver, clock } = reporterToReceiver();
          const accepted: number[] = [];
          const { send } = receiver;
          receiver.answers = [...answers];
          let reports = 0;
          const watched = reporterToReceiver({
            clock,
            isOnline: () => receiver.isOnline,
            async send(address, body) {
              const response = await send(address, body);
              const { dataPoints } = JSON.parse(body).resourceMetrics[0].scopeMetrics[0].metrics[0].sum;
              if (response.status !== 503 && response.status !== 429) accepted.push(Number(dataPoints[0].asInt));
              return response;
            },
          }).reporter;
          for (const each of steps) {
            if (each === 'report') {
              reports += 1;
              watched.report(paid);
            }
            if (each === 'hide') await watched.flush();
            if (each === 'wait') await clock.advance(2 * MINUTE);
            if (each === 'offline') receiver.isOnline = false;
            if (each === 'online') {
              receiver.isOnline = true;
            }
          }
          receiver.isOnline = true;
          await clock.advance(5 * 60 * MINUTE);
          await reporter.flush();
          expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(reports);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('Whatever a server, a script or a stack says, no run of five digits and no query reaches the receiver', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^1[3-9]\d{9}$/),
      fc.constant('https://shop.example.com/h5/my?accessToken=13800138000'),
      fc.constant('    at PL10001 (https://shop.example.com/h5/assets/a.js:1:1)'),
    );
    await fc.assert(
      fc.asyncProperty(text, text, text, async (one, other, third) => {
        const { reporter, receiver } = reporterToReceiver();
        const error = new Error(one);
        error.name = other;
        error.stack = `${one}\n    at ${other} (${third})\n${third}`;
        reporter.report({ kind: 'bug', error, origin: 'error' });
        reporter.report({ kind: 'problem', code: 'refused', serverCode: one });
        reporter.report({ kind: 'csp-violation', directive: 'img-src', blocked: other });
        reporter.report({ kind: 'missing-file', file: third });
        await reporter.flush();
        const values = receiver.records().flatMap(({ attributes }) => Object.values(attributes));
        for (const value of values) expect(String(value)).not.toMatch(/\d{7}|PL10001|accessToken|\?/);
      }),
      { numRuns: 300 },
    );
  });
});
