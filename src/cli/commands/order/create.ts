import { CurrentDevice } from '../../../core/device/current-device.ts';
import { OpenLeasedDevice } from '../../../core/entry/open-leased-device.ts';
import type { LeaseTerms, Restriction } from '../../../core/lease/lease-terms.ts';
import type { Plan } from '../../../core/lease/plan.ts';
import { RentDevice, type OrderOutcome } from '../../../core/checkout/rent-device.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { NoticeReason } from '../../../core/device/device.ts';
import type { Action, Given } from '../../action.ts';
import type { CommandHint } from '../../command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, noticeSentence } from '../../exit-codes.ts';
import { nextStep, yuan } from '../../format.ts';
import type { CoreServices } from '../../surroundings.ts';
import { enter } from '../device/enter.ts';
import { basisOf, offer, planText } from '../plan/offer.ts';
import { orderHint, orderListHint } from './find.ts';

export const action: Action = {
  fields: ['number', 'kind', 'outcome', 'amountFen', 'sno', 'operatorId'],
  async run(context, given) {
    context.requireConsent();
    const { output } = context;
    const sno = context.deviceNumber(given.args[0]);
    const joined = await context.join();
    const plan = await choose(joined, sno, given);
    const terms = await prepare(context, joined, sno, plan, given);
    if (typeof terms === 'string') return output.refuse(noticeSentence(terms, sno, context.hint), EXIT.notAvailable);
    await context.consent(`Order ${planText(plan)} for ${sno}?`);
    context.ifInterrupted((sent) => (sent ? `The order of ${planText(plan)} for ${sno} may have been placed. Check it: ${listOfOrders(context.hint, joined, plan, terms)}` : undefined));
    const outcome = await joined.get(RentDevice).order(plan, terms);
    if (outcome.kind === 'restricted') return output.refuse(restricted[outcome.restriction]);
    if (outcome.kind === 'no-plan') return output.refuse('There is no such plan.');
    const { number, kind, amountFen, operatorId } = outcome.order;
    const amount = yuan(amountFen) ?? '';
    await output.record({ number, kind, outcome: outcome.kind, amountFen, sno, operatorId }, [`${told(outcome)}: ${number}, ${amount}`]);
    if (outcome.kind === 'price-changed') {
      return output.refuse(`Order ${number} costs ${amount}; plan ${plan.id} costs ${yuan(outcome.planFen) ?? ''}. Pay it: ${orderHint(context.hint, 'pay', outcome.order)}, or cancel it: ${orderHint(context.hint, 'cancel', outcome.order)}`);
    }
    output.note(outcome.kind === 'ordered' ? `Pay it: ${orderHint(context.hint, 'pay', outcome.order)}` : `Next: ${nextStep(outcome.destination, sno, context.hint)}`);
    return EXIT.done;
  },
};

function listOfOrders(hint: CommandHint, joined: CoreServices, { basis }: Plan, { rechargeOperatorId }: LeaseTerms): string {
  return orderListHint(hint, { kind: basis === 'duration' ? 'lease' : 'card', operatorId: rechargeOperatorId ?? joined.get(CurrentDevice).operatorId });
}

function told({ kind }: Exclude<OrderOutcome, { kind: 'restricted' | 'no-plan' }>): string {
  return { ordered: 'Ordered', 'price-changed': 'Ordered at another price', free: 'Rented, nothing to pay', paid: 'Paid already' }[kind];
}

const restricted: Record<Restriction, string> = {
  'no-duration': 'Here only uses can be bought: choose a plan --by uses.',
  'no-card-on-renewal': 'A lease is renewed by duration only: choose a plan --by duration.',
  'no-card-for-customer': 'For a customer only plans by duration can be ordered: choose a plan --by duration.',
};

async function choose(joined: CoreServices, sno: string, { options }: Given): Promise<Plan> {
  const { by, operatorId } = basisOf(options);
  const { plans, problems } = await offer(joined, sno, by, operatorId);
  const [plan, another] = plans.filter(({ id }) => id === options.plan);
  const [problem] = problems;
  if (!plan && problem) throw problem;
  if (!plan) {
    const ids = plans.map((each) => `${each.id} (${each.basis})`).join(', ');
    throw new Problem('invalid-input', { message: `there is no plan ${String(options.plan)} for ${sno}; ${ids ? `there are: ${ids}` : 'there is none at all'}` });
  }
  if (another) throw new Problem('invalid-input', { message: `plan ${plan.id} is sold by duration and by uses: say which with --by` });
  return plan;
}

/** The terms the plan is bought under, with the device chosen; or why the device cannot be entered. */
async function prepare(context: Context, joined: CoreServices, sno: string, plan: Plan, { options }: Given): Promise<LeaseTerms | NoticeReason> {
  const assist = options.assist === true;
  const { operatorId } = basisOf(options);
  const leased = assist ? undefined : await joined.get(Queries).ownLease(sno);
  if (leased && plan.basis === 'duration') {
    joined.get(OpenLeasedDevice).renew(leased);
    return { renewal: 'device' };
  }
  const turn = await enter(context, joined, sno, assist);
  if (turn.kind === 'notice') return turn.reason;
  return { assist, rechargeOperatorId: operatorId };
}
