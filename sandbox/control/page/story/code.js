/* The files to which each step links. */

export const CODE = {
  scan: ['src/core/entry/enter-device.ts', 'src/core/entry/entry-policy.ts'],
  rent: ['src/core/checkout/place/place-order.ts', 'src/core/checkout/records/transitions.ts'],
  pay: ['src/core/checkout/pay/pay-order.ts', 'src/core/checkout/confirm/confirm-payment.ts'],
  treat: ['src/core/treatment/start/start-treatment.ts', 'src/core/treatment/start/start.ts'],
  lose: ['src/core/treatment/follow/follow-treatment.ts', 'src/core/device/follow/follow-device.ts'],
  stop: ['src/core/treatment/stop/stop-treatment.ts', 'src/core/treatment/stop/stop.ts'],
};
