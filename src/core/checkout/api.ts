import * as v from 'valibot';
import { id } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import type { PrepayParams } from '../../ports/payment-bridge.ts';

const PAY_TYPE_WECHAT = 1 as const;

export const prePay = endpoint({
  name: 'payment.prePay',
  path: '/wxPay/prePay',
  kind: 'write',
  envelope: 'data',
  request: v.object({ orderNo: v.string(), sno: v.optional(v.string()), payType: v.literal(PAY_TYPE_WECHAT) }),
  encode: ({ number, sno }: { number: string; sno?: string }) => ({
    orderNo: number,
    sno,
    payType: PAY_TYPE_WECHAT,
  }),
  answer: v.pipe(
    v.object({ appId: id, timeStamp: id, nonceStr: id, package: id, signType: id, paySign: id }),
    v.transform((params): PrepayParams => params),
  ),
});
