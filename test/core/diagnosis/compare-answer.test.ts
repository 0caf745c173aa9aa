import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/core/contract.ts';
import { compareAnswer } from '../../../src/core/api/examine/compare-answer.ts';
import { aDevice, aLeaseOrder } from '../../helpers/wire.ts';

const { listDevices, readLatest, enterPage } = contract.device;
const { listRefunds } = contract.wallet;
const supply = { gizAppId: 'a', token: 't', uid: 'u' };
const device = aDevice({ shareUserId: 'u', shareUserName: 'n' });
/** The device without a field. */
const without = (field: keyof typeof device) =>
  Object.fromEntries(Object.entries(device).filter(([name]) => name !== field));

describe('compareAnswer', () => {
  test.each<[string, { answer: v.GenericSchema }, unknown, object[]]>([
    ['a response that matches the contract', listDevices, [device], []],
    ['any response, where the endpoint allows any', contract.account.sendCode, 'x', []],
    [
      'a missing required field once for all rows',
      listDevices,
      [without('sno'), without('sno')],
      [{ path: '[].sno', verdict: 'missing', times: 2 }],
    ],
    ['an omitted field', listDevices, [without('ownerName')], [{ path: '[].ownerName', verdict: 'not-sent' }]],
    [
      'how often a field differs, and the first value, even if the app works without it',
      listDevices,
      ['soon', 'tomorrow 8', '2026-04-01 00:00:00'].map((expirationTime) => ({ ...device, expirationTime })),
      [
        {
          path: '[].expirationTime',
          verdict: 'unreadable',
          expected: expect.stringContaining('YYYY-MM-DD'),
          got: 'text like "aaaa"',
          times: 2,
        },
      ],
    ],
    [
      'the first fifty rows of a list',
      listDevices,
      Array.from({ length: 60 }, () => without('sno')),
      [{ path: '[].sno', times: 50 }],
    ],
    ['a null row and one of another type', listDevices, [null, 'x'], [{ path: '[]', verdict: 'unreadable', times: 2 }]],
    [
      'a row with an unreadable id',
      listDevices,
      [{ ...device, orderNo: 2 ** 60 }],
      [{ path: '[].orderNo', got: 'number' }],
    ],
    ['missing data, where a list may be empty', listDevices, null, [{ path: '', verdict: 'not-sent', times: 1 }]],
    ['missing data, where there must be some', enterPage, undefined, [{ path: '', verdict: 'missing' }]],
    ['data of another type', readLatest, 'offline', [{ path: '', verdict: 'unreadable' }]],
    [
      'required data that is null',
      enterPage,
      { deviceDetailWebSocketVo: null, ...supply },
      [{ path: 'deviceDetailWebSocketVo', verdict: 'unreadable', got: 'null' }],
    ],
    ['a page that is a bare list', listRefunds, [], [{ path: '', verdict: 'unreadable', got: 'array' }]],
    [
      'a field that nothing reads, beside one that is sent',
      listDevices,
      [{ ...device, deviceSno: 'PL1' }],
      [{ path: '[].deviceSno', verdict: 'unknown', times: 1 }],
    ],
  ])('The comparison reports %s', (_, endpoint, data, expected) => {
    expect(compareAnswer(endpoint, data)).toEqual(expected.map((finding) => expect.objectContaining(finding)));
  });

  test.each<[string, { answer: v.GenericSchema }, unknown, object]>([
    [
      'fields of pages',
      contract.order.listLeaseOrders,
      { records: [aLeaseOrder({ payMoney: 'free' })], total: 1 },
      { path: 'records[].payMoney', verdict: 'unreadable', got: 'text like "aaaa"' },
    ],
    [
      'fields within fields',
      enterPage,
      { deviceDetailWebSocketVo: { gizDid: 'd' }, ...supply },
      { path: 'deviceDetailWebSocketVo.gizHost', verdict: 'missing' },
    ],
    ['a page of another shape', listRefunds, {}, { path: 'records', verdict: 'missing' }],
    [
      'records that are null beside a total',
      listRefunds,
      { records: null, total: 3 },
      { expected: 'expected records' },
    ],
    [
      'a list under another name as the missing one',
      listRefunds,
      { rows: [{ refundNo: 'R-1' }], errors: [], total: 1 },
      { path: 'records', verdict: 'missing', renamedTo: ['rows'] },
    ],
    [
      'a renamed field that is missing',
      listDevices,
      [{ ...without('sno'), deviceSno: 'PL1' }],
      { path: '[].sno', verdict: 'missing', renamedTo: ['deviceSno'] },
    ],
    [
      'a renamed field that was not sent',
      listDevices,
      [{ ...without('expirationTime'), expiresAt: device.expirationTime, expiryText: 'soon' }],
      { path: '[].expirationTime', verdict: 'not-sent', renamedTo: ['expiresAt'] },
    ],
  ])('The comparison reports %s, among others', (_, endpoint, data, expected) => {
    expect(compareAnswer(endpoint, data)).toContainEqual(expect.objectContaining(expected));
  });

  test('The comparison distinguishes fields that were not sent from fields that nothing reads', () => {
    const sent = [{ ...device, orderNo: '', shareUserId: null, colour: 'red' }];
    expect(
      compareAnswer(listDevices, sent)
        .map(({ path, verdict }) => `${path} ${verdict}`)
        .toSorted(),
    ).toEqual(['[].colour unknown', '[].orderNo not-sent', '[].shareUserId not-sent']);
  });

  test('The comparison accepts either spelling of a field', () => {
    const paths = compareAnswer(readLatest, { onOff: 1, Function: 2 }).map(({ path }) => path);
    expect(paths).not.toContain('OnOff');
    expect(paths).not.toContain('function');
  });

  test('The comparison reports an impossible response whose single fields are valid, and else only the wrong field', () => {
    const whole = (fields: Record<string, unknown>) =>
      compareAnswer(contract.order.getLeaseOrder, aLeaseOrder(fields)).filter(({ verdict }) => verdict !== 'not-sent');
    expect(whole({ orderNo: undefined })).toMatchObject([{ path: '', expected: 'expected an orderNo', times: 1 }]);
    expect(whole({ orderNo: undefined, payMoney: 'free' })).toMatchObject([
      { path: 'payMoney', verdict: 'unreadable' },
    ]);
  });

  test('The comparison reports the type and the shape of a value and at most a few of its letters', () => {
    const got = (orderNo: unknown) =>
      compareAnswer({ answer: v.object({ orderNo: v.pipe(v.string(), v.regex(/^L/)) }) }, { orderNo }).map(
        (finding) => finding.got,
      );
    expect([null, [1], { a: 1 }, 7, 'x'.repeat(40)].map(got)).toEqual([
      ['null'],
      ['array'],
      ['object'],
      ['number'],
      [`text like "${'a'.repeat(24)}"`],
    ]);
  });

  test('The comparison never repeats the value of a field', () => {
    const answer = { mobile: ['13812345678'], nickname: { name: '王小明' }, secret: '13812345678' };
    expect(JSON.stringify(compareAnswer(contract.account.getUser, answer))).not.toMatch(/13812345678|王/);
  });
});
