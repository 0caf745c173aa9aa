import { describe, expect, test } from 'vitest';
import { servedCalls } from '../../sandbox/cloud/contract.ts';
import { FetchHttp } from '../../src/adapters/fetch-http.ts';
import { keepAliveFetch } from '../../src/adapters/node/keep-alive-fetch.ts';
import { Configuration } from '../../src/core/api/configuration.ts';
import { askEverything } from './ask-everything.ts';
import { sandbox } from './callers.ts';

async function everythingAsked() {
  const { running, at } = await sandbox();
  return askEverything(running.world, Configuration.from({ apiBase: `${at}/api` }), new FetchHttp(keepAliveFetch()));
}

describe('the pretend cloud keeps the contract', () => {
  test('every call of it is answered so that the app can read the answer', async () => {
    const asked = await everythingAsked();
    expect([...asked.keys()].toSorted()).toEqual([...servedCalls.keys()].toSorted());
    expect(asked.get('/user/get')).toEqual({ nickname: '王晓梅', avatar: undefined, mobile: '13800000001', assist: false });
    expect(asked.get('/order/check/device')).toEqual({ ownerId: '9001', status: 'free' });
    expect(asked.get('/device/real_time_data')).toMatchObject({ on: true, function: 'bio', workMinutes: 30, usedMinutes: 5 });
    expect(asked.get('/wallet/balance')).toMatchObject({ records: [{ operatorId: '9001', remainingUses: 5 }] });
    expect(asked.get('/device/device/list')).toMatchObject({ records: [{ sno: 'PL20003', online: false }, { sno: 'PL10003', online: true, assist: false }], unreadable: 0 });
  });

  test.each([
    ['/order/check/device', { sno: 'PL10001' }, 'data.assist'],
    ['/order/check/device', { sno: 'PL10001', assist: 'false' }, 'data.assist'],
    ['/order/check/device', { sno: 'PL10001', assist: false, colour: 'red' }, 'data.colour'],
    ['/order/detail', { orderNo: 'ZL1' }, 'data'],
    ['/device/device/list', {}, 'data'],
    ['/order/list', { current: 0, size: 15, query: { orderByField: 'ctime', page: 1 } }, 'data.query.page'],
    ['/wallet/list', { current: 0, size: 15, query: {} }, 'data.query.sysUserId'],
    ['/wxPay/prePay', { orderNo: 'ZL1', payType: 2 }, 'data.payType'],
    ['/device/device/share/list?sno=PL10003&mobile=1', undefined, 'query mobile'],
    ['/device/device/share/list?page=1', undefined, 'query sno'],
  ])('a request to %s with %j is refused and told that %s is wrong', async (path, data, field) => {
    const { call } = await sandbox();
    const answer = await call('ordinary', path, data);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(field);
  });

  test('an envelope that is not the agreed one is refused', async () => {
    const { post, running } = await sandbox();
    const authorization = running.world.users.get('ordinary').accessToken;
    const wrong = async (body: unknown) => (await (await post('/api/user/get', body, { authorization })).json()) as { message: string };
    expect((await wrong({ data: {} })).message).toMatch(/appKey.*version/);
    expect((await wrong({ appKey: 'physio', version: '1.0.0', data: {}, token: 'x' })).message).toContain('token');
    expect((await wrong('text')).message).toContain('object');
  });

  test('only the bare access token opens the door', async () => {
    const { post, running } = await sandbox();
    const { accessToken } = running.world.users.get('ordinary');
    const body = { appKey: 'physio', version: '1.0.0', data: {} };
    expect((await post('/api/user/get', body)).status).toBe(401);
    expect((await post('/api/user/get', body, { authorization: `Bearer ${accessToken}` })).status).toBe(401);
    expect((await post('/api/user/get', body, { authorization: accessToken })).status).toBe(200);
  });

  test('a call that nobody agreed on is answered loudly', async () => {
    const { call, at } = await sandbox();
    expect(await call('ordinary', '/user/delete', {})).toMatchObject({ status: 404, message: expect.stringContaining('/user/delete') });
    expect((await fetch(`${at}/api/user/get`)).status).toBe(405);
  });
});
