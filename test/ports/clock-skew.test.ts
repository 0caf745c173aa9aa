import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureClockSkew } from '../../src/adapters/browser/clock-skew.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';

const NOW = Date.parse('2026-03-02T09:00:00+08:00');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const dated = (at: number, headers: Record<string, string> = {}) =>
  new Response('{}', { headers: { date: new Date(at).toUTCString(), ...headers } });
const unexpectedRequest = () => Promise.reject(new Error('no second request is expected'));

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['a day ahead', DAY],
  ['a day behind', -DAY],
  ['ten minutes ahead', 10 * MINUTE],
])('A phone clock that is %s is corrected', async (_, ahead) => {
  vi.setSystemTime(NOW + ahead);
  const clock = new SystemClock(await measureClockSkew(dated(NOW), async () => dated(NOW)));
  expect(Math.abs(clock.now() - NOW)).toBeLessThanOrEqual(SECOND);
});

test.each([0, 90 * SECOND, -90 * SECOND])(
  'A phone clock that is wrong by less than two minutes (%i ms) is not corrected, and no second request is sent',
  async (ahead) => {
    vi.setSystemTime(NOW + ahead);
    expect(await measureClockSkew(dated(NOW), unexpectedRequest)).toBe(0);
  },
);

test('A cached response does not change the phone’s clock', async () => {
  expect(await measureClockSkew(dated(NOW - DAY), async () => dated(NOW))).toBe(0);
  expect(await measureClockSkew(dated(NOW - DAY, { age: String(DAY / SECOND) }), unexpectedRequest)).toBe(0);
});

test('The phone’s clock is not corrected if no response has a date, or no second response confirms it', async () => {
  expect(await measureClockSkew(new Response('{}'), unexpectedRequest)).toBe(0);
  expect(await measureClockSkew(dated(NOW - DAY), unexpectedRequest)).toBe(0);
  const never = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  const measured = measureClockSkew(dated(NOW - DAY), never);
  await vi.advanceTimersByTimeAsync(3 * SECOND);
  expect(await measured).toBe(0);
});
