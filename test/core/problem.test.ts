import { expect, test } from 'vitest';
import { ignoreFailure, Problem, type ProblemCode, stackOf } from '../../src/core/problem.ts';

const CODES: ProblemCode[] = [
  'timeout',
  'not-sent',
  'no-report',
  'network',
  'http',
  'unauthorized',
  'parse',
  'refused',
  'cancelled',
  'no-token',
  'invalid-input',
  'configuration',
  'storage',
  'scanner',
  'bridge',
  'login-failed',
  'internal',
];

test('A write may have taken effect if no valid response arrived', () => {
  expect(CODES.filter((code) => new Problem(code).mayHaveTakenEffect)).toEqual(['timeout', 'network', 'http', 'parse']);
});

test.each([
  [302, true],
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [408, true],
  [409, true],
  [422, false],
  [429, false],
  [499, true],
  [500, true],
  [502, true],
  [504, true],
])('A write with the response status %d may have taken effect: %s', (status, mayHave) => {
  expect(new Problem('http', { status }).mayHaveTakenEffect).toBe(mayHave);
});

test.each([
  [301, true],
  [302, true],
  [308, true],
  [400, false],
  [401, false],
  [403, false],
  [404, true],
  [405, true],
  [408, false],
  [429, false],
  [500, false],
  [501, true],
  [502, false],
])('The status %d means that the address does not lead to the API: %s', (status, isNotTheApi) => {
  expect(new Problem('http', { status }).isNotTheApi).toBe(isNotTheApi);
});

test('A request without a signed-in user is not retried', () => {
  expect(CODES.filter((code) => new Problem(code).endsTheSession)).toEqual(['unauthorized', 'no-token']);
});

test('Any other error becomes an internal error and keeps its message', () => {
  const known = new Problem('timeout');
  expect(Problem.of(known)).toBe(known);
  const thrown = new TypeError('x is not a function');
  expect(Problem.of(thrown)).toMatchObject({
    name: 'Problem',
    code: 'internal',
    message: 'x is not a function',
    cause: thrown,
  });
  expect(Problem.of('broken')).toMatchObject({ code: 'internal', message: 'broken' });
});

test('A caller that handles Problems does not receive an internal error', () => {
  const known = new Problem('timeout');
  expect([Problem.expected(known), ignoreFailure(known)]).toEqual([known, undefined]);
  for (const handle of [Problem.expected, ignoreFailure]) {
    expect(() => handle(new TypeError('x is not a function'))).toThrow(expect.objectContaining({ code: 'internal' }));
    expect(() => handle(new Problem('internal'))).toThrow(expect.objectContaining({ code: 'internal' }));
  }
});

test('An internal error has the stack of the error that was thrown first', () => {
  const thrown = new TypeError('x is not a function');
  expect(stackOf(Problem.of(thrown))).toBe(thrown.stack);
  expect(stackOf(new Problem('internal', { message: 'by itself' }))).toContain('by itself');
  delete thrown.stack;
  expect(stackOf(thrown)).toBe('TypeError: x is not a function');
});

test('The message of a problem names the failed call and the reason for developers', () => {
  expect(new Problem('http', { call: 'order.listLeaseOrders', status: 502 }).message).toBe(
    'order.listLeaseOrders http 502',
  );
  expect(new Problem('refused', { call: 'order.cancel', serverCode: '409' }).message).toBe('order.cancel refused 409');
  expect(new Problem('timeout').message).toBe('timeout');
});
