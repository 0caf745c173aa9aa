import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../../../src/adapters/fake/fake-clock.ts';
import { RecentActivity } from '../../../src/core/feedback/recent-activity.ts';
import { MAX_REPORT_LENGTH, type ReportFacts, reportOf } from '../../../src/core/feedback/report.ts';
import { getLeaseOrder, listLeaseOrders } from '../../../src/core/order/api.ts';
import { secretsOf } from '../../../src/core/session/credentials.ts';

const AT = Date.parse('2026-03-01T09:00:00+08:00');
const FACTS: ReportFacts = {
  now: AT,
  version: '1.0.0',
  sno: 'PL10001',
  phone: {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0) MicroMessenger/8.0.40',
    insideWeChat: true,
    online: false,
  },
  screens: [
    { path: '/my', at: AT - 5_000 },
    { path: '/orderDetail', at: AT - 1_000 },
  ],
  calls: [
    { path: `/api${listLeaseOrders.path}`, code: '200', ms: 81.4, at: AT - 4_000 },
    { path: `/api${getLeaseOrder.path}`, code: 'timeout', ms: 15_000, at: AT - 900 },
  ],
  secrets: [],
};

test('A report lists what the app did last, on which phone and with which device', () => {
  expect(reportOf(FACTS).split('\n')).toEqual([
    '诊断信息 2026-03-01 09:00:00',
    '版本 1.0.0',
    '设备编号 PL10001',
    '手机 Mozilla/5.0 (iPhone; CPU iPhone OS 16_0) MicroMessenger/8.0.40',
    '微信内 是  网络连接 否',
    '最近页面',
    '08:59:59 /orderDetail',
    '08:59:55 /my',
    '最近请求',
    `08:59:59 /api${getLeaseOrder.path} timeout 15000ms`,
    `08:59:56 /api${listLeaseOrders.path} 200 81ms`,
  ]);
});

/** A report with the same canary in every field that has external content. */
const infested = (canary: string, secrets: string[]): ReportFacts => ({
  ...FACTS,
  version: `1 ${canary}`,
  phone: { ...FACTS.phone, userAgent: `Mozilla/5.0 ${canary} Chrome` },
  screens: [
    { path: `/my/${canary}`, at: AT },
    { path: `/my?x=${canary}`, at: AT },
  ],
  calls: [{ path: `/api/${canary}/x`, code: `200 ${canary}`, ms: 1, at: AT }],
  secrets,
});

const secret = fc.stringMatching(/^[\w.=+-]{6,40}$/);
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const mobile = fc
  .tuple(fc.constantFrom('3', '4', '5', '6', '7', '8', '9'), digits(9))
  .map(([second, rest]) => `1${second}${rest}`);

test('A report contains no credential from any source', () => {
  fc.assert(
    fc.property(
      secret,
      fc.constantFrom('accessToken', 'openid', 'signature', 'nonceStr', 'mobile', 'appId', 'timestamp'),
      (canary, name) => {
        fc.pre(!reportOf(FACTS).includes(canary));
        expect(reportOf({ ...infested(canary, secretsOf({ [name]: canary })), sno: canary })).not.toContain(canary);
      },
    ),
  );
});

test('A report contains no phone number, whether grouped or not, alone or within another text', () => {
  const written = fc
    .tuple(mobile, fc.constantFrom('', ' ', '-'), fc.constantFrom('', '+86', 'u', '0'))
    .map(([number, gap, before]) => ({
      text: before + [number.slice(0, 3), number.slice(3, 7), number.slice(7)].join(gap),
      number,
    }));
  fc.assert(
    fc.property(written, ({ text, number }) => {
      const report = reportOf({ ...infested(text, []), sno: text });
      expect(report.replaceAll(/[ -]/g, '')).not.toContain(number);
    }),
  );
});

test('A report contains no text as long as a token, even if it is not registered as a secret', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w=+-]{20,80}$/), (canary) => {
      expect(reportOf(infested(canary, []))).not.toContain(canary);
    }),
  );
});

test('A report contains no amount of money and no query', () => {
  fc.assert(
    fc.property(fc.constantFrom('￥', '¥', '￥ '), fc.integer({ min: 100, max: 9_999_999 }), (sign, fen) => {
      const amount = (fen / 100).toFixed(2);
      const report = reportOf(infested(`${sign}${amount}`, []));
      expect(report).not.toContain(amount);
      expect(report).not.toContain('?');
    }),
  );
});

test('A report is never longer than its limit, and drops the oldest calls first', () => {
  const calls = Array.from({ length: 200 }, (_, index) => ({
    path: `/api/call/${index}/${'long '.repeat(9)}`,
    code: '200',
    ms: 5,
    at: AT,
  }));
  const report = reportOf({ ...FACTS, calls });
  expect(report.length).toBeLessThanOrEqual(MAX_REPORT_LENGTH);
  expect(report).toContain('/api/call/199/');
  expect(report).not.toContain('/api/call/0/');
  fc.assert(
    fc.property(fc.string({ maxLength: 5_000 }), (text) => reportOf(infested(text, [])).length <= MAX_REPORT_LENGTH),
  );
});

test('The app remembers its last twenty calls and its last eight screens', () => {
  const activity = new RecentActivity(new FakeClock());
  for (let index = 0; index < 30; index += 1) {
    activity.sawCall({ path: `/call/${index}`, code: '200', ms: 1 });
    activity.sawScreen(`/screen/${index}`);
  }
  expect(activity.calls.map(({ path }) => path)).toEqual(
    Array.from({ length: 20 }, (_, index) => `/call/${index + 10}`),
  );
  expect(activity.screens.map(({ path }) => path)).toEqual(
    Array.from({ length: 8 }, (_, index) => `/screen/${index + 22}`),
  );
});
