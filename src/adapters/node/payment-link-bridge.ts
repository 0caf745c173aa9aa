import { Problem } from '../../core/problem.ts';
import type { PaymentTarget, PaymentAnswer, PaymentBridge } from '../../ports/payment-bridge.ts';
import { safeAddress } from '../http/http-address.ts';

const SECRETS = /token|openid|signature|secret|password|mobile|phone/i;
const PLACEHOLDER = /\{(\w+)\}/g;

/** Passes the order on as a link for the customer's phone. Always answers `none`, because only the server knows when the order is paid. */
export class PaymentLinkBridge implements PaymentBridge {
  /**
   * `present` shows the link to the customer. `template` is a link with the placeholders {number}, {kind}, {isCard}, {operatorId} and
   * {sno}; {number} is required.
   */
  constructor(
    private readonly template: () => string | undefined,
    private readonly present: (link: string) => void,
  ) {}

  async pay(order: PaymentTarget): Promise<PaymentAnswer> {
    const template = this.template();
    if (!template) throw new Problem('bridge', { message: 'No payment link is configured; set payLink' });
    this.present(payLink(template, order));
    return { result: 'none' };
  }
}

/** The payment link for one order. Throws the Problem `configuration` if the template is unsafe. */
export function payLink(template: string, order: PaymentTarget): string {
  if (!template.includes('{number}')) throw unusable('it must contain {number}, which stands for the order number');
  const places: Record<string, string> = {
    number: order.number,
    kind: order.kind,
    isCard: String(order.kind === 'card'),
    operatorId: order.operatorId ?? '',
    sno: order.sno ?? '',
  };
  const filled = template.replace(PLACEHOLDER, (_, name: string) => {
    const value = places[name];
    if (value === undefined) throw unusable(`it has no place {${name}}`);
    return encodeURIComponent(value);
  });
  const link = checked(filled);
  const secret = [...link.searchParams.keys()].find((name) => SECRETS.test(name));
  if (secret) throw unusable(`it must not carry credentials (${secret})`);
  return link.href;
}

function checked(text: string): URL {
  try {
    return safeAddress(text);
  } catch (cause) {
    throw unusable((cause as Problem).message, cause);
  }
}

function unusable(why: string, cause?: unknown): Problem {
  return new Problem('configuration', { message: `Invalid payLink: ${why}`, cause });
}
