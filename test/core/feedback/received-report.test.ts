import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receivedReport } from '../../../src/core/feedback/received-report.ts';
import { REPORT_LABELS, reportOf, type ReportFacts } from '../../../src/core/feedback/report.ts';
import { problemOfCode, storyOf } from '../../../src/core/feedback/report-story.ts';
import { getUser } from '../../../src/core/account/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { getDetail } from '../../../src/core/device/api.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';

const AT = Date.parse('2026-03-01T09:00:00+08:00');
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) MicroMessenger/8.0.40(0x1800282e) NetType/WIFI';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; M2102J2SC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/99.0.4844.88 MicroMessenger/8.0.49';
const FACTS: ReportFacts = {
  now: AT,
  version: '1.0.0',
  sno: 'PL10001',
  phone: { userAgent: IPHONE, insideWeChat: true, online: true },
  screens: [
    { path: '/my', at: AT - 9_000 },
    { path: '/process', at: AT - 5_000 },
  ],
  calls: [
    { path: `/api${getUser.path}`, code: '200', ms: 81.4, at: AT - 8_000 },
    { path: `/api${getDetail.path}`, code: '200 7001', ms: 90, at: AT - 4_000 },
  ],
  secrets: [],
};
const TEXT = reportOf(FACTS);
const READ = {
  createdAt: AT,
  version: '1.0.0',
  sno: 'PL10001',
  userAgent: IPHONE,
  insideWeChat: true,
  online: true,
  screens: [
    { time: '08:59:51', at: AT - 9_000, path: '/my' },
    { time: '08:59:55', at: AT - 5_000, path: '/process' },
  ],
  calls: [
    { time: '08:59:52', at: AT - 8_000, path: `/api${getUser.path}`, code: '200', ms: 81 },
    { time: '08:59:56', at: AT - 4_000, path: `/api${getDetail.path}`, code: '200 7001', ms: 90 },
  ],
  incomplete: 0,
  others: 0,
};

const reportWith = (facts: Partial<ReportFacts>) => receivedReport(reportOf({ ...FACTS, ...facts }));
const call = (secondsAgo: number, code: string, { path = '/api/x', ms = 10 } = {}) => ({
  path,
  code,
  ms,
  at: AT - secondsAgo * 1_000,
});
const findings = (facts: Partial<ReportFacts>) => {
  const report = reportWith(facts);
  return report && storyOf(report).findings;
};

