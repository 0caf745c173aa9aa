/** Default envelope fields of every call; the configuration may override them. */
export const STANDARD = { appKey: 'physio', version: '1.0.0' } as const;

/**
 * Every call of the contract by its name: its kind, and its path below the API base address. The endpoint definitions
 * in each api.ts compile only if they agree.
 */
export const CALLS = {
  'account.getUser': { kind: 'read', path: '/user/get' },
  'account.sendCode': { kind: 'write', path: '/user/message' },
  'account.updatePhone': { kind: 'write', path: '/user/updatePhone' },
  'device.listDevices': { kind: 'read', path: '/device/device/list' },
  'device.listHistory': { kind: 'read', path: '/device/device/history/list' },
  'device.checkDevice': { kind: 'read', path: '/order/check/device' },
  'device.getDetail': { kind: 'read', path: '/device/detail' },
  'device.enterPage': { kind: 'read', path: '/device/intoDevicePage' },
  'device.readLatest': { kind: 'read', path: '/device/real_time_data' },
  'feedback.createFeedback': { kind: 'write', path: '/feedback/create' },
  'lease.listDurationPlans': { kind: 'read', path: '/product/service/mode/get' },
  'lease.listUsePlans': { kind: 'read', path: '/rechargeMode/get' },
  'lease.createLeaseOrder': { kind: 'write', path: '/order/consume/order' },
  'lease.createCardOrder': { kind: 'write', path: '/order/charge/order' },
  'order.listLeaseOrders': { kind: 'read', path: '/order/list' },
  'order.listCardOrders': { kind: 'read', path: '/wallet/list' },
  'order.getLeaseOrder': { kind: 'read', path: '/order/detail' },
  'order.cancelLeaseOrder': { kind: 'write', path: '/order/cancel' },
  'order.cancelCardOrder': { kind: 'write', path: '/wallet/cancel' },
  'payment.prePay': { kind: 'write', path: '/wxPay/prePay' },
  'share.listShares': { kind: 'read', path: '/device/device/share/list' },
  'share.shareDevice': { kind: 'write', path: '/device/bind_device' },
  'share.unshareDevice': { kind: 'write', path: '/device/un_bind_device' },
  'treatment.startDevice': { kind: 'write', path: '/order/start/device' },
  'treatment.stopDevice': { kind: 'write', path: '/order/stop/device' },
  'wallet.listCards': { kind: 'read', path: '/wallet/balance' },
  'wallet.listRefunds': { kind: 'read', path: '/refund/page' },
} as const satisfies Record<string, { kind: 'read' | 'write'; path: string }>;

export type CallName = keyof typeof CALLS;
