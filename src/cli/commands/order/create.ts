import {
  deviceUseIn,
  heldByOther,
  isOnBehalf,
  lasts,
  leaseToRenew,
  listedForWhom,
  type HeldByOther,
} from '../../../core/device/device-use.ts';
import { requireListed } from '../../../core/checkout/holdings/read-device-use.ts';
import type { ForWhom, SaidTerms } from '../../../core/destination.ts';
import type { EntryOutcome } from '../../../core/entry/enter-device.ts';
import { forWhomOf, newRental, rechargeWith, renewalFor, type Restriction } from '../../../core/lease/lease-terms.ts';
import { presentRentals, wereTold, type PresentRental } from '../../../core/lease/present-rental.ts';
import { isSamePlan, type Plan } from '../../../core/lease/plan.ts';
import { ConfirmPayment } from '../../../core/checkout/confirm/confirm-payment.ts';
import { intentOf } from '../../../core/checkout/place/order-request.ts';
import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { mayHaveTakenMoney } from '../../../core/checkout/records/purchase.ts';
import { RentDevice, type OrderOutcome, type RentTarget } from '../../../core/checkout/rent-device.ts';
import { saysServerFailed } from '../../../core/api/server-failure.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { Records } from '../../../core/basics/paging.ts';
import type { LeasedDevice, Notice } from '../../../core/device/device.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { nextStep, yuan } from '../../words/format.ts';
import { counted } from '../../words/text.ts';
import type { CoreServices } from '../../environment.ts';
import { askOnBehalf, enter } from '../enter-device.ts';
import { refuseNotice } from '../name-device.ts';
import { basisOf, offer, planText, type PlanOptions } from '../plan/offer.ts';
import { orderHint, orderListHint } from '../find-order.ts';
import { rentalText } from './rental-text.ts';
import { warnOfLapsedPayments } from '../lapsed-payments.ts';

export const fields = ['number', 'kind', 'outcome', 'amountFen', 'sno', 'operatorId'];

type CreateOptions = PlanOptions & { plan: string; assist?: boolean };

export async function createOrder(context: Context, code: string, options: CreateOptions): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  context.consent.requirePossible(`Order plan ${options.plan} for ${sno}?`);
  const services = await context.createServices({ asPerson: true });
  const plan = await choosePlan(services, sno, options);
  const found = await subjectOf(context, services, sno, plan, options);
  if ('unavailable' in found) return refuseNotice(context, services, sno, found.unavailable);
  if (found.warning !== undefined) output.warn(found.warning);
  const what = orderText(plan, found.target);
  const assist = found.target.terms.forWhom === 'customer';
  await context.consent.confirm(`Order ${what}${assist ? ', for a customer' : ''}?`);
  const { hasAsked } = context.consent; // what was read may have changed meanwhile
  const offered = hasAsked ? await choosePlan(services, sno, options) : plan;
  if (!isSamePlan(plan, offered))
    return output.refuse({
      code: 'plan-changed',
      message: `Plan ${plan.id} is now ${planText(offered)} instead of ${planText(plan)}. Nothing was ordered.`,
    });
  const agreed = hasAsked ? await subjectOf(context, services, sno, plan, { ...options, assist }) : found;
  if ('unavailable' in agreed) return refuseNotice(context, services, sno, agreed.unavailable);
  if (!isSameSubject(agreed, found))
    return output.refuse({
      code: 'rental-changed',
      message: `The rental of ${sno} has changed since the question. Nothing was ordered.`,
      hint: `To look at it: ${context.hint`device list`}`,
    });
  const { target } = agreed;
  const mayBePlaced = `The order of ${what} may have been placed. Check with: ${listOfOrders(context.hint, plan, target)}`;
  context.ifInterrupted((sent) => (sent ? mayBePlaced : undefined));
  const outcome = await services
    .get(RentDevice)
    .order(plan, target)
    .catch((thrown: unknown) => Problem.of(thrown));
  if (outcome instanceof Problem) {
    warnOfLapsedPayments(context, services);
    if (!context.isOutcomeUnknown(outcome)) throw outcome;
    return output.refuse(withContext(`${mayBePlaced}.`, failureOf(outcome, context.hint)), exitCodeOf(outcome));
  }
  if (outcome.kind === 'restricted')
    return output.refuse({ code: outcome.restriction, message: restricted[outcome.restriction] });
  if (outcome.kind === 'no-plan') return output.refuse({ code: 'no-plan', message: 'The plan no longer exists.' });
  const { number, kind, operatorId } = outcome.order;
  if (outcome.kind === 'other-order')
    return output.refuse({
      code: outcome.kind,
      message: `Nothing was ordered: the server returned order ${number}, which was placed for something or somebody else.`,
      hint: `To look at it: ${orderHint(context.hint, 'show', outcome.order)}. To cancel it: ${orderHint(context.hint, 'cancel', outcome.order)}`,
    });
  // Of an order in an unknown state, nobody can say whether its amount is due or was paid.
  const amountFen = outcome.kind === 'unknown' ? undefined : outcome.order.amountFen;
  const amount = yuan(amountFen) ?? '';
  await output.record({ number, kind, outcome: outcome.kind, amountFen, sno: target.sno, operatorId }, [
    [`${resultText(outcome)}: ${number}`, amount].filter(Boolean).join(', '),
  ]);
  warnOfLapsedPayments(context, services);
  if (outcome.kind === 'unknown')
    return output.refuse(
      {
        code: 'unknown',
        message: `Could not confirm whether order ${number} is paid.`,
        hint: `Check with: ${orderHint(context.hint, 'show', outcome.order)}`,
      },
      EXIT.unconfirmed,
    );
  if (outcome.kind === 'price-changed') {
    return output.refuse({
      code: outcome.kind,
      message: `Order ${number} costs ${amount}; plan ${plan.id} costs ${yuan(outcome.planFen) ?? ''}.`,
      hint: `To pay: ${orderHint(context.hint, 'pay', outcome.order)}. To cancel: ${orderHint(context.hint, 'cancel', outcome.order)}`,
    });
  }
  const isCustomersStart =
    target.terms.forWhom === 'customer' && 'destination' in outcome && outcome.destination.to === 'mode-menu';
  if (outcome.kind === 'paid') output.note('Nothing was ordered now. To order it once more, run the command again.');
  if (outcome.kind === 'ordered') output.note(`To pay: ${orderHint(context.hint, 'pay', outcome.order)}`);
  else if (!isCustomersStart) output.note(`Next: ${nextStep(outcome.destination, sno, context.hint)}`);
  return EXIT.done;
}