describe('reading a report', () => {
  test('A report tells the device that the customer last looked at from the one that the message is about', () => {
    expect(reportWith({ sno: undefined, lastSno: 'PL20002' })).toMatchObject({ sno: undefined, lastSno: 'PL20002' });
    expect(reportWith({})).toMatchObject({ sno: 'PL10001', lastSno: undefined });
  });

  test.each<[string, string]>([
    ['as it was sent', TEXT],
    ['below the customer’s own text', `手机 打不开，请看看\n版本 不知道\n12:00:00 /来过\n\n${TEXT}`],
    ['with text after it', `${TEXT}\n\n谢谢！ 13812345678`],
    ['with Windows line breaks', TEXT.replaceAll('\n', '\r\n')],
    ['on one line', TEXT.replaceAll('\n', ' ')],
    ['as text within JSON', JSON.stringify({ content: TEXT }).slice(1, -2)],
    ['quoted in a mail', TEXT.replace(/^/gm, '> ')],
    ['in HTML', TEXT.replaceAll('\n', '<br/>')],
    ['with empty lines and wide spaces', TEXT.replaceAll('\n', '\n\n').replaceAll(' ', '\u3000')],
    ['with a byte order mark', `\ufeff${TEXT}`],
  ])('A report is read %s', (_how, text) => {
    const { userAgent, ...rest } = receivedReport(text) ?? expect.fail('no report');
    const { userAgent: sent, ...expected } = READ;
    expect(rest).toEqual(expected);
    expect(userAgent?.slice(0, 40)).toBe(sent.slice(0, 40));
  });

  test.each([
    ['of the afternoon before', 18 * 3_600, '2026-02-28 15:00:00'],
    ['of two days before', 48 * 3_600, '2026-02-27 09:00:00'],
  ])('A start %s is told with its day by a report of a page that was left open since', (_, secondsAgo, time) => {
    const facts = { calls: [call(secondsAgo, 'timeout', { path: `/api${startDevice.path}` }), call(5, '200')] };
    const at = AT - secondsAgo * 1_000;
    for (const text of [reportOf({ ...FACTS, ...facts }), reportOf({ ...FACTS, ...facts }).replaceAll('\n', ' ')])
      expect(receivedReport(text)?.calls.map((each) => each.at)).toEqual([at, AT - 5_000]);
    expect(findings(facts)).toContainEqual(expect.objectContaining({ kind: 'outcome-unknown', time }));
  });

  test('A report without its beginning is read without its date', () => {
    const text = TEXT.slice(TEXT.indexOf(REPORT_LABELS.screens));
    expect(receivedReport(text)).toMatchObject({
      createdAt: undefined,
      screens: [{ path: '/my', time: '08:59:51' }, { path: '/process' }],
      calls: [{ code: '200' }, { code: '200 7001' }],
    });
  });

  test('A report that is cut off within a call counts the call as incomplete', () => {
    const cut = TEXT.slice(0, TEXT.lastIndexOf(getUser.path) + 5);
    expect(receivedReport(cut)).toMatchObject({ calls: [{ code: '200 7001' }], incomplete: 1 });
    expect(receivedReport(cut)?.screens).toHaveLength(2);
  });

  test('Of several reports the newest is read, and the others are counted', () => {
    const older = reportOf({ ...FACTS, now: AT - 86_400_000, sno: 'PL10009' });
    for (const text of [`${older}\n${TEXT}`, `${TEXT}\n${older}`])
      expect(receivedReport(text)).toMatchObject({ ...READ, others: 1 });
  });

  test.each([
    '',
    '诊断信息',
    'hello',
    '诊断信息 yesterday',
    '2026-03-01 09:00:00',
    '12:00:00 /path',
    '{"code":"200"}',
    '手机 坏了\n版本 1',
  ])('The text %j contains no report', (text) => {
    expect(receivedReport(text)).toBeUndefined();
  });

  test('A report that is damaged in any place never fails to be told, and every entry that is told was sent', () => {
    const sent = new Set([...READ.calls, ...READ.screens].map((entry) => entry.time));
    fc.assert(
      fc.property(
        fc.nat(TEXT.length),
        fc.nat(60),
        fc.string({ unit: 'binary', maxLength: 20 }),
        (start, length, garbage) => {
          fc.pre(!/\d/.test(garbage));
          const report = receivedReport(TEXT.slice(0, start) + garbage + TEXT.slice(start + length));
          if (!report) return;
          storyOf(report);
          for (const entry of report.calls) expect(entry.ms).toBeLessThanOrEqual(86_400_000);
          expect(report.calls.length + report.screens.length).toBeLessThanOrEqual(sent.size);
        },
      ),
    );
  });

  test('No text makes the reader fail or slow', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const report = receivedReport(text);
        if (report) storyOf(report);
      }),
    );
    // A pattern that backtracks would take hours, and the test would end at its limit.
    for (const unit of [
      ' ',
      '\n',
      '> ',
      '12:00:00 ',
      '12:00:00 /a ',
      '诊断信息 2026-03-01 09:00:00 ',
      '手机 ',
      'a',
      '1381234',
    ])
      receivedReport(unit.repeat(1_000_000 / unit.length));
  });

  const CANARIES = fc.oneof(
    fc.stringMatching(/^[\w=+-]{20,80}$/),
    fc
      .tuple(fc.constantFrom('13', '15', '18', '19'), fc.stringMatching(/^\d{9}$/), fc.constantFrom('', '-', ' '))
      .map(([start, rest, gap]) => [(start + rest).slice(0, 3), rest.slice(1, 5), rest.slice(5)].join(gap)),
  );

  test('What is told of a report contains no token and no phone number, wherever the text contains it', () => {
    fc.assert(
      fc.property(CANARIES, fc.nat(5), (canary, place) => {
        fc.pre(!TEXT.includes(canary));
        const words = [
          REPORT_LABELS.version,
          REPORT_LABELS.device,
          REPORT_LABELS.phone,
          '/my',
          `/api${getDetail.path}`,
          '200 ',
        ];
        const word = words[place] ?? '';
        for (const text of [
          TEXT.replace(word, `${word}${canary} `),
          TEXT.replace(new RegExp(`${word}.*`), `${word} ${canary}`),
          TEXT.replace(new RegExp(`${word}.*`), `${word} Mozilla/5.0 ${canary} AppleWebKit`),
          TEXT.replace(word, `${word}?x=${canary}`),
        ]) {
          const report = receivedReport(text);
          const told = JSON.stringify([report, report && storyOf(report)]);
          expect(told).not.toContain(canary);
          expect(told.replaceAll(/[ -]/g, '')).not.toContain(canary.replaceAll(/[ -]/g, ''));
        }
      }),
    );
  });
});

