import { orderLinkTemplate } from '../../../core/app-links.ts';
import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { ConfirmPayment } from '../../../core/checkout/confirm/confirm-payment.ts';
import type { ConfirmOutcome } from '../../../core/checkout/confirm/confirm-payment.ts';
import type { HeldByOther } from '../../../core/device/device-use.ts';
import { orderGate, type OrderGate } from '../../../core/checkout/order-gate.ts';
import { OrdersPlacedHere } from '../../../core/checkout/orders-placed-here.ts';
import { ReadRentedSince, type RentedSince } from '../../../core/checkout/pay/rented-since.ts';
import { PayOrder } from '../../../core/checkout/pay/pay-order.ts';
import type { PaymentOutcome } from '../../../core/checkout/pay/pay-order.ts';
import { orderOf } from '../../../core/checkout/records/purchase.ts';
import { wereTold } from '../../../core/lease/present-rental.ts';
import { CALL_TIMEOUT_MS } from '../../../core/api/api-client.ts';
import { FindOrder } from '../../../core/order/find-order.ts';
import { amountDueOf, payable, unlistedWord, type Order, type PayableOrder } from '../../../core/order/order.ts';
import { ignoreFailure, Problem } from '../../../core/problem.ts';
import { countDown } from '../../output/countdown.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { problemMessage } from '../../words/failure.ts';
import { yuan } from '../../words/format.ts';
import type { Settings } from '../../settings/settings.ts';
import type { CoreServices } from '../../environment.ts';
import { findOrder, orderHint, orderListHint, type OrderOptions } from '../find-order.ts';
import { rentalText } from './rental-text.ts';
import { warnOfLapsedPayments } from '../lapsed-payments.ts';

const POLL_INTERVAL_MS = 2_000;

export const fields = ['number', 'kind', 'state', 'amountFen', 'link'];

