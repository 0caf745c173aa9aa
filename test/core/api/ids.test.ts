import { describe, expect, test } from 'vitest';
import { checkDevice, enterPage, listDevices } from '../../../src/core/device/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders } from '../../../src/core/order/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';

const TOO_LONG = '9007199254740993';
const plan = { id: 'd7', basis: 'duration' as const, modeId: 'm1', amount: 7, unit: 'day' as const, priceFen: 4900 };
const supply = (field: string) => `{"deviceDetailWebSocketVo":{"gizDid":"d","gizHost":"h","gizWsPort":1,"gizWssPort":1},"gizAppId":"a","token":"t","uid":"u","${field}":${TOO_LONG}}`;
const durationPlan = (fields: string) => `{"list":[{"id":1,"price":49,"num":7}],${fields}}`;
const usePlan = (fields: string) => `{"detailVoList":[{"id":1,"price":49,"num":7,${fields}}]}`;

function answering(path: string, data: string) {
  const core = coreOnFakes();
  core.http.answers(path, { body: `{"code":200,"data":${data}}` });
  return core.get(ApiClient);
}

describe('A number that is too long to be kept is no id', () => {
  test.each([
    ['the operator of a device', '/order/check/device', `{"ownerId":${TOO_LONG}}`, (api: ApiClient) => api.call(checkDevice, { sno: 'DEV0001', assist: false })],
    ['a user of the channel', '/device/intoDevicePage', supply('uid'), (api: ApiClient) => api.call(enterPage, { sno: 'DEV0001' })],
    ['the mode of plans', '/product/service/mode/get', durationPlan(`"modeId":${TOO_LONG}`), (api: ApiClient) => api.call(listDurationPlans, { sno: 'DEV0001' })],
    ['a lease order', '/order/consume/order', `{"payMoney":49,"orderNo":${TOO_LONG}}`, (api: ApiClient) => api.call(createLeaseOrder, { plan, sno: 'DEV0001', assist: false })],
    ['a card order', '/order/charge/order', `{"payMoney":49,"chargeOrderNo":${TOO_LONG}}`, (api: ApiClient) => api.call(createCardOrder, { plan, operatorId: 'op1' })],
    ['an order that is looked at', '/order/detail', `{"orderNo":${TOO_LONG}}`, (api: ApiClient) => api.call(getLeaseOrder, { number: 'L-1' })],
  ])('%s', async (_, path, data, asks) => {
    expect(await problemOf(asks(answering(path, data)))).toMatchObject({ code: 'parse' });
  });
});

describe('A row with a number that is too long to be kept as an id is left out and counted', () => {
  test.each([
    ['a device of the list', '/device/device/list', `[{"sno":${TOO_LONG}}]`, (api: ApiClient) => api.call(listDevices, {})],
    ['its operator', '/device/device/list', `[{"sno":"DEV0001","ownerId":${TOO_LONG}}]`, (api: ApiClient) => api.call(listDevices, {})],
    ['its order', '/device/device/list', `[{"sno":"DEV0001","orderNo":${TOO_LONG}}]`, (api: ApiClient) => api.call(listDevices, {})],
    ['who shared it', '/device/device/list', `[{"sno":"DEV0001","shareUserId":${TOO_LONG}}]`, (api: ApiClient) => api.call(listDevices, {})],
    ['a plan', '/product/service/mode/get', `{"list":[{"id":${TOO_LONG},"price":49,"num":7}],"modeId":1}`, (api: ApiClient) => api.call(listDurationPlans, { sno: 'DEV0001' })],
    ['the mode of a use plan', '/rechargeMode/get', usePlan(`"rechargeModeId":${TOO_LONG}`), (api: ApiClient) => api.call(listUsePlans, { sno: 'DEV0001' })],
    ['a card order that has another number, too', '/wallet/list', `{"records":[{"chargeOrderNo":${TOO_LONG},"orderNo":"L-1"}]}`, (api: ApiClient) => api.call(listCardOrders, { page: 0, operatorId: 'op1' })],
    ['the operator of an order', '/wallet/list', `{"records":[{"chargeOrderNo":"C-1","sysUserId":${TOO_LONG}}]}`, (api: ApiClient) => api.call(listCardOrders, { page: 0, operatorId: 'op1' })],
    ['the operator of a card', '/wallet/balance', `{"records":[{"sysUserId":${TOO_LONG},"money":3}]}`, (api: ApiClient) => api.call(listCards, { page: 0 })],
  ])('%s', async (_, path, data, asks) => {
    expect(await asks(answering(path, data))).toMatchObject({ records: [], unreadable: 1 });
  });
});

test('A plan without the id of its mode is left out and counted, since it could not be ordered', async () => {
  expect(await answering('/product/service/mode/get', durationPlan('"modeId":null')).call(listDurationPlans, { sno: 'DEV0001' })).toEqual({ records: [], unreadable: 1 });
  expect(await answering('/rechargeMode/get', usePlan('"rechargeModeId":""')).call(listUsePlans, { sno: 'DEV0001' })).toEqual({ records: [], unreadable: 1 });
});
