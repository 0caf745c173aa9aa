import * as v from 'valibot';
import { id } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import type { PaymentSheet } from '../../ports/payment-bridge.ts';

const IN_THE_MESSAGING_APP = 1 as const;

export const prePay = endpoint({
  name: 'payment.prePay',
  path: '/wxPay/prePay',
  kind: 'write',
  envelope: 'data',
  request: v.object({ orderNo: v.string(), sno: v.optional(v.string()), payType: v.literal(IN_THE_MESSAGING_APP) }),
  encode: ({ number, sno }: { number: string; sno?: string }) => ({
    orderNo: number,
    sno,
    payType: IN_THE_MESSAGING_APP,
  }),
  answer: v.pipe(
    v.object({ appId: id, timeStamp: id, nonceStr: id, package: id, signType: id, paySign: id }),
    v.transform((sheet): PaymentSheet => sheet),
  ),
});
