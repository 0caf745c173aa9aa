import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/core/contract.ts';
import { compareAnswer } from '../../../src/core/api/examine/compare-answer.ts';
import { aDevice, aLeaseOrder } from '../../helpers/wire.ts';

const { listDevices, readLatest, enterPage } = contract.device;

describe('compareAnswer', () => {
  test('The comparison finds nothing in a response that matches the contract', () => {
    expect(compareAnswer(listDevices, [aDevice({ shareUserId: 'u', shareUserName: 'n' })])).toEqual([]);
  });

  test('The comparison reports a missing required field once for all items', () => {
    const { sno: _, ...nameless } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    expect(compareAnswer(listDevices, [nameless, nameless])).toMatchObject([{ path: '[].sno', verdict: 'missing' }]);
  });

  test('The comparison reports how often a field differs, and the first value', () => {
    const [one, other, third] = ['soon', 'tomorrow 8', '2026-04-01 00:00:00'].map((expirationTime) =>
      aDevice({ expirationTime, shareUserId: 'u', shareUserName: 'n' }),
    );
    expect(compareAnswer(listDevices, [one, other, third])).toEqual([
      {
        path: '[].expirationTime',
        verdict: 'unreadable',
        expected: expect.stringContaining('YYYY-MM-DD'),
        got: 'text like "aaaa"',
        times: 2,
      },
    ]);
  });

  test('The comparison reports an unreadable optional field even if the app works without it', () => {
    const findings = compareAnswer(listDevices, [
      aDevice({ expirationTime: '01/04/2026', shareUserId: 'u', shareUserName: 'n' }),
    ]);
    expect(findings).toMatchObject([
      { path: '[].expirationTime', verdict: 'unreadable', got: 'text like "99/99/9999"' },
    ]);
  });

  test('The comparison distinguishes fields that were not sent from fields that nothing reads', () => {
    const findings = compareAnswer(listDevices, [
      { ...aDevice({ orderNo: '', shareUserId: null, shareUserName: 'n' }), colour: 'red' },
    ]);
    expect(findings.map(({ path, verdict }) => `${path} ${verdict}`).toSorted()).toEqual([
      '[].colour unknown',
      '[].orderNo not-sent',
      '[].shareUserId not-sent',
    ]);
  });

  test('The comparison covers pages, and fields within fields', () => {
    const order = compareAnswer(contract.order.listLeaseOrders, {
      records: [aLeaseOrder({ payMoney: 'free' })],
      total: 1,
    });
    expect(order).toContainEqual({
      path: 'records[].payMoney',
      verdict: 'unreadable',
      expected: expect.any(String),
      got: 'text like "aaaa"',
      times: 1,
    });
    expect(
      compareAnswer(enterPage, { deviceDetailWebSocketVo: { gizDid: 'd' }, gizAppId: 'a', token: 't', uid: 'u' }),
    ).toContainEqual(expect.objectContaining({ path: 'deviceDetailWebSocketVo.gizHost', verdict: 'missing' }));
  });

  test('The comparison accepts either spelling of a field', () => {
    const paths = compareAnswer(readLatest, { onOff: 1, Function: 2 }).map(({ path }) => path);
    expect(paths).not.toContain('OnOff');
    expect(paths).not.toContain('function');
  });

  test('The comparison distinguishes missing data from an empty list', () => {
    expect(compareAnswer(listDevices, null)).toEqual([{ path: '', verdict: 'not-sent', times: 1 }]);
    expect(compareAnswer(enterPage, undefined)).toMatchObject([{ path: '', verdict: 'missing' }]);
    expect(compareAnswer(readLatest, 'offline')).toMatchObject([{ path: '', verdict: 'unreadable' }]);
  });

  test('The comparison finds nothing if the endpoint allows any response', () => {
    expect([undefined, null, 'x'].map((data) => compareAnswer(contract.account.sendCode, data))).toEqual([[], [], []]);
  });

  test('The comparison reports an omitted field', () => {
    const { ownerName: _, ...nameless } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    expect(compareAnswer(listDevices, [nameless])).toEqual([{ path: '[].ownerName', verdict: 'not-sent', times: 1 }]);
  });

  test('The comparison reads the first fifty items of a list', () => {
    const { sno: _, ...nameless } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    expect(
      compareAnswer(
        listDevices,
        Array.from({ length: 60 }, () => nameless),
      ),
    ).toMatchObject([{ path: '[].sno', times: 50 }]);
  });

  const whole = (fields: Record<string, unknown>) =>
    compareAnswer(contract.order.getLeaseOrder, aLeaseOrder(fields)).filter(({ verdict }) => verdict !== 'not-sent');

  test('The comparison reports an impossible response whose single fields are valid', () => {
    expect(whole({ orderNo: undefined })).toEqual([
      { path: '', verdict: 'unreadable', expected: 'expected an orderNo', times: 1 },
    ]);
  });

  test('The comparison reports only the wrong field, not the whole response', () => {
    expect(whole({ orderNo: undefined, payMoney: 'free' })).toMatchObject([
      { path: 'payMoney', verdict: 'unreadable' },
    ]);
  });

  test('The comparison reports required data that is null', () => {
    expect(
      compareAnswer(enterPage, { deviceDetailWebSocketVo: null, gizAppId: 'a', token: 't', uid: 'u' }),
    ).toMatchObject([{ path: 'deviceDetailWebSocketVo', verdict: 'unreadable', got: 'null' }]);
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

  test('The comparison reports a null row and a row of another type even if the app omits it', () => {
    expect(compareAnswer(listDevices, [null, 'device'])).toEqual([
      { path: '[]', verdict: 'unreadable', expected: expect.any(String), got: 'null', times: 2 },
    ]);
  });

  test('The comparison reports a page of another shape by its missing records', () => {
    for (const page of [{ rows: [] }, {}])
      expect(compareAnswer(contract.wallet.listRefunds, page)).toContainEqual(
        expect.objectContaining({ path: 'records', verdict: 'missing' }),
      );
    expect(compareAnswer(contract.wallet.listRefunds, [])).toMatchObject([
      { path: '', verdict: 'unreadable', got: 'array' },
    ]);
    expect(compareAnswer(contract.wallet.listRefunds, { records: null, total: 3 })).toContainEqual(
      expect.objectContaining({ path: '', verdict: 'unreadable', expected: 'expected records' }),
    );
  });

  test('The comparison reports a row with an unreadable id', () => {
    expect(
      compareAnswer(listDevices, [aDevice({ shareUserId: 'u', shareUserName: 'n', orderNo: 2 ** 60 })]),
    ).toMatchObject([{ path: '[].orderNo', verdict: 'unreadable', got: 'number' }]);
  });

  test('The comparison offers an unknown field of the same form and a similar name as the renamed one', () => {
    const { sno, expirationTime, ...rest } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    const rows = [{ ...rest }, { ...rest, deviceSno: sno, expiresAt: expirationTime, expiryText: 'soon' }];
    expect(compareAnswer(listDevices, rows)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '[].sno', verdict: 'missing', renamedTo: ['deviceSno'], times: 2 }),
        expect.objectContaining({ path: '[].expirationTime', verdict: 'not-sent', renamedTo: ['expiresAt'], times: 2 }),
      ]),
    );
  });

  test('The comparison offers no other field for one that is sent, and none for one without a likely successor', () => {
    const device = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    const [sent] = [compareAnswer(listDevices, [{ ...device, deviceSno: 'PL1' }])];
    expect(sent).toEqual([{ path: '[].deviceSno', verdict: 'unknown', got: expect.any(String), times: 1 }]);
    const { sno: _, ...nameless } = device;
    expect(compareAnswer(listDevices, [{ ...nameless, colour: 'red' }])[0]).not.toHaveProperty('renamedTo');
  });

  test('The comparison offers a list under another name as the missing list', () => {
    const page = { rows: [{ refundNo: 'R-1' }], errors: [], total: 1 };
    expect(compareAnswer(contract.wallet.listRefunds, page)).toContainEqual(
      expect.objectContaining({ path: 'records', verdict: 'missing', renamedTo: ['rows'] }),
    );
  });

  test('The comparison never repeats the value of a field', () => {
    const told = JSON.stringify(
      compareAnswer(contract.account.getUser, {
        mobile: ['13812345678'],
        nickname: { name: '王小明' },
        secret: '13812345678',
      }),
    );
    expect(told).not.toContain('13812345678');
    expect(told).not.toContain('王');
  });
});
