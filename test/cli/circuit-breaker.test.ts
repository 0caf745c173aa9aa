import { describe, expect, test } from 'vitest';
import { CircuitBreaker } from '../../src/cli/commands/device/check/check-fleet.ts';
import { Problem } from '../../src/core/problem.ts';

const REFUSED = new Problem('network', { message: 'no answer came: ECONNREFUSED' });

/** Returns a breaker with a fake clock. */
function breakerAt() {
  const clock = { now: 0 };
  const breaker = new CircuitBreaker(() => clock.now);
  /** Starts `count` parallel calls that all end with the same result. */
  const round = (at: number, count: number, problem?: Problem) => {
    clock.now = at;
    const calls = Array.from({ length: count }, () => breaker.ask());
    for (const call of calls) breaker.record(call, problem);
  };
  return { breaker, round };
}

describe('CircuitBreaker', () => {
  test('The circuit breaker stays closed when resets end all sixteen parallel calls again and again but the server answers in between', () => {
    const { breaker, round } = breakerAt();
    for (let at = 0; at < 60_000; at += 2_000) {
      round(at, 16, REFUSED);
      round(at + 1_000, 1);
    }
    expect(breaker.openedBy).toBeUndefined();
  });

  // covers cli.rule.12b
  test('The circuit breaker stays closed during a server restart of four seconds', () => {
    const { breaker, round } = breakerAt();
    for (const at of [0, 900, 1_800, 2_700, 3_600]) round(at, 16, REFUSED);
    round(4_200, 16);
    expect(breaker.openedBy).toBeUndefined();
  });

  test('The circuit breaker opens within six seconds when connections are refused', () => {
    const { breaker, round } = breakerAt();
    for (let at = 0; at <= 5_400; at += 900) round(at, 8, REFUSED);
    expect(breaker.openedBy).toBe(REFUSED);
  });

  test.each([
    ['times out', new Problem('timeout')],
    ['is behind a gateway without upstream', new Problem('http', { status: 502 })],
  ])('The circuit breaker opens at the third failed round in a row when the server %s', (_how, problem) => {
    const { breaker, round } = breakerAt();
    round(15_000, 8, problem);
    round(30_000, 8, problem);
    expect(breaker.openedBy).toBeUndefined();
    round(45_000, 8, problem);
    expect([breaker.openedBy, breaker.failures]).toEqual([problem, 24]);
  });

  test.each([
    ['refuses each device', new Problem('refused', { serverCode: '404' })],
    ['is busy', new Problem('refused', { serverCode: '500', serverMessage: '系统繁忙' })],
    ['denies access to each device', new Problem('http', { status: 403 })],
    ['fails for each device', new Problem('http', { status: 500 })],
  ])('The circuit breaker stays closed when the server is reachable and %s', (_how, problem) => {
    const { breaker, round } = breakerAt();
    for (let at = 0; at < 60_000; at += 1_000) round(at, 8, problem);
    expect(breaker.openedBy).toBeUndefined();
  });

  test('The circuit breaker opens at once when the token is rejected', () => {
    const { breaker, round } = breakerAt();
    const problem = new Problem('unauthorized', { status: 401 });
    round(0, 1, problem);
    expect(breaker.openedBy).toBe(problem);
  });

  test('The circuit breaker opens when every answer is 404, unless the server has answered before', () => {
    const problem = new Problem('http', { status: 404 });
    const wrong = breakerAt();
    for (const at of [0, 20, 40]) wrong.round(at, 8, problem);
    expect(wrong.breaker.openedBy).toBe(problem);
    const right = breakerAt();
    right.round(0, 8);
    for (let at = 20; at < 60_000; at += 1_000) right.round(at, 8, problem);
    expect(right.breaker.openedBy).toBeUndefined();
  });
});