export async function payOrder(
  context: Context,
  number: string,
  options: OrderOptions & { wait: boolean; open?: true },
): Promise<ExitCode> {
  const { output, settings, environment } = context;
  const longest = context.waitTimeoutMs;
  let link: string | undefined;
  let order: Order | undefined;
  const services = await context.createServices({
    asPerson: true,
    timeoutMs: Math.min(longest, CALL_TIMEOUT_MS),
    payLink: () =>
      typeof settings.values.payLink === 'string' ? settings.values.payLink : ownPayLink(settings.values, order),
    present: (handedOver) => (link = handedOver),
  });
  order = await findOrder(services, number, options, context.output);
  const found = order;
  const purchase = services.get(CheckoutRecords).purchases().ofOrder(order);
  // Uses start each device of their operator; the customer is at the one where they were ordered.
  const wanted = { ...payable(order), sno: order.sno ?? (purchase && orderOf(purchase)?.sno) };
  // The server's orders do not say for whom they are: one of another phone may be a customer's.
  const isForThisUser = services.get(OrdersPlacedHere).forWhom(found.number) === 'self';
  const settled = async (
    outcome: { kind: PaymentOutcome['kind'] | OrderGate['kind']; refunded?: string },
    ended?: ExitCode,
  ) => {
    if (outcome.refunded !== undefined)
      return output.refuse({
        code: 'not-payable',
        message: `The server calls order ${wanted.number}, which was paid, ${outcome.refunded}.`,
        hint: `To see it: ${orderHint(context.hint, 'show', wanted)}`,
      });
    const kind = outcome.kind === 'paid' || outcome.kind === 'cancelled' ? outcome.kind : 'confirming';
    const exit =
      outcome.kind === 'unknown' && link === undefined
        ? await reportUnknown(context, found, wanted)
        : await reportState(context, await asSettled(services, found, wanted, outcome.kind), kind, link, ended);
    warnOfLapsedPayments(context, services, found);
    // The device of an order of another day may be rented for the next customer by now, or by somebody else.
    const isToBeUsed = services.get(CheckoutRecords).purchases().isUnusedPaidOrder(found);
    if (kind === 'paid' && wanted.sno !== undefined && isForThisUser && isToBeUsed)
      output.note(`Next: ${context.hint`treatment start ${wanted.sno} --mode bio`}`);
    return exit;
  };
  const gate = orderGate(order, services.get(CheckoutRecords).purchases().doubtAbout(order));
  const word = gate.kind === 'refunded' ? gate.word : gate.kind === 'paid' ? unlistedWord(order) : undefined;
  if (word !== undefined)
    return output.refuse({
      code: 'not-payable',
      message: `The server calls order ${order.number}, which was paid, ${word}. Nothing was requested.`,
      hint: `To see it: ${orderHint(context.hint, 'show', wanted)}`,
    });
  if (gate.kind !== 'to-pay') return settled(gate);
  const amount = yuan(wanted.amountFen);
  if (amount === undefined) return output.refuse(priceUnknown(wanted));
  const device = wanted.sno ?? 'Its device';
  const paying = `Paying order ${order.number}`;
  const warnOf = ({ rentals }: RentedSince) => {
    for (const rental of rentals) output.warn(rentalText(device, rental, paying, services.time.now()));
  };
  const rented = services.get(ReadRentedSince);
  const since = await rented.read(wanted);
  if (since.byOther) return output.refuse(heldByOther(wanted, since.byOther, context));
  warnOf(since);
  await context.consent.confirm(`Request payment of ${amount} for order ${order.number}?`);
  const agreed = context.consent.hasAsked ? await rented.read(wanted) : since; // it may have changed while the prompt was open
  if (agreed.byOther) return output.refuse(heldByOther(wanted, agreed.byOther, context));
  if (!wereTold(agreed.rentals, since.rentals)) {
    warnOf(agreed);
    return output.refuse({
      code: 'rental-changed',
      message: `The rental of ${device} has changed since the question. Nothing was requested.`,
      hint: `To pay all the same: ${orderHint(context.hint, 'pay', wanted)}`,
    });
  }
  context.ifInterrupted(() =>
    link !== undefined
      ? `Order ${wanted.number} (${amount}) may still be paid, or may have been paid. Check with: ${orderHint(context.hint, 'show', wanted)}`
      : undefined,
  );
  const reported = context.consent.hasAsked ? undefined : order.state; // it may have changed while the prompt was open
  const opened = await services.get(PayOrder).pay(wanted, { reported });
  if (opened.kind === 'price-changed')
    return output.refuse({
      code: opened.kind,
      message: `Order ${order.number} now costs ${yuan(opened.amountFen) ?? ''} instead of ${amount}.`,
      hint: `To pay that: ${orderHint(context.hint, 'pay', wanted)}`,
    });
  if (opened.kind === 'price-unknown') return output.refuse(priceUnknown(wanted));
  if (opened.kind !== 'confirming') return settled(opened);
  if (context.isDryRun) return describe(context, order, link, options.wait);
  // The customer may pay from now on.
  if (link !== undefined) environment.hasSentWrite = true;
  if (link !== undefined) await show(context, link, `${amount} for order ${order.number}`);
  if (link !== undefined && options.open) await environment.openLink(link);
  if (!options.wait) return reportState(context, wanted, link === undefined ? 'confirming' : 'handed-over', link);
  const { outcome, problem } = await confirmed(context, services, wanted, longest);
  if (outcome.kind === 'not-found') {
    services.get(CheckoutRecords).dismissLapsed(order);
    return output.refuse({
      code: outcome.kind,
      message: `Order ${order.number} no longer exists on the server.`,
      hint: `If money was taken, contact the operator. To list the orders: ${orderListHint(context.hint, wanted)}`,
    });
  }
  if (problem) output.warn(problemMessage(problem, context.hint));
  const ended = problem?.endsTheSession ? exitCodeOf(problem) : undefined;
  return settled(outcome.kind === 'not-paid' ? { kind: 'confirming' } : outcome, ended);
}

/** The order with the amount that was paid, if the server says so, or without one once it is cancelled or in an unknown state. */
async function asSettled(
  services: CoreServices,
  order: Order,
  wanted: PayableOrder,
  kind: PaymentOutcome['kind'] | OrderGate['kind'],
): Promise<PayableOrder> {
  if (kind === 'cancelled' || kind === 'unknown') return { ...wanted, amountFen: undefined };
  if (kind !== 'paid' || order.state === 'paid') return wanted;
  const paid = await services.get(FindOrder).find(wanted).catch(ignoreFailure);
  return { ...wanted, amountFen: paid?.state === 'paid' ? amountDueOf(paid) : undefined };
}

function heldByOther(order: PayableOrder, reason: HeldByOther, { hint }: Context) {
  const does = reason === 'used' ? 'runs for somebody else' : 'is rented by somebody else by now';
  return {
    code: reason,
    message: `${order.sno ?? 'Its device'} ${does}. Nothing was requested for order ${order.number}.`,
    hint: `To cancel the order: ${orderHint(hint, 'cancel', order)}`,
  };
}

function priceUnknown({ number }: PayableOrder) {
  return {
    code: 'price-unknown',
    message: `The server names no amount for order ${number}, so it cannot be paid.`,
    hint: 'Contact the operator.',
  };
}

/** Prints what a real run does next; no call of it changes anything, because the customer's phone requests the payment. */
async function describe(
  { output }: Context,
  order: Order,
  link: string | undefined,
  waits: boolean,
): Promise<ExitCode> {
  const shows = link !== undefined && `show the payment link ${link}`;
  const deeds = [shows, waits && `wait until order ${order.number} is paid`].filter(Boolean).join(' and ');
  await output.record(
    { ...payable(order), state: order.state, link },
    deeds === '' ? [] : [`A real run would ${deeds}.`],
  );
  return EXIT.done;
}

