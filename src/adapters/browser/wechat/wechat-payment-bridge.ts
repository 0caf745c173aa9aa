import { Problem } from '../../../core/problem.ts';
import type { PaymentTarget, PaymentAnswer, PaymentBridge, PrepayParams } from '../../../ports/payment-bridge.ts';
import type { Presence } from '../../gizwits/options.ts';
import { PagePresence } from '../page-presence.ts';
import { awaitWeChatBridge, type WeixinJSBridge } from './wechat-bridge.ts';

/** All durations in ms. */
export interface PaymentLimits {
  /** Timeout for the injection of the bridge. */
  bridgeMs: number;
  /** Timeout for the payment's callback. */
  answerMs: number;
  /** Timeout for the callback after the page was hidden and is shown again. */
  shownAgainMs: number;
}

const LIMITS: PaymentLimits = { bridgeMs: 3_000, answerMs: 20_000, shownAgainMs: 1_500 };
/** The signed fields of WeChat's payment request, passed on unchanged. */
const SIGNED = ['appId', 'timeStamp', 'nonceStr', 'package', 'signType', 'paySign'];
const PREFIX = /^get_brand_wcpay_request:\s*/i;

/** WeChat's payment sheet, opened through WeixinJSBridge. Some phones never invoke the callback, so a timeout answers `none`. */
export class WeChatPaymentBridge implements PaymentBridge {
  private readonly limits: PaymentLimits;

  constructor(
    limits: Partial<PaymentLimits> = {},
    private readonly presence: Presence = new PagePresence(),
  ) {
    this.limits = { ...LIMITS, ...limits };
  }

  async pay(
    _order: PaymentTarget,
    prepare: () => Promise<PrepayParams>,
    onLateAnswer?: (answer: PaymentAnswer) => void,
  ): Promise<PaymentAnswer> {
    const bridge = await awaitWeChatBridge(this.limits.bridgeMs);
    if (!bridge) throw new Problem('bridge', { message: 'WeChat is not there: no WeixinJSBridge in this page' });
    return this.openSheet(bridge, await prepare(), onLateAnswer);
  }

  private openSheet(
    bridge: WeixinJSBridge,
    sheet: PrepayParams,
    onLateAnswer?: (answer: PaymentAnswer) => void,
  ): Promise<PaymentAnswer> {
    let stop = () => {};
    return new Promise<PaymentAnswer>((resolve) => {
      let deliver: ((answer: PaymentAnswer) => void) | undefined = resolve;
      const giveUp = () => {
        deliver = onLateAnswer;
        resolve({ result: 'none' });
      };
      let timer = setTimeout(giveUp, this.limits.answerMs);
      let hidden = false;
      const unsubscribe = this.presence.onChange(() => {
        if (!this.presence.visible()) hidden = true;
        else if (hidden) {
          clearTimeout(timer);
          timer = setTimeout(giveUp, this.limits.shownAgainMs);
        }
      });
      stop = () => {
        clearTimeout(timer);
        unsubscribe();
      };
      let lastResult: PaymentAnswer['result'] | undefined;
      invoke(bridge, sheet, (answer) => {
        if (answer.result === lastResult) return;
        lastResult = answer.result;
        const current = deliver;
        deliver = onLateAnswer;
        current?.(answer);
      });
    }).finally(() => stop());
  }
}

function invoke(bridge: WeixinJSBridge, sheet: PrepayParams, answer: (answer: PaymentAnswer) => void): void {
  const fields = signedFields(sheet);
  try {
    // What the callback throws must not pass for a bridge that opened no sheet.
    bridge.invoke('getBrandWCPayRequest', fields, async (result) => answer(paymentAnswerOf(result)));
  } catch (cause) {
    throw new Problem('bridge', { message: 'WeixinJSBridge refused the payment call', cause });
  }
}

function signedFields(sheet: PrepayParams): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of SIGNED) {
    const value = sheet[name];
    if (value === undefined)
      throw new Problem('bridge', { message: `the server prepared no payment for WeChat: ${name} is missing` });
    fields[name] = value;
  }
  return fields;
}

function paymentAnswerOf(result: Record<string, unknown>): PaymentAnswer {
  const outcome = textOf(result['err_msg']).replace(PREFIX, '');
  if (outcome === 'ok' || outcome === 'cancel') return { result: outcome };
  const message = textOf(result['err_desc']) || outcome;
  return message ? { result: 'fail', message } : { result: 'fail' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