function orderText(plan: Plan, { sno, terms }: RentTarget): string {
  return `${planText(plan)} ${sno === undefined ? `with operator ${terms.rechargeOperatorId}` : `for ${sno}`}`;
}

function listOfOrders(hint: CommandHint, { basis }: Plan, { operatorId, terms }: RentTarget): string {
  return orderListHint(hint, {
    kind: basis === 'duration' ? 'lease' : 'card',
    operatorId: terms.rechargeOperatorId ?? operatorId,
  });
}

function resultText(outcome: Exclude<OrderOutcome, { kind: 'restricted' | 'no-plan' | 'other-order' }>): string {
  switch (outcome.kind) {
    case 'ordered':
      return outcome.isEarlier ? 'Already ordered, and still open' : 'Ordered';
    case 'price-changed':
      return outcome.isEarlier ? 'Already ordered, at another price' : 'Ordered at another price';
    case 'unknown':
      return 'Order exists, in an unknown state';
    case 'free':
      return `${outcome.order.kind === 'card' ? 'Bought' : 'Rented'}, nothing to pay`;
    case 'paid':
      return 'Already paid';
  }
}

const restricted: Record<Restriction, string> = {
  'no-duration': 'This device is only available by uses. Choose a plan with --by uses.',
  'no-card-on-renewal': 'A rental can only be renewed by duration. Choose a plan with --by duration.',
  'no-card-for-customer': 'Orders for a customer are only possible by duration. Choose a plan with --by duration.',
};

async function choosePlan(services: CoreServices, sno: string, options: CreateOptions): Promise<Plan> {
  const { by, operatorId } = basisOf(options);
  const { plans, unreadable, problems } = await offer(services, sno, by, operatorId);
  const [plan, another] = plans.filter(({ id }) => id === options.plan);
  const [problem] = problems;
  if (!plan && problem) throw problem;
  if (!plan) {
    const ids = plans.map((each) => `${each.id} (${each.basis})`).join(', ');
    const facts = [ids && `choose from: ${ids}`, unreadable > 0 && `${counted(unreadable, 'plan')} cannot be read`];
    throw new Problem('invalid-input', {
      message: `Invalid --plan ${options.plan} for ${sno}; ${facts.filter(Boolean).join('; ') || 'there are no plans'}`,
    });
  }
  if (another)
    throw new Problem('invalid-input', {
      message: `Plan ${plan.id} is sold by duration and by uses: choose one with --by`,
    });
  // Each kind numbers its plans by itself, so the other one may have a plan of this ID.
  if (problem && !isRefusal(problem)) throw problem;
  if (unreadable > 0 && by === undefined && operatorId === undefined)
    throw new Problem('invalid-input', {
      message: `Plan ${plan.id} is sold by ${plan.basis}, and perhaps also otherwise: ${counted(unreadable, 'plan')} cannot be read; choose one with --by`,
    });
  return plan;
}

/** The server says that it does not sell plans of this kind for the device. */
function isRefusal(problem: Problem): boolean {
  return problem.code === 'refused' && !saysServerFailed(problem);
}

/** What the plan is bought for. `warning`: what else the order does, which the user must know before. */
interface Subject {
  target: RentTarget;
  warning?: string | undefined;
}

