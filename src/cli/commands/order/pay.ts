import { CALL_TIME_LIMIT } from '../../../core/cloud/cloud.ts';
import { payable, type Order, type PayableOrder } from '../../../core/order/order.ts';
import { PayOrder, type ConfirmOutcome, type PaymentOutcome } from '../../../core/payment/pay-order.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { yuan } from '../../format.ts';
import type { Settings } from '../../settings.ts';
import type { Joined } from '../../surroundings.ts';
import { findOrder } from './find.ts';

const ASK_EVERY_MS = 2_000;
const TICK_MS = 1_000;

export const action: Action = {
  fields: ['number', 'kind', 'state', 'amountFen', 'link'],
  async run(context, given) {
    context.requireConsent();
    const { settings, surroundings } = context;
    const longest = context.longestWaitMs;
    let link: string | undefined;
    let order: Order | undefined;
    const joined = await context.join({
      timeoutMs: Math.min(longest, CALL_TIME_LIMIT),
      payLink: () => (typeof settings.values.payLink === 'string' ? settings.values.payLink : ownPayLink(settings.values, order)),
      present: (handedOver) => (link = handedOver),
    });
    order = await findOrder(joined, given);
    const wanted = payable(order);
    const settled = (outcome: PaymentOutcome) => tell(context, wanted, outcome.kind === 'paid' || outcome.kind === 'cancelled' ? outcome.kind : 'confirming', link);
    if (order.state !== 'to-pay') return settled({ kind: order.state === 'unknown' ? 'confirming' : order.state });
    const amount = yuan(order.dueFen ?? order.amountFen) ?? '';
    await context.consent(`Have order ${order.number} (${amount}) paid?`);
    const opened = await joined.get(PayOrder).pay(wanted);
    if (opened.kind !== 'confirming') return settled(opened);
    if (link !== undefined) await show(context, link, `${amount} for order ${order.number}`);
    if (link !== undefined && given.options.open === true) await surroundings.openLink(link);
    if (given.options.wait === false) return tell(context, wanted, link === undefined ? 'confirming' : 'handed-over', link);
    const outcome = await confirmed(context, joined, wanted, longest);
    if (outcome.kind === 'not-found') return context.output.refuse(`Order ${order.number} no longer exists on the server. If money was taken, contact the shop. To check: physio order list`);
    return settled(outcome);
  },
};

const ends = {
  paid: { state: 'paid', code: EXIT.done, text: 'is paid' },
  cancelled: { state: 'cancelled', code: EXIT.gaveUp, text: 'was cancelled' },
  confirming: { state: 'unconfirmed', code: EXIT.unconfirmed, text: 'is not confirmed' },
  'handed-over': { state: 'handed-over', code: EXIT.done, text: 'is handed over' },
} as const;

async function tell({ output }: Context, order: PayableOrder, kind: keyof typeof ends, link: string | undefined): Promise<ExitCode> {
  const { state, code, text } = ends[kind];
  await output.record({ ...order, state, link }, [`Order ${order.number} ${text}.`]);
  if (kind === 'confirming') output.warn(`nobody knows yet whether it is paid. Ask again: physio order show ${order.number}`);
  if (kind === 'paid' && order.sno !== undefined) output.note(`Next: physio treatment start ${order.sno} --mode bio`);
  return code;
}

/** Where this deployment's own page shows an order, next to its API. */
function ownPayLink({ api, basePath }: Settings['values'], order: Order | undefined): string {
  const operator = order?.kind === 'card' ? '&sysUserId={operatorId}' : '';
  const below = typeof basePath === 'string' ? basePath.replace(/\/+$/, '') : '';
  return `${new URL(String(api)).origin}${below}/orderDetail?orderNo={number}&isCardItem={isCard}${operator}`;
}

async function show({ output, shared }: Context, link: string, what: string): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr');
  if (!shared.quiet) output.picture(renderUnicodeCompact(link, { border: 2 }));
  output.note(`Pay ${what} in WeChat: ${link}`);
}

/** What the server says by the end of the time. */
async function confirmed({ output }: Context, joined: Joined, order: PayableOrder, longest: number): Promise<ConfirmOutcome> {
  const { time } = joined;
  const ends = time.now() + longest;
  const tick = () => output.progress(() => `Waiting for the payment, ${Math.ceil((ends - time.now()) / 1000)} s left`);
  const ticking = time.every(TICK_MS, tick);
  const limit = new AbortController();
  const late = time.sleep(longest, limit.signal).then((): ConfirmOutcome => ({ kind: 'confirming' }));
  try {
    const asking = joined.get(PayOrder).confirm(order, { tries: Math.ceil(longest / ASK_EVERY_MS) + 1, everyMs: ASK_EVERY_MS, signal: limit.signal });
    return await Promise.race([asking, late]);
  } finally {
    limit.abort();
    ticking();
    output.endProgress();
  }
}
