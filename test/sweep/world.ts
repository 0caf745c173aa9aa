import type { CallName } from '../../src/core/api/calls.ts';
import type { Push } from './variations.ts';

/** The phone's clock begins at 2026-03-02 09:00 in China. */
const device = {
  id: 1,
  sno: 'PL1001',
  deviceName: '客厅理疗仪',
  deviceArea: '一楼',
  onlineStatus: '在线',
  shareUserId: null,
  shareUserName: null,
  expirationTime: '2026-03-20 00:00:00',
  ownerId: 'op1',
  ownerName: '康健店',
  assist: false,
  orderNo: 'L100',
};

const paidOrder = {
  orderNo: 'L100',
  chargeOrderNo: null,
  status: '支付完成',
  statusDesc: null,
  statusCode: null,
  deviceName: '客厅理疗仪',
  deviceArea: '一楼',
  deviceSno: 'PL1001',
  mac: 'A4:CF:12:00',
  serviceModeName: '按时长租赁 7天',
  serviceName: null,
  payMoney: 49,
  shouldPayMoney: 59,
  money: 69,
  fee: null,
  operatorName: '康健店',
  sysUserId: 'op1',
  ctime: '2026-03-01 08:00:00',
  utime: '2026-03-01 08:05:00',
  payTime: '2026-03-01 08:03:00',
};

const paidCardOrder = {
  ...paidOrder,
  orderNo: null,
  chargeOrderNo: 'C100',
  status: null,
  statusDesc: '支付完成',
  money: null,
  fee: 10,
};

const report = {
  function: 1,
  subFunction: 1,
  onOff: 1,
  voltage: 6,
  freq: 3,
  wave: 2,
  grade: 4,
  workTime: 30,
  useTime: 11,
  useNum: 3,
};

export const paged = (...records: object[]) => ({ records, total: records.length });

/** What the server says when nothing is wrong with it. No value is one that a reader would guess. */
export const WORLD = {
  'account.getUser': { nickname: '李奶奶', avatar: '', mobile: '13800001234', assist: false },
  'device.listDevices': [device],
  'device.listHistory': [
    { id: 9, sno: 'PL0009', deviceName: '旧理疗仪', ownerName: '康健店', expirationTime: '2026-02-01 00:00:00' },
  ],
  'device.checkDevice': { ownerId: 'op1', status: 'DEVICE_WORKING' },
  'device.getDetail': {
    sno: 'PL1001',
    name: '客厅理疗仪',
    mac: 'A4:CF:12:00',
    onlineStatusDesc: '在线',
    expirationTime: '2026-03-20 00:00:00',
    belongOperatorName: '康健店',
  },
  'device.readLatest': report,
  'share.listShares': [{ mobile: '13800000002', ctime: '2026-03-01 08:00:00' }],
  'wallet.listCards': paged({ sysUserId: 'op1', operatorName: '康健店', money: '5', utime: '2026-03-01 08:00:00' }),
  'wallet.listRefunds': paged({
    refundNo: 'R100',
    operatorName: '康健店',
    statusDesc: '退款成功',
    amount: '29.90',
    utime: '2026-03-01 08:00:00',
  }),
  'order.listLeaseOrders': paged(paidOrder),
  'order.listCardOrders': paged(paidCardOrder),
  'order.getLeaseOrder': paidOrder,
  'lease.listDurationPlans': {
    modeId: 'm1',
    list: [{ id: 'd7', price: 49, originPrice: 69, num: 7, unit: 'day' }],
  },
  'lease.listUsePlans': {
    detailVoList: [{ id: 'u5', price: 30, originPrice: 45, num: 5, unit: '次', rechargeModeId: 'r1' }],
  },
  'lease.createLeaseOrder': { payMoney: 49, orderNo: 'L100' },
  'lease.createCardOrder': { payMoney: 30, chargeOrderNo: 'C100' },
  'treatment.startDevice': report,
} as const satisfies Partial<Record<CallName, unknown>>;

/** The parameters of a payment sheet. */
export const SHEET = {
  appId: 'wx1',
  timeStamp: '1772413200',
  nonceStr: 'n0',
  package: 'prepay_id=wx201',
  signType: 'RSA',
  paySign: 's1gn',
};

/** The attributes that the device pushes. */
export const PUSHED = {
  OnOff: 1,
  Function: 1,
  SubFunction: 1,
  Voltage: 6,
  Freq: 3,
  Wave: 2,
  Grade: 4,
  WortTime: 30,
  UseTime: 11,
  UseNum: 3,
};

export type SweptCall = keyof typeof WORLD;
export type Answers = Partial<Record<CallName, unknown>>;

const otherOrder = {
  status: '已取消',
  statusDesc: '已过期',
  statusCode: 1,
  deviceSno: 'PL2002',
  payMoney: 77,
  shouldPayMoney: 0,
  money: 0.01,
  fee: 1,
  sysUserId: 'op2',
  ctime: '2027-01-01 00:00:00',
  utime: '2020-01-01 00:00:00',
  payTime: '2027-01-01 00:00:00',
};
const otherReport = {
  function: 3,
  subFunction: 2,
  onOff: 0,
  voltage: 8,
  freq: 11,
  wave: 3,
  grade: 1,
  workTime: 10,
  useTime: 200,
  useNum: 0,
  Function: 2,
  SubFunction: 0,
  OnOff: 0,
  Voltage: 1,
  Freq: 1,
  Wave: 1,
  Grade: 2,
  WortTime: 5,
  UseTime: 400,
  UseNum: 9,
};
const otherPlan = { price: 0, originPrice: 1, num: 0, unit: '次' };

/** Valid values that are at odds with the rest of the answer. */
export const OTHER: Partial<Record<CallName | Push, Record<string, unknown>>> = {
  push: otherReport,
  'later push': otherReport,
  'account.getUser': { mobile: '', assist: true },
  'device.listDevices': {
    sno: 'PL2002',
    onlineStatus: '离线',
    shareUserId: 'u7',
    shareUserName: '李阿姨',
    expirationTime: '2020-01-01 00:00:00',
    ownerId: 'op2',
    assist: true,
    orderNo: 'L999',
  },
  'device.listHistory': { sno: 'PL1001', expirationTime: '2027-01-01 00:00:00' },
  'device.checkDevice': { ownerId: 'op2', status: 'DEVICE_USED' },
  'device.getDetail': { sno: 'PL2002', onlineStatusDesc: '离线', expirationTime: '2020-01-01 00:00:00' },
  'device.readLatest': otherReport,
  'treatment.startDevice': otherReport,
  'share.listShares': { ctime: '2027-01-01 00:00:00' },
  'wallet.listCards': { sysUserId: 'op2', money: 0, utime: '2027-01-01 00:00:00', total: 99 },
  'wallet.listRefunds': { amount: 0, statusDesc: '退款中', utime: '2027-01-01 00:00:00', total: 0 },
  'order.listLeaseOrders': { ...otherOrder, total: 99 },
  'order.listCardOrders': { ...otherOrder, total: 0 },
  'order.getLeaseOrder': otherOrder,
  'lease.listDurationPlans': otherPlan,
  'lease.listUsePlans': otherPlan,
  'lease.createLeaseOrder': { payMoney: 0 },
  'lease.createCardOrder': { payMoney: 999 },
};
