import type { enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import type { listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import type { getLeaseOrder } from '../../src/core/order/api.ts';
import type { prePay } from '../../src/core/checkout/api.ts';
import type { listCards } from '../../src/core/wallet/api.ts';
import type { WireAnswer } from './fake-server.ts';

export type DeviceRow = NonNullable<WireAnswer<typeof listDevices>>[number];
export type CardRow = NonNullable<NonNullable<WireAnswer<typeof listCards>>['records']>[number];
export type OrderRow = NonNullable<WireAnswer<typeof getLeaseOrder>>;
type DurationPlans = NonNullable<WireAnswer<typeof listDurationPlans>>;
type UsePlans = NonNullable<WireAnswer<typeof listUsePlans>>;
type Report = NonNullable<WireAnswer<typeof readLatest>>;

/** The only page of a paged list. */
export function aPage<Row>(...records: Row[]): { records: Row[]; total: number } {
  return { records, total: records.length };
}

/** A leased device: online and the user's own. */
export function aDevice(fields: Partial<DeviceRow> = {}): DeviceRow {
  return {
    id: 1,
    sno: 'DEV0001',
    deviceName: '理疗仪一号',
    deviceArea: '一楼',
    onlineStatus: '在线',
    expirationTime: Date.parse('2126-04-01T00:00:00+08:00'),
    ownerId: 'shop-1',
    ownerName: '康健店',
    assist: false,
    orderNo: 'L-1',
    ...fields,
  };
}

/** A card with uses left. */
export function aCard(fields: Partial<CardRow> = {}): CardRow {
  return { sysUserId: 'shop-1', operatorName: '康健店', money: 3, utime: '2026-03-01 08:00:00', ...fields };
}

export function durationPlans(...plans: NonNullable<DurationPlans['list']>): DurationPlans {
  const list = plans.length > 0 ? plans : [{ id: 'd7', price: '19.90', originPrice: 30, num: 7, unit: 'day' }];
  return { modeId: 'mode-1', list };
}

export function usePlans(...plans: NonNullable<UsePlans['detailVoList']>): UsePlans {
  const list = plans.length > 0 ? plans : [{ id: 'u10', price: 99, num: 10, rechargeModeId: 'recharge-1' }];
  return { detailVoList: list };
}

/** An unpaid lease order. */
export function aLeaseOrder(fields: OrderRow = {}): OrderRow {
  return {
    orderNo: 'L-100',
    status: '待支付',
    statusCode: 1,
    deviceSno: 'DEV0001',
    deviceName: '理疗仪一号',
    serviceModeName: '7天',
    payMoney: '19.90',
    operatorName: '康健店',
    ctime: '2026-03-02 09:00:00',
    ...fields,
  };
}

/** An unpaid card order. */
export function aCardOrder(fields: OrderRow = {}): OrderRow {
  return {
    chargeOrderNo: 'C-100',
    statusDesc: '支付中',
    statusCode: 1,
    fee: 10,
    payMoney: 99,
    ctime: '2026-03-02 09:00:00',
    ...fields,
  };
}

export const aSheet = {
  appId: 'wx1',
  timeStamp: '1772413200',
  nonceStr: 'n0',
  package: 'prepay_id=wx201',
  signType: 'RSA',
  paySign: 's1gn',
} satisfies WireAnswer<typeof prePay>;

/** The address and credentials of a device channel. */
export const aSupply = {
  deviceDetailWebSocketVo: { gizDid: 'did-1', gizHost: 'channel.test', gizWsPort: '8080', gizWssPort: 8880 },
  gizAppId: 'giz-app',
  token: 'giz-token',
  uid: 'giz-uid',
} satisfies WireAnswer<typeof enterPage>;

/** The server's state report of a device. */
export function aReport(fields: Report = {}): Report {
  return {
    function: 1,
    subFunction: 1,
    onOff: 1,
    voltage: 6,
    freq: 1,
    wave: 1,
    grade: 4,
    workTime: 30,
    useTime: 0,
    ...fields,
  };
}

export const online = {
  sno: 'DEV0001',
  name: '理疗仪一号',
  mac: 'AA:BB',
  onlineStatusDesc: '在线',
} satisfies WireAnswer<typeof getDetail>;
export const offline = {
  sno: 'DEV0001',
  name: '理疗仪一号',
  mac: 'AA:BB',
  onlineStatusDesc: '离线',
} satisfies WireAnswer<typeof getDetail>;
