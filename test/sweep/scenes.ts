import type { Scene } from './page.tsx';
import { CHANNEL } from '../ui/under-treatment.ts';
import { paged, SHEET, WORLD } from './world.ts';

const [device] = WORLD['device.listDevices'];
const paid = WORLD['order.getLeaseOrder'];
const [cardOrder] = WORLD['order.listCardOrders'].records;
const toPay = { ...paid, status: '待支付', payTime: null };
const LEASE_DETAIL = '/orderDetail?orderNo=L100&isCardItem=false';

/** The device does nothing, and no lease is in the list. */
export const AT_REST = {
  'device.checkDevice': { ownerId: 'op1', status: 'DEVICE_FREE' },
  'device.listDevices': [],
  'device.readLatest': { ...WORLD['device.readLatest'], onOff: 0 },
};

/** Each screen with what it says when its facts are there. */
export const SCENES: readonly Scene[] = [
  { name: 'a treatment', address: '/process?sno=PL1001', isStopped: true },
  {
    name: 'a treatment by its pushes',
    sources: ['push', 'later push', 'device.enterPage'],
    address: '/process?sno=PL1001',
    says: { 'device.readLatest': {}, 'device.enterPage': CHANNEL },
    isPushed: true,
    isStopped: true,
  },
  {
    name: 'a device at rest',
    address: '/process?sno=PL1001',
    says: { ...AT_REST, 'device.listDevices': [device] },
  },
  { name: 'the devices', address: '/my?tab=device' },
  {
    name: 'a shared device',
    sources: ['device.listDevices'],
    address: '/my?tab=device',
    says: { 'device.listDevices': [{ ...device, shareUserId: 'u7', shareUserName: '李阿姨' }] },
  },
  {
    name: 'a device on behalf',
    sources: ['device.listDevices'],
    address: '/my?tab=device',
    says: { 'device.listDevices': [{ ...device, assist: true }] },
  },
  {
    name: 'the lease history',
    address: '/my?tab=device',
    sources: ['device.listHistory'],
    chooses: [/^租赁历史/],
  },
  {
    name: 'a start',
    address: '/modeMenu?sno=PL1001',
    says: { ...AT_REST, 'device.listDevices': [device] },
    sources: ['treatment.startDevice'],
    chooses: [/^生物电/, /^确认$/],
  },
  { name: 'the account', address: '/my?tab=my' },
  {
    name: 'the question before a deduction',
    address: '/modeMenu?sno=PL1001',
    says: AT_REST,
    chooses: [/^生物电/],
  },
  { name: 'the plans', address: '/lease?sno=PL1001', chooses: [/天/] },
  {
    name: 'the plans of a renewal',
    sources: ['lease.listDurationPlans', 'device.listDevices'],
    address: '/lease?sno=PL1001&renewal=1',
    chooses: [/天/],
  },
  {
    name: 'an order that was placed',
    address: '/lease?sno=PL1001',
    says: {
      'lease.createLeaseOrder': { payMoney: 49, orderNo: 'L100' },
      'payment.prePay': SHEET,
      'order.getLeaseOrder': toPay,
    },
    sources: ['lease.createLeaseOrder', 'payment.prePay', 'order.getLeaseOrder'],
    chooses: [/天/, /支付$/],
  },
  {
    name: 'a card order that was placed',
    address: '/lease?type=recharge&sysUserId=op1',
    says: {
      'lease.createCardOrder': { payMoney: 30, chargeOrderNo: 'C100' },
      'payment.prePay': SHEET,
      'order.listCardOrders': paged({ ...cardOrder, statusDesc: '待支付', payMoney: 30 }),
    },
    sources: ['lease.createCardOrder', 'payment.prePay', 'order.listCardOrders'],
    chooses: [/^5次/, /支付$/],
  },
  { name: 'the plans of a card', address: '/lease?type=recharge&sysUserId=op1' },
  { name: 'the custom settings', address: '/custom?sno=PL1001' },
  { name: 'a paid order', address: LEASE_DETAIL },
  {
    name: 'a refunded order',
    address: LEASE_DETAIL,
    says: { 'order.getLeaseOrder': { ...paid, status: '已退款', statusCode: 5 } },
  },
  {
    name: 'a paid order by its code',
    address: LEASE_DETAIL,
    says: { 'order.getLeaseOrder': { ...paid, status: null, statusCode: 5 } },
  },
  { name: 'an order to pay', address: LEASE_DETAIL, says: { 'order.getLeaseOrder': toPay } },
  { name: 'a paid order of a card', address: '/orderDetail?orderNo=C100&isCardItem=true&sysUserId=op1' },
  { name: 'the orders', address: '/my/orderList' },
  { name: 'the orders to pay', address: '/my/orderList', says: { 'order.listLeaseOrders': paged(toPay) } },
  { name: 'the orders of a card', address: '/my/orderList?type=cardlist&sysUserId=op1' },
  { name: 'the cards', address: '/my/cardList' },
  { name: 'the refunds', address: '/my/refundList' },
  { name: 'the sharing', address: '/share?sno=PL1001' },
  { name: 'a scanned device', address: '/?sno=PL1001' },
];
