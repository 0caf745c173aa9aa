import { describe, expect, test } from 'vitest';
import { servedCalls } from '../../sandbox/cloud/contract.ts';
import { FetchHttp } from '../../src/adapters/http/fetch-http.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { getUser } from '../../src/core/account/api.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { checkDevice, listDevices, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { askEverything } from './ask-everything.ts';
import { sandbox } from './callers.ts';

async function everythingAsked() {
  const { running, at } = await sandbox();
  return askEverything(running.world, Configuration.from({ apiBase: `${at}/api` }), new FetchHttp(keepAliveFetch()));
}

describe('the sandbox’s cloud', () => {
  test('The sandbox answers every call of the contract so that the app can read the answer', async () => {
    const answers = await everythingAsked();
    expect([...answers.keys()].toSorted()).toEqual([...servedCalls.keys()].toSorted());
    expect(answers.get(getUser.path)).toEqual({
      nickname: '王晓梅',
      avatar: undefined,
      mobile: '13800000001',
      assist: false,
    });
    expect(answers.get(checkDevice.path)).toEqual({ ownerId: '9001', status: 'free' });
    expect(answers.get(readLatest.path)).toMatchObject({ on: true, function: 'bio', workMinutes: 30, usedMinutes: 5 });
    expect(answers.get(listCards.path)).toMatchObject({ records: [{ operatorId: '9001', remainingUses: 5 }] });
    expect(answers.get(listDevices.path)).toMatchObject({
      records: [
        { sno: 'PL20003', online: false },
        { sno: 'PL10003', online: true, assist: false },
      ],
      unreadable: 0,
    });
  });

  test.each([
    [checkDevice.path, { sno: 'PL10001' }, 'data.assist'],
    [checkDevice.path, { sno: 'PL10001', assist: 'false' }, 'data.assist'],
    [checkDevice.path, { sno: 'PL10001', assist: false, colour: 'red' }, 'data.colour'],
    [getLeaseOrder.path, { orderNo: 'ZL1' }, 'data'],
    [listDevices.path, {}, 'data'],
    [listLeaseOrders.path, { current: 0, size: 15, query: { orderByField: 'ctime', page: 1 } }, 'data.query.page'],
    [listCardOrders.path, { current: 0, size: 15, query: {} }, 'data.query.sysUserId'],
    [prePay.path, { orderNo: 'ZL1', payType: 2 }, 'data.payType'],
    [`${listShares.path}?sno=PL10003&mobile=1`, undefined, 'query mobile'],
    [`${listShares.path}?page=1`, undefined, 'query sno'],
  ])('A request to %s with %j is refused, and the refusal names %s', async (path, data, field) => {
    const { call } = await sandbox();
    const answer = await call('ordinary', path, data);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(field);
  });

  test('A request in a wrong envelope is refused', async () => {
    const { post, running } = await sandbox();
    const authorization = running.world.users.get('ordinary').accessToken;
    const wrong = async (body: unknown) =>
      (await (await post(`/api${getUser.path}`, body, { authorization })).json()) as { message: string };
    expect((await wrong({ data: {} })).message).toMatch(/appKey.*version/);
    expect((await wrong({ appKey: 'physio', version: '1.0.0', data: {}, token: 'x' })).message).toContain('token');
    expect((await wrong('text')).message).toContain('object');
  });

  test('The API accepts the bare access token only', async () => {
    const { post, running } = await sandbox();
    const { accessToken } = running.world.users.get('ordinary');
    const body = { appKey: 'physio', version: '1.0.0', data: {} };
    expect((await post(`/api${getUser.path}`, body)).status).toBe(401);
    expect((await post(`/api${getUser.path}`, body, { authorization: `Bearer ${accessToken}` })).status).toBe(401);
    expect((await post(`/api${getUser.path}`, body, { authorization: accessToken })).status).toBe(200);
  });

  test('A call that is not in the contract fails loudly', async () => {
    const { call, at } = await sandbox();
    expect(await call('ordinary', '/user/delete', {})).toMatchObject({
      status: 404,
      message: expect.stringContaining('/user/delete'),
    });
    expect((await fetch(`${at}/api${getUser.path}`)).status).toBe(405);
  });
});
