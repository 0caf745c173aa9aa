import type { GenericSchema } from 'valibot';
import type { TaughtAnswer } from '../../src/adapters/fake/fake-http.ts';
import { contract } from '../../src/core/contract.ts';
import { aCardOrder, aDevice, aLeaseOrder, aPage, aReport, done, durationPlans, online, refused, usePlans } from '../helpers/wire.ts';

export interface Call {
  name: string;
  path: string;
  answer: GenericSchema;
}

/** Every call of the contract. */
export const CALLS = Object.values(contract).flatMap((capability) => Object.values<Call>(capability as unknown as Record<string, Call>).filter((row) => 'answer' in row));
export const SNO = 'DEV0001';

/** What the server answers by path while all is well. */
export const WELL: Record<string, TaughtAnswer> = {
  '/user/get': done({ mobile: '13800000001', assist: false }),
  '/device/device/list': done([aDevice()]),
  '/device/device/history/list': done([{ id: 1, sno: SNO }]),
  '/device/device/share/list': done([{ mobile: '13800000003' }]),
  '/order/check/device': done({ ownerId: 'shop-1', status: 'DEVICE_USING' }),
  '/device/detail': online,
  '/device/intoDevicePage': refused(500),
  '/device/real_time_data': aReport({ onOff: 0, useTime: 2 }),
  '/wallet/balance': aPage(),
  '/wallet/list': aPage(aCardOrder({ chargeOrderNo: 'C-100' })),
  '/refund/page': aPage(),
  '/product/service/mode/get': durationPlans(),
  '/rechargeMode/get': usePlans(),
  '/order/consume/order': done({ payMoney: '19.90', orderNo: 'L-100' }),
  '/order/charge/order': done({ payMoney: 99, chargeOrderNo: 'C-100' }),
  '/order/list': aPage(),
  '/order/detail': done(aLeaseOrder({ orderNo: 'L-100' })),
};

/** A device that says that it runs, or stands still, once a command was taken. */
export function obeys(command: string, before: number): Record<string, TaughtAnswer> {
  let onOff = before;
  const take = () => {
    onOff = 1 - before;
    return done();
  };
  return { [command]: take, '/device/real_time_data': () => aReport({ onOff, useTime: 2 }) };
}
