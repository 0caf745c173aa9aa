import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/core/contract.ts';
import { compareAnswer } from '../../../src/core/api/compare-answer.ts';
import { aDevice, aLeaseOrder } from '../../helpers/wire.ts';

const { listDevices, readLatest, enterPage } = contract.device;

describe('holding an answer against the contract', () => {
  it('finds nothing in an answer that is as agreed', () => {
    expect(compareAnswer(listDevices, [aDevice({ shareUserId: 'u', shareUserName: 'n' })])).toEqual([]);
  });

  it('names a required field that is missing, once for all items', () => {
    const { sno: _, ...nameless } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    expect(compareAnswer(listDevices, [nameless, nameless])).toMatchObject([{ path: '[].sno', verdict: 'missing' }]);
  });

  it('tells how often, and what came first', () => {
    const [one, other, third] = ['soon', 'tomorrow 8', '2026-04-01 00:00:00'].map((expirationTime) => aDevice({ expirationTime, shareUserId: 'u', shareUserName: 'n' }));
    expect(compareAnswer(listDevices, [one, other, third])).toEqual([
      { path: '[].expirationTime', verdict: 'unreadable', expected: expect.stringContaining('YYYY-MM-DD'), got: 'text like "aaaa"', times: 2 },
    ]);
  });

  it('names an optional field that cannot be read, though the app lives without it', () => {
    const findings = compareAnswer(listDevices, [aDevice({ expirationTime: '01/04/2026', shareUserId: 'u', shareUserName: 'n' })]);
    expect(findings).toMatchObject([{ path: '[].expirationTime', verdict: 'unreadable', got: 'text like "99/99/9999"' }]);
  });

  it('tells what was not sent apart from what nobody reads', () => {
    const findings = compareAnswer(listDevices, [aDevice({ orderNo: '', shareUserId: null, shareUserName: 'n', colour: 'red' })]);
    expect(findings.map(({ path, verdict }) => `${path} ${verdict}`).toSorted()).toEqual([
      '[].colour unknown', '[].orderNo not-sent', '[].shareUserId not-sent',
    ]);
  });

  it('looks below: pages, and fields in fields', () => {
    const order = compareAnswer(contract.order.listLeaseOrders, { records: [aLeaseOrder({ payMoney: 'free' })], total: 1 });
    expect(order).toContainEqual({ path: 'records[].payMoney', verdict: 'unreadable', expected: expect.any(String), got: 'text like "aaaa"', times: 1 });
    expect(compareAnswer(enterPage, { deviceDetailWebSocketVo: { gizDid: 'd' }, gizAppId: 'a', token: 't', uid: 'u' })).toContainEqual(
      expect.objectContaining({ path: 'deviceDetailWebSocketVo.gizHost', verdict: 'missing' }),
    );
  });

  it('takes either spelling of a field for the field', () => {
    const paths = compareAnswer(readLatest, { onOff: 1, Function: 2 }).map(({ path }) => path);
    expect(paths).not.toContain('OnOff');
    expect(paths).not.toContain('function');
  });

  it('tells a missing whole from an empty list', () => {
    expect(compareAnswer(listDevices, null)).toEqual([{ path: '', verdict: 'not-sent', times: 1 }]);
    expect(compareAnswer(enterPage, undefined)).toMatchObject([{ path: '', verdict: 'missing' }]);
    expect(compareAnswer(readLatest, 'offline')).toMatchObject([{ path: '', verdict: 'unreadable' }]);
  });

  it('finds nothing where any answer will do', () => {
    expect([undefined, null, 'x'].map((data) => compareAnswer(contract.account.sendCode, data))).toEqual([[], [], []]);
  });

  it('tells a field that is left out', () => {
    const { ownerName: _, ...nameless } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    expect(compareAnswer(listDevices, [nameless])).toEqual([{ path: '[].ownerName', verdict: 'not-sent', times: 1 }]);
  });

  it('looks at the first fifty of a list', () => {
    const { sno: _, ...nameless } = aDevice({ shareUserId: 'u', shareUserName: 'n' });
    expect(compareAnswer(listDevices, Array.from({ length: 60 }, () => nameless))).toMatchObject([{ path: '[].sno', times: 50 }]);
  });

  const whole = (fields: Record<string, unknown>) => compareAnswer(contract.order.getLeaseOrder, aLeaseOrder(fields)).filter(({ verdict }) => verdict !== 'not-sent');

  it('tells a whole that cannot be, although each of its fields can', () => {
    expect(whole({ orderNo: undefined })).toEqual([{ path: '', verdict: 'unreadable', expected: 'expected an orderNo', times: 1 }]);
  });

  it('tells the field that is wrong and not the whole as well', () => {
    expect(whole({ orderNo: undefined, payMoney: 'free' })).toMatchObject([{ path: 'payMoney', verdict: 'unreadable' }]);
  });

  it('tells a required whole that is null', () => {
    expect(compareAnswer(enterPage, { deviceDetailWebSocketVo: null, gizAppId: 'a', token: 't', uid: 'u' })).toMatchObject([{ path: 'deviceDetailWebSocketVo', verdict: 'unreadable', got: 'null' }]);
  });

  it('tells of what was sent its kind and its shape, and no more than a few letters of that', () => {
    const got = (orderNo: unknown) => compareAnswer({ answer: v.object({ orderNo: v.pipe(v.string(), v.regex(/^L/)) }) }, { orderNo }).map((finding) => finding.got);
    expect([null, [1], { a: 1 }, 7, 'x'.repeat(40)].map(got)).toEqual([['null'], ['array'], ['object'], ['number'], [`text like "${'a'.repeat(24)}"`]]);
  });

  it('tells a row that is null, and one of another kind, though the app leaves it out', () => {
    expect(compareAnswer(listDevices, [null, 'device'])).toEqual([{ path: '[]', verdict: 'unreadable', expected: expect.any(String), got: 'null', times: 2 }]);
  });

  it('tells a page of another shape by the records that are missing', () => {
    for (const page of [{ rows: [] }, {}]) expect(compareAnswer(contract.wallet.listRefunds, page)).toContainEqual(expect.objectContaining({ path: 'records', verdict: 'missing' }));
    expect(compareAnswer(contract.wallet.listRefunds, [])).toMatchObject([{ path: '', verdict: 'unreadable', got: 'array' }]);
    expect(compareAnswer(contract.wallet.listRefunds, { records: null, total: 3 })).toContainEqual(expect.objectContaining({ path: '', verdict: 'unreadable', expected: 'expected records' }));
  });

  it('tells a row in which an id cannot be read', () => {
    expect(compareAnswer(listDevices, [aDevice({ shareUserId: 'u', shareUserName: 'n', orderNo: 2 ** 60 })])).toMatchObject([{ path: '[].orderNo', verdict: 'unreadable', got: 'number' }]);
  });

  it('never repeats what a field says', () => {
    const told = JSON.stringify(compareAnswer(contract.account.getUser, { mobile: ['13812345678'], nickname: { name: '王小明' }, secret: '13812345678' }));
    expect(told).not.toContain('13812345678');
    expect(told).not.toContain('王');
  });
});