/** True if no other rental is extended or left as it is, and no other operator paid. */
function isSameSubject({ target: one }: Subject, { target: other }: Subject): boolean {
  return (
    one.operatorId === other.operatorId && wereTold(one.present, other.present) && wereTold(other.present, one.present)
  );
}

interface Unavailable {
  unavailable: Notice;
}

/**
 * Finds what the plan is bought for: the lease that the list shows of the person whom it is for, or else what entering the
 * device allows.
 */
async function subjectOf(
  context: Context,
  services: CoreServices,
  sno: string,
  plan: Plan,
  options: CreateOptions,
): Promise<Subject | Unavailable> {
  const { operatorId: rechargeOperatorId } = basisOf(options);
  const devices = await services.get(Queries).devices();
  const now = services.time.now();
  if (!options.assist) requireListed(deviceUseIn(devices, sno, now));
  const isDuration = plan.basis === 'duration';
  // Uses are always the user's own.
  const listed = isDuration ? listedForWhom(devices, sno, now) : 'self';
  const assist =
    options.assist ??
    (listed === 'unsaid'
      ? await askOnBehalf(context, sno, `The list does not say for whom ${sno} is rented`)
      : listed && listed === 'customer');
  const lasting = { records: devices.records.filter((row) => lasts(row, now)) };
  const lease = isDuration && assist !== undefined ? leaseToRenew(lasting, sno, forWhomOf(assist)) : undefined;
  const rentalsFor = (forWhom: ForWhom) => (isDuration ? presentRentals(devices, sno, forWhom, now) : []);
  const warningOf = (rentals: readonly PresentRental[]) =>
    rentals.map((rental) => rentalText(sno, rental, 'This order', now)).join(' ') || undefined;
  if (lease) {
    const forWhom = forWhomOf(isOnBehalf(lease));
    const terms = termsOf(services, sno, plan, renewalFor(forWhom));
    const present = terms.renewal === undefined ? [] : rentalsFor(forWhom).filter(({ effect }) => effect === 'extends');
    return { target: { sno, operatorId: lease.ownerId, terms, present }, warning: warningOf(present) };
  }
  const entry = await enter(context, services, sno, assist);
  if (entry.kind === 'notice') return { unavailable: entry };
  const reason = isDuration ? await byOther(entry, devices, services, plan) : undefined;
  if (reason) return { unavailable: { kind: 'notice', reason } };
  const forWhom = forWhomOf(entry.entered.assist);
  const { operatorId } = entry.entered;
  if (rechargeOperatorId === undefined) {
    const terms = termsOf(services, sno, plan, newRental(forWhom));
    const present = rentalsFor(forWhom);
    return { target: { sno, operatorId, terms, present }, warning: warningOf(present) };
  }
  const terms: SaidTerms = { ...rechargeWith(rechargeOperatorId), forWhom };
  if (rechargeOperatorId === operatorId) return { target: { sno, operatorId, terms } };
  // The uses of another operator start no treatment on this device.
  const warning =
    operatorId &&
    `${sno} is of operator ${operatorId}: uses of operator ${rechargeOperatorId} start no treatment on it.`;
  return { target: { sno: undefined, operatorId, terms }, warning };
}

/** Whether somebody else has the device, unless it may only not be listed yet that it was paid for here. */
async function byOther(
  { entered: { sno, assist } }: Extract<EntryOutcome, { kind: 'go' }>,
  devices: Records<LeasedDevice>,
  services: CoreServices,
  plan: Plan,
): Promise<HeldByOther | undefined> {
  const check = await services.get(Queries).check(sno, assist);
  const reason = heldByOther({ devices, check }, sno, services.time.now());
  if (!reason) return undefined;
  const intent = intentOf({ plan, sno, renewal: undefined, assist });
  if (mayHaveTakenMoney(services.get(CheckoutRecords).purchases().ofIntent(intent))) return undefined;
  const isOrdered = (await services.get(ConfirmPayment).unlistedOrder(sno, undefined)) !== undefined;
  return isOrdered ? undefined : reason;
}

/**
 * These terms, unless the command goes on with an order of the plan as a renewal, or as a new rental: its payment may have put
 * the device in the list since, and the end of the lease may have taken it out. The repeated command is no other wish.
 */
function termsOf(services: CoreServices, sno: string, plan: Plan, listed: SaidTerms): SaidTerms {
  const { forWhom } = listed;
  const assist = forWhom === 'customer';
  const purchases = services.get(CheckoutRecords).purchases();
  const goesOnWith = ({ renewal }: SaidTerms) => {
    const purchase = purchases.ofIntent(intentOf({ plan, sno, renewal, assist }));
    return purchase !== undefined && purchases.goesOnWith(purchase, { assist });
  };
  return [listed, newRental(forWhom), renewalFor(forWhom)].find(goesOnWith) ?? listed;
}
