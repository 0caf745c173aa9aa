import { describe, expect, test } from 'vitest';
import { checkDevice, enterPage, listDevices } from '../../../src/core/device/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders } from '../../../src/core/order/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { type AnyEndpoint, httpResponse } from '../../helpers/fake-server.ts';

const TOO_LONG = '9007199254740993';
const plan = { id: 'd7', basis: 'duration' as const, modeId: 'm1', amount: 7, unit: 'day' as const, priceFen: 4900 };
const supply = (field: string) =>
  `{"deviceDetailWebSocketVo":{"gizDid":"d","gizHost":"h","gizWsPort":1,"gizWssPort":1},"gizAppId":"a","token":"t","uid":"u","${field}":${TOO_LONG}}`;
const durationPlan = (fields: string) => `{"list":[{"id":1,"price":49,"num":7}],${fields}}`;
const usePlan = (fields: string) => `{"detailVoList":[{"id":1,"price":49,"num":7,${fields}}]}`;

function answering(endpoint: AnyEndpoint, data: string) {
  const core = createTestApp();
  core.http.reply(endpoint, httpResponse({ body: `{"code":200,"data":${data}}` }));
  return core.get(ApiClient);
}

describe('decoders: an id beyond 2^53 in a single value', () => {
  test.each([
    [
      'the operator of a device',
      checkDevice,
      `{"ownerId":${TOO_LONG}}`,
      (api: ApiClient) => api.call(checkDevice, { sno: 'DEV0001', assist: false }),
    ],
    ['a user of the channel', enterPage, supply('uid'), (api: ApiClient) => api.call(enterPage, { sno: 'DEV0001' })],
    [
      'the mode of a plan',
      listDurationPlans,
      durationPlan(`"modeId":${TOO_LONG}`),
      (api: ApiClient) => api.call(listDurationPlans, { sno: 'DEV0001' }),
    ],
    [
      'a lease order',
      createLeaseOrder,
      `{"payMoney":49,"orderNo":${TOO_LONG}}`,
      (api: ApiClient) => api.call(createLeaseOrder, { plan, sno: 'DEV0001', assist: false }),
    ],
    [
      'a card order',
      createCardOrder,
      `{"payMoney":49,"chargeOrderNo":${TOO_LONG}}`,
      (api: ApiClient) => api.call(createCardOrder, { plan, operatorId: 'op1' }),
    ],
    [
      'an order detail',
      getLeaseOrder,
      `{"orderNo":${TOO_LONG}}`,
      (api: ApiClient) => api.call(getLeaseOrder, { number: 'L-1' }),
    ],
  ])('A number beyond 2^53 is refused as %s', async (_, endpoint, data, asks) => {
    expect(await problemOf(asks(answering(endpoint, data)))).toMatchObject({ code: 'parse' });
  });
});

describe('decoders: a row with an id beyond 2^53', () => {
  test.each([
    ['a device of the list', listDevices, `[{"sno":${TOO_LONG}}]`, (api: ApiClient) => api.call(listDevices, {})],
    [
      'its operator',
      listDevices,
      `[{"sno":"DEV0001","ownerId":${TOO_LONG}}]`,
      (api: ApiClient) => api.call(listDevices, {}),
    ],
    [
      'its order',
      listDevices,
      `[{"sno":"DEV0001","orderNo":${TOO_LONG}}]`,
      (api: ApiClient) => api.call(listDevices, {}),
    ],
    [
      'who shared it',
      listDevices,
      `[{"sno":"DEV0001","shareUserId":${TOO_LONG}}]`,
      (api: ApiClient) => api.call(listDevices, {}),
    ],
    [
      'a plan',
      listDurationPlans,
      `{"list":[{"id":${TOO_LONG},"price":49,"num":7}],"modeId":1}`,
      (api: ApiClient) => api.call(listDurationPlans, { sno: 'DEV0001' }),
    ],
    [
      'the mode of a use plan',
      listUsePlans,
      usePlan(`"rechargeModeId":${TOO_LONG}`),
      (api: ApiClient) => api.call(listUsePlans, { sno: 'DEV0001' }),
    ],
    [
      'a card order that has another number, too',
      listCardOrders,
      `{"records":[{"chargeOrderNo":${TOO_LONG},"orderNo":"L-1"}]}`,
      (api: ApiClient) => api.call(listCardOrders, { page: 0, operatorId: 'op1' }),
    ],
    [
      'the operator of an order',
      listCardOrders,
      `{"records":[{"chargeOrderNo":"C-1","sysUserId":${TOO_LONG}}]}`,
      (api: ApiClient) => api.call(listCardOrders, { page: 0, operatorId: 'op1' }),
    ],
    [
      'the operator of a card',
      listCards,
      `{"records":[{"sysUserId":${TOO_LONG},"money":3}]}`,
      (api: ApiClient) => api.call(listCards, { page: 0 }),
    ],
  ])('A row with an id beyond 2^53 is omitted and counted: %s', async (_, endpoint, data, asks) => {
    expect(await asks(answering(endpoint, data))).toMatchObject({ records: [], unreadable: 1 });
  });
});

test('A plan without a mode id is omitted and counted, because it could not be ordered', async () => {
  expect(
    await answering(listDurationPlans, durationPlan('"modeId":null')).call(listDurationPlans, { sno: 'DEV0001' }),
  ).toEqual({ records: [], unreadable: 1 });
  expect(await answering(listUsePlans, usePlan('"rechargeModeId":""')).call(listUsePlans, { sno: 'DEV0001' })).toEqual({
    records: [],
    unreadable: 1,
  });
});
