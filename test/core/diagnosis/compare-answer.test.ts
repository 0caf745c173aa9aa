import { describe, expect, it } from 'vitest';
import { api } from '../../../src/core/api.ts';
import { compareAnswer } from '../../../src/core/cloud/compare-answer.ts';
import { aDevice, aLeaseOrder } from '../../helpers/wire.ts';

const { listDevices, readLatest, enterPage } = api.device;

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
    const order = compareAnswer(api.order.listLeaseOrders, { records: [aLeaseOrder({ payMoney: 'free' })], total: 1 });
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
    expect(compareAnswer(readLatest, undefined)).toMatchObject([{ path: '', verdict: 'missing' }]);
    expect(compareAnswer(readLatest, 'offline')).toMatchObject([{ path: '', verdict: 'unreadable' }]);
  });

  it('never repeats what a field says', () => {
    const told = JSON.stringify(compareAnswer(api.account.getUser, { mobile: ['13812345678'], nickname: { name: '王小明' }, secret: '13812345678' }));
    expect(told).not.toContain('13812345678');
    expect(told).not.toContain('王');
  });
});
