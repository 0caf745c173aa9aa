import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureClockSkew, pageClock } from '../../src/adapters/browser/page-clock.ts';
import { TracingHttp } from '../../src/adapters/http/tracing-http.ts';
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

test('A question for the time that nobody answers ends after three seconds, and the next doubt asks anew', async () => {
  const asked: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: URL, { signal }: RequestInit) => {
    asked.push(signal);
    return new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const clock = await pageClock(new URL('https://page.test/app-config.json'), dated(NOW));
  clock.onDoubt();
  clock.onDoubt();
  await vi.advanceTimersByTimeAsync(3 * SECOND);
  clock.onDoubt();
  expect(asked.map((signal) => signal?.aborted)).toEqual([true, false]);
});

/** A phone whose clocks a test moves: the wall clock, which people set, and the steady one, which may stop in a sleep. */
function aPhone({ skewMs = 0 } = {}) {
  vi.useRealTimers();
  let [wall, uptime] = [NOW + skewMs, 5_000];
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => uptime);
  const clock = new SystemClock(skewMs);
  let doubts = 0;
  clock.onDoubt = () => (doubts += 1);
  const sinceStart = () => clock.now() - NOW;
  return {
    clock,
    sinceStart,
    doubts: () => doubts,
    passes: (ms: number) => ([wall, uptime] = [wall + ms, uptime + ms]),
    isSet: (ms: number) => (wall += ms),
    sleeps: (ms: number) => (wall += ms),
  };
}
afterEach(() => void vi.restoreAllMocks());

test.each([-8 * 60 * MINUTE, 8 * 60 * MINUTE])(
  'A wrong clock (%i ms) that is corrected while the page is open changes no age, and the time is asked for anew',
  (skewMs) => {
    const phone = aPhone({ skewMs });
    expect(phone.sinceStart()).toBe(0);
    phone.passes(MINUTE);
    phone.isSet(-skewMs);
    expect(phone.sinceStart()).toBe(MINUTE);
    phone.passes(MINUTE);
    expect([phone.sinceStart(), phone.doubts()]).toEqual([2 * MINUTE, 1]);
  },
);

test('The time goes on while a phone sleeps whose steady clock stands still', () => {
  const phone = aPhone();
  phone.sinceStart();
  phone.sleeps(30 * MINUTE);
  expect([phone.sinceStart(), phone.doubts()]).toEqual([30 * MINUTE, 1]);
  phone.clock.takeServerTime(NOW + 30 * MINUTE, 100);
  phone.passes(MINUTE);
  expect(phone.sinceStart()).toBe(31 * MINUTE);
});

test('A right clock that is set wrong is measured by the next answer', () => {
  const phone = aPhone();
  phone.sinceStart();
  phone.isSet(DAY);
  phone.sinceStart();
  phone.clock.takeServerTime(NOW, 0);
  phone.passes(SECOND);
  expect(phone.sinceStart()).toBe(SECOND);
});

test.each([DAY, -DAY])('The first answer of all corrects a clock that is wrong by %i ms', (ahead) => {
  vi.setSystemTime(NOW + ahead);
  const clock = new SystemClock(0, true);
  clock.takeServerTime(NOW, 0);
  expect(clock.now()).toBe(NOW);
  clock.takeServerTime(NOW - DAY, 0);
  expect(clock.now()).toBe(NOW);
});

test('One answer with another time, or one that took long, changes nothing; a second one that agrees does', () => {
  const phone = aPhone();
  phone.clock.takeServerTime(NOW + DAY, 0);
  expect([phone.sinceStart(), phone.doubts()]).toEqual([0, 1]);
  phone.clock.takeServerTime(NOW, 0);
  phone.clock.takeServerTime(NOW + DAY, 0);
  phone.clock.takeServerTime(NOW + DAY, 6_000);
  expect(phone.sinceStart()).toBe(0);
  phone.clock.takeServerTime(NOW + DAY, 0);
  expect(phone.sinceStart()).toBe(DAY);
});

test('A correction tells where the instants before it belong', () => {
  const phone = aPhone();
  const before = phone.clock.now();
  const moved: number[] = [];
  phone.clock.onCorrection((correct) => moved.push(correct(before) - NOW));
  phone.clock.takeServerTime(NOW - DAY, 0);
  phone.clock.takeServerTime(NOW - DAY, 0);
  expect([moved, phone.sinceStart()]).toEqual([[-DAY], -DAY]);
});

test('A correction that takes back a supposed sleep moves only the instants since then', () => {
  const phone = aPhone();
  const before = phone.clock.now();
  phone.passes(MINUTE);
  phone.isSet(DAY);
  const since = phone.clock.now();
  const moved: number[] = [];
  phone.clock.onCorrection((correct) => moved.push(correct(before) - NOW, correct(since) - NOW));
  phone.clock.takeServerTime(NOW + MINUTE, 0);
  expect(moved).toEqual([0, MINUTE]);
});

test('A correction after a sleep moves the instants before the sleep as well', () => {
  const phone = aPhone();
  const before = phone.clock.now();
  phone.sleeps(30 * MINUTE);
  phone.clock.now();
  const moved: number[] = [];
  phone.clock.onCorrection((correct) => moved.push(correct(before) - NOW));
  phone.clock.takeServerTime(NOW + 30 * MINUTE + DAY, 0);
  expect(moved).toEqual([DAY]);
});

test('TracingHttp tells the time of each answer that names one, but not that of a page that another server sends in its place', async () => {
  const seen: number[] = [];
  const date = new Date(NOW).toUTCString();
  const answers: [body: string, headers: Record<string, string>][] = [
    ['{"code":"200"}', { date, age: '60' }],
    ['{"code":"200"}', {}],
    ['{"code":"200"}', { date: 'soon' }],
    ['<html>Sign in to this Wi-Fi</html>', { date }],
    ['', { date }],
  ];
  for (const [body, headers] of answers) {
    const inner = { send: async () => ({ status: 200, body, header: (name: string) => headers[name] }) };
    const http = new TracingHttp(inner, { onServerTime: (at) => seen.push(at) });
    await http.send({ method: 'POST', url: 'https://api.test', headers: {}, body: '', timeoutMs: 1_000 });
  }
  expect(seen).toEqual([NOW + MINUTE]);
});