describe('the story of a report', () => {
  test('Screens and calls are merged by time, with their names and durations', () => {
    const { events, phone } = storyOf(receivedReport(TEXT) ?? expect.fail('no report'));
    expect(phone).toEqual({ system: 'iOS 16.4', weChat: '8.0.40', browser: undefined });
    expect(events).toMatchObject([
      { kind: 'screen', path: '/my', ms: 4_000 },
      { kind: 'call', call: 'account.getUser', ms: 81, problem: undefined },
      { kind: 'screen', path: '/process', ms: 5_000 },
      { kind: 'call', call: 'device.getDetail', problem: { code: 'refused', serverCode: '7001' } },
    ]);
  });

  test.each([
    ['200', undefined],
    ['201 200', undefined],
    ['200 7001', { code: 'refused', serverCode: '7001' }],
    ['401', { code: 'unauthorized' }],
    ['503', { code: 'http', status: 503 }],
    ['500 500', { code: 'http', status: 500 }],
    ['302', { code: 'http', isNotTheApi: true }],
    ['timeout', { code: 'timeout' }],
    ['network', { code: 'network' }],
    ['***', undefined],
    ['constructor', undefined],
  ])('The result %s stands for the failure %j', (code, problem) => {
    if (problem) expect(problemOfCode(code)).toMatchObject(problem);
    else expect(problemOfCode(code)).toBeUndefined();
  });

  test.each<[string, Partial<ReportFacts>, object[]]>([
    [
      'calls that reach no server one after the other',
      { calls: [call(9, 'network'), call(7, 'network', { path: '/api/y' }), call(5, '200')] },
      [{ kind: 'offline-spell', first: '08:59:51', last: '08:59:53', calls: 2 }],
    ],
    [
      'a call that fails repeatedly',
      { calls: [call(9, '503'), call(7, '200'), call(5, '503')] },
      [{ kind: 'repeated-failure', path: '/api/x', times: 2 }],
    ],
    [
      'a start whose outcome nobody knows',
      { calls: [call(9, 'timeout', { path: `/api${startDevice.path}` })] },
      [{ kind: 'outcome-unknown', call: 'treatment.startDevice', time: '08:59:51' }],
    ],
    [
      'a payment whose outcome nobody knows',
      { calls: [call(9, 'network', { path: `/api${prePay.path}` })] },
      [{ kind: 'outcome-unknown', call: 'payment.prePay' }],
    ],
    [
      'slow calls',
      { calls: [call(9, '200', { ms: 3_000 }), call(5, '200', { ms: 4_000, path: '/api/y' })] },
      [{ kind: 'slow', calls: 2, slowest: expect.objectContaining({ path: '/api/y', ms: 4_000 }) as object }],
    ],
    ['the end of the session', { calls: [call(9, '401')] }, [{ kind: 'session-ended', time: '08:59:51' }]],
    [
      'a phone that is offline and outside WeChat',
      { phone: { userAgent: 'Mozilla/5.0 AppleWebKit', insideWeChat: false, online: false }, calls: [call(5, '200')] },
      [{ kind: 'offline-now' }, { kind: 'outside-wechat' }],
    ],
    [
      'an old browser',
      { phone: { ...FACTS.phone, userAgent: ANDROID }, calls: [call(5, '200')] },
      [{ kind: 'outdated', what: 'Chromium', version: 99, min: 107 }],
    ],
    ['a long pause before the report', { screens: [], calls: [call(700, '200')] }, [{ kind: 'idle', ms: 700_000 }]],
    ['a report without calls', { calls: [] }, [{ kind: 'no-calls' }]],
  ])('The story shows what stands out: %s', (_what, facts, expected) => {
    expect(findings(facts)).toEqual(expected.map((finding) => expect.objectContaining(finding)));
  });
});
