/* The files to which each step links. */

export const CODE = {
  scan: ['src/core/entry/enter-device.ts', 'src/core/entry/entry-policy.ts'],
  rent: ['src/core/checkout/place-order.ts', 'src/core/checkout/transitions.ts'],
  pay: ['src/core/checkout/pay-order.ts', 'src/core/checkout/confirm-payment.ts'],
  treat: ['src/core/treatment/start-treatment.ts', 'src/core/treatment/start-steps.ts'],
  lose: ['src/core/treatment/follow-treatment.ts', 'src/core/device/follow-device.ts'],
  stop: ['src/core/treatment/stop-treatment.ts', 'src/core/treatment/stop-steps.ts'],
};
