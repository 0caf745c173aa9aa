import { describe, expect, test } from 'vitest';
import { contract } from '../../sandbox/cloud/contract.ts';
import { FetchHttp } from '../../src/adapters/fetch-http.ts';
import { keepAliveFetch } from '../../src/adapters/node/keep-alive-fetch.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { api } from '../../src/core/api.ts';
import { Cloud } from '../../src/core/cloud/cloud.ts';
import { Configuration } from '../../src/core/cloud/configuration.ts';
import { sandbox } from './callers.ts';

async function everythingAsked() {
  const { running, at } = await sandbox();
  const cloudOf = (user: string) => {
    const access = { token: () => running.world.users.get(user).accessToken, refused: () => {} };
    return new Cloud(new FetchHttp(keepAliveFetch()), access, Configuration.from({ apiBase: `${at}/api` }), new SystemClock());
  };
  const ordinary = cloudOf('ordinary');
  const leaser = cloudOf('leaser');
  const card = cloudOf('card');
  const sno = 'PL10001';
  const asked = new Map<string, unknown>();
  const ask = async <Answer>(path: string, answer: Promise<Answer>): Promise<Answer> => {
    asked.set(path, await answer);
    return answer;
  };

  await ask('/user/get', ordinary.call(api.account.getUser, {}));
  await ask('/user/message', ordinary.call(api.account.sendCode, { mobile: '13900000000' }));
  const code = running.world.codes.all[0]?.code ?? '';
  await ask('/user/updatePhone', ordinary.call(api.account.updatePhone, { mobile: '13900000000', code }));
  await ask('/device/device/list', leaser.call(api.device.listDevices, {}));
  await ask('/device/device/history/list', ordinary.call(api.device.listHistory, {}));
  await ask('/order/check/device', ordinary.call(api.device.checkDevice, { sno, assist: false }));
  await ask('/device/detail', leaser.call(api.device.getDetail, { sno: 'PL10003' }));
  await ask('/device/intoDevicePage', ordinary.call(api.device.enterPage, { sno }));
  await ask('/device/real_time_data', card.call(api.device.readLatest, { sno: 'PL10005' }));
  await ask('/device/device/share/list', leaser.call(api.share.listShares, { sno: 'PL10003' }));
  await ask('/device/bind_device', leaser.call(api.share.shareDevice, { sno: 'PL10003', mobile: '13911111111' }));
  await ask('/device/un_bind_device', leaser.call(api.share.unshareDevice, { sno: 'PL10003', mobile: '13911111111' }));
  await ask('/wallet/balance', card.call(api.wallet.listCards, { page: 0 }));
  await ask('/refund/page', ordinary.call(api.wallet.listRefunds, { page: 0 }));
  await ask('/order/list', ordinary.call(api.order.listLeaseOrders, { page: 0 }));
  await ask('/wallet/list', card.call(api.order.listCardOrders, { page: 0, operatorId: '9001' }));
  const [day] = await ask('/product/service/mode/get', ordinary.call(api.lease.listDurationPlans, { sno }));
  const [use] = await ask('/rechargeMode/get', ordinary.call(api.lease.listUsePlans, { operatorId: '9001' }));
  if (!day || !use) throw new Error('there must be plans of both kinds');
  const { number } = await ask('/order/consume/order', ordinary.call(api.lease.createLeaseOrder, { plan: day, sno, assist: false }));
  await ask('/order/detail', ordinary.call(api.order.getLeaseOrder, { number }));
  await ask('/wxPay/prePay', ordinary.call(api.payment.prePay, { number, sno }));
  await ask('/order/cancel', ordinary.call(api.order.cancelLeaseOrder, { number }));
  const bought = await ask('/order/charge/order', ordinary.call(api.lease.createCardOrder, { plan: use, operatorId: '9001' }));
  await ask('/wallet/cancel', ordinary.call(api.order.cancelCardOrder, { number: bought.number }));
  await ask('/order/start/device', card.call(api.treatment.startDevice, { sno, settings: { function: 'bio', workMinutes: 30 } }));
  await ask('/order/stop/device', card.call(api.treatment.stopDevice, { sno }));
  await ask('/feedback/create', ordinary.call(api.feedback.createFeedback, { content: '很好' }));
  return asked;
}

describe('the pretend cloud keeps the contract', () => {
  test('every call of it is answered so that the app can read the answer', async () => {
    const asked = await everythingAsked();
    expect([...asked.keys()].toSorted()).toEqual([...contract.keys()].toSorted());
    expect(asked.get('/user/get')).toEqual({ nickname: '王晓梅', avatar: undefined, mobile: '13800000001', assist: false });
    expect(asked.get('/order/check/device')).toEqual({ ownerId: '9001', status: 'free' });
    expect(asked.get('/device/real_time_data')).toMatchObject({ on: true, function: 'bio', workMinutes: 30, usedMinutes: 5 });
    expect(asked.get('/wallet/balance')).toMatchObject({ records: [{ operatorId: '9001', remainingUses: 5 }] });
    expect(asked.get('/device/device/list')).toMatchObject([{ sno: 'PL20003', online: false }, { sno: 'PL10003', online: true, assist: false }]);
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
