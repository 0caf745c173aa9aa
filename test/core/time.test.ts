import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  DAY,
  instantFrom,
  remainingDays,
  dateText,
  dateTimeText,
  shortTimeText,
  timeOfDayText,
} from '../../src/core/basics/time.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const seconds = fc.integer({ min: 946_684_800, max: 253_402_271_999 }).map((each) => each * 1_000);

test.each(['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Apia', 'Europe/London'])(
  'A China time is the same instant in %s',
  (phone) => {
    process.env['TZ'] = phone;
    expect(instantFrom('2026-03-29 02:30:00')).toBe(Date.parse('2026-03-28T18:30:00Z'));
    expect(dateText(Date.parse('2026-03-28T16:00:00Z'))).toBe('2026-03-29');
    fc.assert(
      fc.property(seconds, (instant) => {
        expect(instantFrom(dateTimeText(instant))).toBe(instant);
      }),
    );
  },
);

test('A number and its digits are read as the same timestamp', () => {
  fc.assert(
    fc.property(fc.integer({ min: 946_684_800_000, max: 4_102_444_800_000 }), (instant) => {
      expect(instantFrom(instant)).toBe(instant);
      expect(instantFrom(String(instant))).toBe(instant);
    }),
  );
});

test('Epoch seconds and epoch ms are each recognised, as numbers and as digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 946_684_800, max: 99_999_999_999 }), (second) => {
      expect(instantFrom(second)).toBe(second * 1_000);
      expect(instantFrom(String(second))).toBe(second * 1_000);
      expect(instantFrom(second * 1_000)).toBe(second * 1_000);
    }),
  );
});

test('An ISO 8601 text with any time zone is read as its timestamp in every time zone of the phone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 978_307_200_000, max: 4_102_444_800_000 }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (instant, offset) => {
        const digits = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
        const local = new Date(instant + offset * 60_000).toISOString().slice(0, -1);
        expect(instantFrom(`${local}${offset < 0 ? '-' : '+'}${digits(offset / 60)}:${digits(offset % 60)}`)).toBe(
          instant,
        );
        expect(instantFrom(new Date(instant).toISOString())).toBe(instant);
      },
    ),
  );
});

test.each([
  0,
  -1,
  1,
  86_400,
  946_684_799,
  946_684_799_999,
  '0',
  '0000-00-00 00:00:00',
  '0001-01-01 00:00:00',
  '1970-01-01 08:00:00',
  '1970-01-01T00:00:00Z',
  '1999-12-31',
])('The text %j, which servers send for a missing time, is read as undefined', (value) => {
  expect(instantFrom(value)).toBeUndefined();
});

test.each([
  '2026-03-02T09:05:06+15:00',
  '2026-03-02T09:05:06+08:60',
  '2026-03-02Z',
  '2026-03-02T09:05:06 CST',
  '2026-03-02T09:05:06++08:00',
])('The text %s with an invalid time zone is not read', (text) => {
  expect(instantFrom(text)).toBeUndefined();
});

test.each([
  ['2026-03-02T01:05:06Z', '2026-03-02T09:05:06+08:00'],
  ['2026-03-02T01:05:06.5z', '2026-03-02T09:05:06.500+08:00'],
  ['2026-03-02 09:05:06 +0800', '2026-03-02T09:05:06+08:00'],
  ['2026-03-02T09:05:06-03:30', '2026-03-02T12:35:06Z'],
  ['2026-3-2', '2026-03-02T00:00:00+08:00'],
  ['2026-03-02T09:05', '2026-03-02T09:05:00+08:00'],
  [' 2026-03-02 09:05:06.789 ', '2026-03-02T09:05:06.789+08:00'],
  ['2024-02-29 00:00:00', '2024-02-29T00:00:00+08:00'],
])('The text %s is read as a timestamp', (text, instant) => {
  expect(instantFrom(text)).toBe(Date.parse(instant));
});

test.each([
  '',
  'soon',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-01 24:00:00',
  '2026-01-01 10:60:00',
  '0050-01-01',
  '9'.repeat(16),
  '12',
  'at 1772413200000',
  '1772413200000 ms',
  'on 2026-03-02',
  '2026-03-02 or so',
  '2026-01-01 10:00:60',
])('The text %j is not read as a timestamp', (text) => {
  expect(instantFrom(text)).toBeUndefined();
});

test.each([Number.NaN, Infinity, 1e16])('The number %d is not read as a timestamp', (value) => {
  expect(instantFrom(value)).toBeUndefined();
});

test('Every readable timestamp can be formatted as a day', () => {
  const anything = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.string(),
    fc.stringMatching(/^\d{10,16}$/),
  );
  fc.assert(
    fc.property(anything, (value) => {
      const instant = instantFrom(value);
      if (instant !== undefined) expect(dateText(instant)).toMatch(/^\d{4}-\d\d-\d\d$/);
    }),
  );
  expect(dateText(Date.parse('9999-12-31T23:59:59Z'))).toBe('9999-12-31');
});

test('The remaining days are whole numbers and negative once the lease has ended', () => {
  const now = Date.parse('2026-03-02T09:00:00+08:00');
  expect([0, 1, DAY - 1, DAY, DAY + 1, -1, -DAY].map((left) => remainingDays(now + left, now))).toEqual([
    0, 0, 0, 1, 1, -1, -1,
  ]);
  fc.assert(
    fc.property(seconds, seconds, (expiry, at) => {
      const days = remainingDays(expiry, at);
      expect(days * DAY <= expiry - at && expiry - at < (days + 1) * DAY).toBe(true);
    }),
  );
});

test('The time of day is shown in China time', () => {
  expect(timeOfDayText(Date.parse('2026-03-02T00:05:06Z'))).toBe('08:05:06');
});

test('A date and time of fourteen digits, as WeChat writes when a payment ended, is a time in China', () => {
  expect(instantFrom('20261123153000')).toBe(Date.parse('2026-11-23T15:30:00+08:00'));
});

test('A short date and time in China names the year only if it is another one', () => {
  const now = Date.parse('2026-03-02T09:00:00+08:00');
  expect(shortTimeText(Date.parse('2026-01-01T00:05:06+08:00'), now)).toBe('01-01 00:05');
  expect(shortTimeText(Date.parse('2025-12-31T23:59:59+08:00'), now)).toBe('2025-12-31 23:59');
});
