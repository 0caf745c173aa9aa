import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import type { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { ENDPOINTS, type FakeServer, refused, httpResponse, type Reply } from '../helpers/fake-server.ts';
import {
  aCardOrder,
  aDevice,
  aLeaseOrder,
  aPage,
  aReport,
  durationPlans,
  online,
  usePlans,
  aCard,
} from '../helpers/wire.ts';
import type { Terminal } from './terminal.ts';

export const SNO = 'DEV0001';

/** Answers every endpoint of the contract, except the device channel. */
export function answersWell(http: FakeServer): FakeServer {
  for (const endpoint of ENDPOINTS) http.reply(endpoint);
  return http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [aDevice()])
    .reply(listHistory, [{ id: 1, sno: SNO }])
    .reply(listShares, [{ mobile: '13800000003' }])
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
    .reply(getDetail, online)
    .reply(enterPage, refused(500))
    .reply(readLatest, aReport({ onOff: 0, useTime: 2 }))
    .reply(listCards, aPage())
    .reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-100' })))
    .reply(listRefunds, aPage())
    .reply(listDurationPlans, durationPlans())
    .reply(listUsePlans, usePlans())
    .reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-100' })
    .reply(createCardOrder, { payMoney: 99, chargeOrderNo: 'C-100' })
    .reply(listLeaseOrders, aPage())
    .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-100' }));
}

/** From the command on, the device reports that it has started or stopped. `before` is its state until then: 1 running, 0 stopped. */
export function obeys(http: FakeServer, command: typeof startDevice | typeof stopDevice, before: number): void {
  let onOff = before;
  http.reply(readLatest, () => aReport({ onOff, useTime: 2 }));
  if (before === 1)
    http.reply(checkDevice, () => ({ ownerId: 'shop-1', status: onOff === 1 ? 'DEVICE_WORKING' : 'DEVICE_USING' }));
  http.reply(command, () => {
    onOff = 1 - before;
    return null;
  });
}

/** Answers every read as the contract defines it, except the device channel. */
export function answersEveryRead({ http }: Terminal, user: Reply<typeof getUser>): void {
  answersWell(http)
    .reply(getUser, user)
    .reply(listHistory, [])
    .reply(listShares, [])
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(readLatest, aReport())
    .reply(enterPage, httpResponse({ status: 404 }))
    .reply(listCards, aPage(aCard()))
    .reply(listLeaseOrders, aPage(aLeaseOrder()));
}
