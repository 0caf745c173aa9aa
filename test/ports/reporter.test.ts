import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { ConsoleReporter } from '../../src/adapters/browser/console-reporter.ts';
import { FakeReporter } from '../../src/adapters/fake/fake-reporter.ts';
import { NoReporter } from '../../src/adapters/no-reporter.ts';
import { StackReporter } from '../../src/adapters/stack-reporter.ts';
import { describeReporter } from './reporter.conformance.ts';

describeReporter('ConsoleReporter', () => {
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

describeReporter('NoReporter', () => ({ reporter: new NoReporter(), readable: () => [] }), { hasOutput: false });

test('FakeReporter returns each report only once', () => {
  const reporter = new FakeReporter();
  const error = new Error('reported');
  reporter.report(error);
  expect([reporter.take(), reporter.take()]).toEqual([[error], []]);
});
