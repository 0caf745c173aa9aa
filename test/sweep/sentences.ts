import type { Source } from './variations.ts';

/** Words of a scene, and the facts without which they are not shown. */
export interface Sentence {
  scenes: readonly string[];
  says: RegExp;
  call: Source;
  /** Fields of one answer; each of them is needed. */
  rests: readonly string[];
  /** True for words that nothing in the scene supports: only a guess could show them. */
  isGuess?: boolean;
}

type Row = [says: RegExp, call: Source, rests: string];

const MODE = /生物电模式|高光波模式|睡眠模式|量子模式|自定义模式/;

const row =
  (scenes: readonly string[], isGuess = false) =>
  ([says, call, rests]: Row): Sentence => ({ scenes, says, call, rests: rests.split(' '), isGuess });

/** sentence → the facts that it rests on. */
export const SENTENCES: readonly Sentence[] = [
  ...(
    [
      [/剩余\d+分钟|预计.+结束/, 'push', 'OnOff WortTime UseTime'],
      [/已理疗\s*\d+\s*分钟/, 'push', 'OnOff UseTime'],
      [MODE, 'push', 'Function'],
      [/理疗时长\s*\d+分钟/, 'push', 'WortTime'],
      [/\d+V/, 'push', 'Voltage'],
      [/\d+Hz/, 'push', 'Freq'],
    ] as Row[]
  ).map(row(['a treatment by its pushes'])),
  ...(
    [
      [/剩余\d+分钟|预计.+结束/, 'later push', 'OnOff WortTime'],
      [MODE, 'later push', 'Function'],
      [/理疗时长\s*\d+分钟/, 'later push', 'WortTime'],
      [/\d+V/, 'later push', 'Voltage'],
      [/\d+Hz/, 'later push', 'Freq'],
      [/红外/, 'later push', 'SubFunction'],
      [/红外\s*[低中高]/, 'later push', 'SubFunction Grade'],
    ] as Row[]
  ).map(row(['a treatment by its pushes'])),
  ...(
    [
      [/理疗已结束|未在理疗/, 'push', 'OnOff Function WortTime UseTime'],
      [/理疗已结束|未在理疗/, 'later push', 'OnOff Function WortTime UseTime'],
    ] as Row[]
  ).map(row(['a treatment by its pushes'], true)),
  ...(
    [
      [/剩余\d+分钟|预计.+结束/, 'device.readLatest', 'onOff workTime useTime'],
      [/已理疗\s*\d+\s*分钟/, 'device.readLatest', 'onOff useTime'],
      [MODE, 'device.readLatest', 'function'],
      [/理疗时长\s*\d+分钟/, 'device.readLatest', 'workTime'],
      [/\d+V/, 'device.readLatest', 'voltage'],
      [/\d+Hz/, 'device.readLatest', 'freq'],
      [/红外/, 'device.readLatest', 'subFunction'],
      [/红外\s*[低中高]/, 'device.readLatest', 'subFunction grade'],
    ] as Row[]
  ).map(row(['a treatment'])),
  ...(
    [
      [/理疗已结束|未在理疗/, 'device.readLatest', 'onOff function workTime useTime'],
      [/红外\s*关/, 'device.readLatest', 'subFunction grade'],
      [/设备已离线/, 'device.getDetail', 'onlineStatusDesc'],
    ] as Row[]
  ).map(row(['a treatment'], true)),
  ...([[/未在理疗/, 'device.readLatest', 'onOff']] as Row[]).map(row(['a device at rest'])),
  ...(
    [
      [/剩余\d+分钟|理疗已结束|已理疗\s*\d+/, 'device.readLatest', 'onOff workTime useTime'],
      [/设备已离线/, 'device.getDetail', 'onlineStatusDesc'],
    ] as Row[]
  ).map(row(['a device at rest'], true)),
  ...(
    [
      [/理疗中 · 至/, 'device.readLatest', 'onOff workTime useTime'],
      [/剩余\d+天|到期 \d/, 'device.listDevices', '[].expirationTime'],
      [/(?<!设备)在线/, 'device.listDevices', '[].onlineStatus'],
    ] as Row[]
  ).map(row(['the devices'])),
  ...(
    [
      [/已到期|剩余0天/, 'device.listDevices', '[].expirationTime'],
      [/离线/, 'device.listDevices', '[].onlineStatus'],
      [/代租|代客户/, 'device.listDevices', '[].assist'],
      [/分享/, 'device.listDevices', '[].shareUserId [].shareUserName'],
    ] as Row[]
  ).map(row(['the devices'], true)),
  ...([[/李阿姨分享/, 'device.listDevices', '[].shareUserName']] as Row[]).map(row(['a shared device'])),
  ...([[/代租/, 'device.listDevices', '[].assist']] as Row[]).map(row(['a device on behalf'])),
  ...([[/剩余次数 \d/, 'wallet.listCards', 'records[].money records[].sysUserId']] as Row[]).map(
    row(['the question before a deduction']),
  ),
  ...([[/次数已用完/, 'wallet.listCards', 'records[].money']] as Row[]).map(
    row(['the question before a deduction'], true),
  ),
  ...(
    [
      [/￥49/, 'lease.listDurationPlans', 'list[].price'],
      [/原价/, 'lease.listDurationPlans', 'list[].originPrice'],
      [/7\s*天/, 'lease.listDurationPlans', 'list[].num'],
    ] as Row[]
  ).map(row(['the plans', 'the plans of a renewal'])),
  ...(
    [[/￥0(?!\.\d*[1-9])|￥(?!\d)/, 'lease.listDurationPlans', 'list[].price list[].num list[].originPrice']] as Row[]
  ).map(row(['the plans', 'the plans of a renewal'], true)),
  ...(
    [
      [/租期至/, 'lease.listDurationPlans', 'list[].num'],
      [/租期至/, 'device.listDevices', '[].expirationTime'],
    ] as Row[]
  ).map(row(['the plans of a renewal'])),
  ...(
    [
      [/支付完成/, 'order.getLeaseOrder', 'status'],
      [/实付金额/, 'order.getLeaseOrder', 'payMoney'],
      [/下单时间/, 'order.getLeaseOrder', 'ctime'],
      [/支付时间/, 'order.getLeaseOrder', 'payTime'],
    ] as Row[]
  ).map(row(['a paid order'])),
  ...(
    [
      [/去支付|取消订单|待支付/, 'order.getLeaseOrder', 'status payMoney orderNo'],
      [/￥0(?!\.\d*[1-9])/, 'order.getLeaseOrder', 'payMoney shouldPayMoney money'],
    ] as Row[]
  ).map(row(['a paid order', 'a refunded order'], true)),
  ...([[/支付完成|支付凭证/, 'order.getLeaseOrder', 'orderNo']] as Row[]).map(row(['a refunded order'], true)),
  ...(
    [
      [/支付完成/, 'order.getLeaseOrder', 'statusCode'],
      [/实付金额/, 'order.getLeaseOrder', 'payMoney'],
    ] as Row[]
  ).map(row(['a paid order by its code'])),
  ...(
    [
      [/待支付/, 'order.getLeaseOrder', 'status'],
      [/去支付/, 'order.getLeaseOrder', 'status'],
      [/取消订单/, 'order.getLeaseOrder', 'status'],
    ] as Row[]
  ).map(row(['an order to pay'])),
  ...(
    [
      [/支付完成|实付金额/, 'order.getLeaseOrder', 'status payMoney shouldPayMoney'],
      [/￥0(?!\.\d*[1-9])/, 'order.getLeaseOrder', 'payMoney shouldPayMoney money'],
    ] as Row[]
  ).map(row(['an order to pay'], true)),
  ...(
    [
      [/支付完成/, 'order.listLeaseOrders', 'records[].status'],
      [/实付金额/, 'order.listLeaseOrders', 'records[].payMoney records[].status'],
      [/下单时间/, 'order.listLeaseOrders', 'records[].ctime'],
    ] as Row[]
  ).map(row(['the orders'])),
  ...(
    [
      [/已支付/, 'order.listCardOrders', 'records[].statusDesc'],
      [/实付金额/, 'order.listCardOrders', 'records[].payMoney records[].statusDesc'],
      [/10次/, 'order.listCardOrders', 'records[].fee'],
    ] as Row[]
  ).map(row(['the orders of a card'])),
  ...([[/\D0次/, 'order.listCardOrders', 'records[].fee']] as Row[]).map(row(['the orders of a card'], true)),
  ...(
    [
      [
        /￥0(?!\.\d*[1-9])|去支付/,
        'order.listLeaseOrders',
        'records[].status records[].payMoney records[].shouldPayMoney',
      ],
    ] as Row[]
  ).map(row(['the orders'], true)),
  ...(
    [
      [/剩余次数\s*\d+次/, 'wallet.listCards', 'records[].money'],
      [/最近使用/, 'wallet.listCards', 'records[].utime'],
    ] as Row[]
  ).map(row(['the cards'])),
  ...(
    [
      [/退款金额/, 'wallet.listRefunds', 'records[].amount'],
      [/退款成功/, 'wallet.listRefunds', 'records[].statusDesc'],
      [/退款时间/, 'wallet.listRefunds', 'records[].utime'],
    ] as Row[]
  ).map(row(['the refunds'])),
  ...(
    [
      [/到期 \d/, 'device.listHistory', '[].expirationTime'],
      [/旧理疗仪/, 'device.listHistory', '[].deviceName'],
    ] as Row[]
  ).map(row(['the lease history'])),
  ...([[/52Hz/, 'treatment.startDevice', 'freq']] as Row[]).map(row(['a start'])),
  ...([[/支付结果确认中/, 'payment.prePay', 'appId timeStamp nonceStr package signType paySign']] as Row[]).map(
    row(['an order that was placed', 'a card order that was placed']),
  ),
  ...([[/选择理疗模式/, 'lease.createLeaseOrder', 'payMoney']] as Row[]).map(row(['an order that was placed'], true)),
  ...([[/继续使用设备/, 'lease.createCardOrder', 'payMoney']] as Row[]).map(
    row(['a card order that was placed'], true),
  ),
  ...([[/138 0000 0002/, 'share.listShares', '[].mobile']] as Row[]).map(row(['the sharing'])),
];
