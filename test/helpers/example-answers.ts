import type { CallName } from '../../src/core/api/calls.ts';

const order = {
  status: '待支付',
  statusDesc: '待支付',
  statusCode: 1,
  deviceName: '理疗仪一号',
  deviceArea: '一楼',
  deviceSno: 'DEV0001',
  mac: 'AA:BB',
  serviceModeName: '7天',
  serviceName: '7天',
  payMoney: '19.90',
  shouldPayMoney: '19.90',
  money: 30,
  fee: 10,
  operatorName: '康健店',
  sysUserId: 'shop-1',
  ctime: '2026-03-02 09:00:00',
  utime: 1_772_413_200_000,
  payTime: 1_772_413_200,
};
const leaseOrder = { ...order, orderNo: 'L-100', chargeOrderNo: 'C-100' };
const attributes = {
  Function: 1,
  SubFunction: 1,
  OnOff: 1,
  Voltage: 6,
  Freq: 1,
  Wave: 1,
  Grade: 4,
  WortTime: 30,
  UseTime: 5,
  UseNum: 3,
};
const report = {
  ...attributes,
  function: 1,
  subFunction: 1,
  onOff: 1,
  voltage: 6,
  freq: 1,
  wave: 1,
  grade: 4,
  workTime: 30,
  useTime: 5,
  useNum: 3,
};
const device = {
  id: 1,
  sno: 'DEV0001',
  deviceName: '理疗仪一号',
  deviceArea: '一楼',
  onlineStatus: '在线',
  shareUserId: 7,
  shareUserName: '李阿姨',
  expirationTime: 1_775_000_000_000,
  ownerId: 'shop-1',
  ownerName: '康健店',
  assist: false,
  orderNo: 'L-1',
};
const plan = { id: 'p7', price: '19.90', originPrice: 30, num: 7, unit: 'day' };
const card = { sysUserId: 'shop-1', operatorName: '康健店', money: 3, utime: '2026-03-01 08:00:00' };
const refund = {
  refundNo: 'R-1',
  operatorName: '康健店',
  statusDesc: '已退款',
  amount: '9.90',
  utime: '2026-03-01 08:00:00',
};

const twice = <Row extends object>(row: Row, key: string) => [row, { ...row, [key]: 'another' }];
const paged = (records: object[]) => ({ records, total: records.length });

/** A valid response for each call with a decoded response, with every field of its decoder. Lists have two rows. */
export const exampleAnswers = {
  'account.getUser': { nickname: '小王', avatar: 'https://cdn.test/a.png', mobile: '13800000001', assist: true },
  'device.listDevices': twice(device, 'sno'),
  'device.listHistory': twice(
    { id: 9, sno: 'DEV0009', deviceName: '旧机', ownerName: '康健店', expirationTime: 1_772_413_200 },
    'id',
  ),
  'device.checkDevice': { ownerId: 'shop-1', status: 'DEVICE_FREE' },
  'device.getDetail': {
    sno: 'DEV0001',
    name: '理疗仪一号',
    mac: 'AA:BB',
    onlineStatusDesc: '在线',
    expirationTime: '2026-04-01',
    belongOperatorName: '康健店',
  },
  'device.enterPage': {
    deviceDetailWebSocketVo: { gizDid: 'did-1', gizHost: 'channel.test', gizWsPort: '8080', gizWssPort: 8880 },
    gizAppId: 'giz-app',
    token: 'giz-token',
    uid: 'giz-uid',
  },
  'device.readLatest': report,
  'lease.listDurationPlans': { list: twice(plan, 'id'), modeId: 'mode-1' },
  'lease.listUsePlans': { detailVoList: twice({ ...plan, rechargeModeId: 'recharge-1' }, 'id') },
  'lease.createLeaseOrder': { payMoney: '19.90', orderNo: 'L-100' },
  'lease.createCardOrder': { payMoney: 99, chargeOrderNo: 'C-100' },
  'order.listLeaseOrders': paged(twice(leaseOrder, 'orderNo')),
  'order.listCardOrders': paged(twice(leaseOrder, 'chargeOrderNo')),
  'order.getLeaseOrder': leaseOrder,
  'payment.prePay': {
    appId: 'wx1',
    timeStamp: '1772413200',
    nonceStr: 'n0',
    package: 'prepay_id=wx201',
    signType: 'RSA',
    paySign: 's1gn',
  },
  'share.listShares': twice({ mobile: '13800000002', ctime: '2026-03-01T08:00:00Z' }, 'mobile'),
  'treatment.startDevice': report,
  'wallet.listCards': paged(twice(card, 'sysUserId')),
  'wallet.listRefunds': paged(twice(refund, 'refundNo')),
} as const satisfies Partial<Record<CallName, unknown>>;
