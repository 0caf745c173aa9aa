import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { ConsoleReporter } from '../../src/adapters/browser/report/console-reporter.ts';
import { BufferedReporter } from '../../src/adapters/browser/report/buffered-reporter.ts';
import { FakeReporter } from '../../src/adapters/fake/fake-reporter.ts';
import { NoReporter } from '../../src/adapters/report/no-reporter.ts';
import { StackReporter } from '../../src/adapters/report/stack-reporter.ts';
import { describeReporter } from './reporter.conformance.ts';
import { reporterToReceiver } from './otlp-receiver.ts';

describeReporter('ConsoleReporter', () => {
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
  const shown = vi
    .spyOn(console, 'error')
    .mockClear()
    .mockImplementation(() => undefined);
  return { reporter: new ConsoleReporter(), readable: () => shown.mock.calls.map(([error]) => inspect(error)) };
});

describeReporter('StackReporter', () => {
  const printed: string[] = [];
  return { reporter: new StackReporter((text) => printed.push(text)), readable: () => printed };
});

describeReporter('FakeReporter', () => {
  const reporter = new FakeReporter();
  return { reporter, readable: () => reporter.reported.map((error) => inspect(error)) };
});

describeReporter('BufferedReporter', () => {
  const receiver = new FakeReporter();
  const reporter = new BufferedReporter(() => ({ at: 0, route: '/' }));
  return {
    reporter,
    readable: () => {
      reporter.passTo(receiver);
      return receiver.reported.map((error) => inspect(error));
    },
  };
});

describeReporter(
  'OtlpReporter',
  () => {
    const { reporter, receiver } = reporterToReceiver();
    return {
      reporter,
      async readable() {
        await reporter.flush();
        return receiver.records().map((record) => JSON.stringify(record));
      },
    };
  },
  { bugs: true, messages: false },
);

describeReporter('NoReporter', () => ({ reporter: new NoReporter(), readable: () => [] }), {
  bugs: false,
  messages: false,
});

test('FakeReporter returns each bug only once', () => {
  const reporter = new FakeReporter();
  const error = new Error('reported');
  reporter.report({ kind: 'bug', error, origin: 'render' });
  expect([reporter.take(), reporter.take()]).toEqual([[error], []]);
});

test('BufferedReporter passes on the first fifty events in their order, with when and where each happened', () => {
  let at = 0;
  const reporter = new BufferedReporter(() => ({ at: at++, route: `/${at}` }));
  const received: unknown[] = [];
  for (let each = 0; each < 60; each += 1) reporter.report({ kind: 'missing-file', file: String(each) });
  reporter.passTo({ report: (event, seen) => void received.push([event, seen]) });
  reporter.report({ kind: 'missing-file', file: 'later' });
  expect(received).toHaveLength(51);
  expect(received[49]).toEqual([
    { kind: 'missing-file', file: '49' },
    { at: 49, route: '/50' },
  ]);
  expect(received[50]).toEqual([
    { kind: 'missing-file', file: 'later' },
    { at: 50, route: '/51' },
  ]);
});
