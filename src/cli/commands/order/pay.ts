import { orderLinkTemplate } from '../../../core/app-links.ts';
import { ConfirmPayment, type ConfirmOutcome } from '../../../core/checkout/confirm-payment.ts';
import { PayOrder, type PaymentOutcome } from '../../../core/checkout/pay-order.ts';
import { CALL_TIMEOUT_MS } from '../../../core/api/api-client.ts';
import { payable, type Order, type PayableOrder } from '../../../core/order/order.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { yuan } from '../../format.ts';
import type { Settings } from '../../settings.ts';
import type { CoreServices } from '../../surroundings.ts';
import { findOrder, orderHint, orderListHint } from './find.ts';

const ASK_EVERY_MS = 2_000;
const TICK_MS = 1_000;

export const action: Action = {
  fields: ['number', 'kind', 'state', 'amountFen', 'link'],
  async run(context, given) {
    context.requireConsent();
    const { output, settings, surroundings } = context;
    const longest = context.longestWaitMs;
    let link: string | undefined;
    let order: Order | undefined;
    const joined = await context.join({
      timeoutMs: Math.min(longest, CALL_TIMEOUT_MS),
      payLink: () => (typeof settings.values.payLink === 'string' ? settings.values.payLink : ownPayLink(settings.values, order)),
      present: (handedOver) => (link = handedOver),
    });
    order = await findOrder(joined, given, context.hint);
    const wanted = payable(order);
    const settled = (outcome: PaymentOutcome) => tell(context, wanted, outcome.kind === 'paid' || outcome.kind === 'cancelled' ? outcome.kind : 'confirming', link);
    if (order.state !== 'to-pay') return settled({ kind: order.state === 'unknown' ? 'confirming' : order.state });
    const amount = yuan(order.dueFen ?? order.amountFen) ?? '';
    await context.consent(`Have order ${order.number} (${amount}) paid?`);
    context.ifInterrupted(() => (link !== undefined ? `Order ${wanted.number} (${amount}) may still be paid, or may have been paid. Check it: ${orderHint(context.hint, 'show', wanted)}` : undefined));
    const opened = await joined.get(PayOrder).pay(wanted);
    if (opened.kind !== 'confirming') return settled(opened);
    if (link !== undefined) await show(context, link, `${amount} for order ${order.number}`);
    if (link !== undefined && given.options.open === true) await surroundings.openLink(link);
    if (given.options.wait === false) return tell(context, wanted, link === undefined ? 'confirming' : 'handed-over', link);
    const { outcome, problem } = await confirmed(context, joined, wanted, longest);
    if (outcome.kind === 'not-found') return output.refuse(`Order ${order.number} no longer exists on the server. If money was taken, contact the shop. To check: ${orderListHint(context.hint, wanted)}`);
    if (problem) output.warn(sentenceOf(problem, context.hint));
    const code = await settled(outcome);
    return problem?.endsTheSession ? exitCodeOf(problem) : code;
  },
};

const ends = {
  paid: { state: 'paid', code: EXIT.done, text: 'is paid' },
  cancelled: { state: 'cancelled', code: EXIT.gaveUp, text: 'was cancelled' },
  confirming: { state: 'unconfirmed', code: EXIT.unconfirmed, text: 'is not confirmed' },
  'handed-over': { state: 'handed-over', code: EXIT.done, text: 'is handed over' },
} as const;

async function tell({ output, hint }: Context, order: PayableOrder, kind: keyof typeof ends, link: string | undefined): Promise<ExitCode> {
  const { state, code, text } = ends[kind];
  const sentence = `Order ${order.number} ${text}.`;
  const isLinkAlone = kind === 'handed-over' && !output.isJson;
  if (isLinkAlone) output.note(sentence);
  else await output.record({ ...order, state, link }, [sentence]);
  if (kind === 'confirming') output.warn(`nobody knows yet whether it is paid. Ask again: ${orderHint(hint, 'show', order)}`);
  if (kind === 'paid' && order.sno !== undefined) output.note(`Next: ${hint`treatment start ${order.sno} --mode bio`}`);
  return code;
}

/** Where this deployment's own page shows an order, next to its API. */
function ownPayLink({ api, basePath }: Settings['values'], order: Order | undefined): string {
  const below = typeof basePath === 'string' ? basePath.replace(/\/+$/, '') : '';
  return `${new URL(String(api)).origin}${below}${orderLinkTemplate(order?.kind)}`;
}

/** Shows the code and the link. The link is what was asked for, so it goes to stdout at once, where a program does not get it as a field of the record. */
async function show({ output, shared }: Context, link: string, what: string): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr');
  if (!shared.quiet) output.picture(renderUnicodeCompact(link, { border: 2 }));
  output.note(`Pay ${what} in WeChat: ${output.isJson ? link : 'scan the code, or open this link there'}`);
  if (!output.isJson) await output.record({}, [link]);
}

/** What the server says by the end of the time; `problem` is what the last question met where it failed, or the end of the session. */
async function confirmed({ output }: Context, joined: CoreServices, order: PayableOrder, longest: number): Promise<{ outcome: ConfirmOutcome; problem?: Problem }> {
  const { time } = joined;
  const ends = time.now() + longest;
  const tick = () => output.progress(() => `Waiting for the payment, ${Math.ceil((ends - time.now()) / 1000)} s left`);
  const ticking = time.every(TICK_MS, tick);
  const limit = new AbortController();
  let problem: Problem | undefined;
  const late = time.sleep(longest, limit.signal).then((): ConfirmOutcome => ({ kind: 'confirming' }));
  try {
    const polling = { tries: Math.ceil(longest / ASK_EVERY_MS) + 1, everyMs: ASK_EVERY_MS, signal: limit.signal };
    const asking = joined.get(ConfirmPayment).confirm(order, { ...polling, onAnswer: (met) => (problem = met) });
    const outcome = await Promise.race([asking, late]);
    return { outcome, problem };
  } catch (thrown) {
    const ended = Problem.of(thrown);
    if (!ended.endsTheSession) throw thrown;
    return { outcome: { kind: 'confirming' }, problem: ended };
  } finally {
    limit.abort();
    ticking();
    output.endProgress();
  }
}