export const STATES = {
  paid: { state: 'paid', code: EXIT.done, sentence: (number: string) => `Order ${number} is paid.` },
  cancelled: { state: 'cancelled', code: EXIT.gaveUp, sentence: (number: string) => `Order ${number} was cancelled.` },
  confirming: {
    state: 'unconfirmed',
    code: EXIT.unconfirmed,
    sentence: (number: string) => `Order ${number} is not confirmed.`,
  },
  'handed-over': {
    state: 'handed-over',
    code: EXIT.done,
    sentence: (number: string) => `Payment link created for order ${number}.`,
  },
} as const;

/** Of an order whose state is unknown before its payment is requested, nobody can say whether it is paid. */
async function reportUnknown({ output, hint }: Context, order: Order, wanted: PayableOrder): Promise<ExitCode> {
  const { state, code } = STATES.confirming;
  const word = order.state === 'unknown' ? order.statusText : undefined;
  const status = word === undefined ? '' : ` (${word})`;
  await output.record({ ...wanted, amountFen: undefined, state }, [
    `Order ${wanted.number} has an unknown status${status}.`,
  ]);
  return output.refuse(
    {
      code: state,
      message: `It is not known whether order ${wanted.number} is paid. Nothing was requested.`,
      hint: `Check with: ${orderHint(hint, 'show', wanted)}`,
    },
    code,
  );
}

async function reportState(
  { output, hint }: Context,
  order: PayableOrder,
  kind: keyof typeof STATES,
  link: string | undefined,
  /** Replaces the exit code of the state. */
  ended?: ExitCode,
): Promise<ExitCode> {
  const { state } = STATES[kind];
  const code = ended ?? STATES[kind].code;
  const sentence = STATES[kind].sentence(order.number);
  const isLinkAlone = kind === 'handed-over' && !output.isMachine;
  if (isLinkAlone) output.note(sentence);
  else await output.record({ ...order, state, link }, [sentence]);
  if (kind === 'confirming')
    output.refuse(
      {
        code: 'unconfirmed',
        message: 'Payment not confirmed yet.',
        hint: `Check with: ${orderHint(hint, 'show', order)}`,
      },
      code,
    );
  return code;
}

/** The order's address on the deployment's own page. */
function ownPayLink({ api, basePath }: Settings['values'], order: Order | undefined): string {
  const below = typeof basePath === 'string' ? basePath.replace(/\/+$/, '') : '';
  return `${new URL(String(api)).origin}${below}${orderLinkTemplate(order?.kind)}`;
}

/** Prints the code on stderr, and the link at once on stdout unless it becomes a field of the JSON record. */
async function show({ output }: Context, link: string, what: string): Promise<void> {
  if (output.showsPictures) output.picture((await import('uqr')).renderUnicodeCompact(link, { border: 2 }));
  const way = output.showsPictures ? 'scan the code or open this link there' : 'open this link there';
  output.note(`Pay ${what} in WeChat: ${output.isMachine ? link : way}`);
  if (!output.isMachine) await output.record({}, [link]);
}

/** The outcome at the end of the timeout; `problem` is the failure of the last poll or the end of the session. */
async function confirmed(
  { output }: Context,
  services: CoreServices,
  order: PayableOrder,
  longest: number,
): Promise<{ outcome: ConfirmOutcome; problem?: Problem }> {
  const { time } = services;
  const limit = new AbortController();
  let problem: Problem | undefined;
  let hasAnswered = false;
  const counting = countDown(output, time, longest, () => {
    const seen = problem ? 'the last request failed' : hasAnswered ? 'not confirmed yet' : 'asking the server';
    return `Waiting for payment of order ${order.number}: ${seen}`;
  });
  const onAnswer = (met: Problem | undefined) => {
    problem = met;
    hasAnswered = true;
    counting.refresh();
  };
  const late = time.sleep(longest, limit.signal).then((): ConfirmOutcome => ({ kind: 'confirming' }));
  try {
    const polling = {
      tries: Math.ceil(longest / POLL_INTERVAL_MS) + 1,
      everyMs: POLL_INTERVAL_MS,
      signal: limit.signal,
    };
    const asking = services.get(ConfirmPayment).pollUntilSettled(order, { ...polling, onAnswer });
    const outcome = await Promise.race([asking, late]);
    return { outcome, problem };
  } catch (thrown) {
    const ended = Problem.of(thrown);
    if (!ended.endsTheSession) throw thrown;
    return { outcome: { kind: 'confirming' }, problem: ended };
  } finally {
    limit.abort();
    counting.stop();
  }
}
