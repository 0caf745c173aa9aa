import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { orderLink } from '../../core/app-links.ts';
import { throwIfCancelled } from '../../core/basics/cancellation.ts';
import type { Destination } from '../../core/destination.ts';
import { lasts } from '../../core/device/device-use.ts';
import { leasesDevice } from '../../core/lease/lease-subject.ts';
import { openingBasis, restrictionOn, saysForWhom, type Restriction } from '../../core/lease/lease-terms.ts';
import { isEmptyOffer, OfferPlans } from '../../core/lease/offer-plans.ts';
import { isSamePlan, type Plan, type PlanBasis } from '../../core/lease/plan.ts';
import type { Purchased } from '../../core/lease/plan-terms.ts';
import { RentDevice, type RentOutcome, type RentTarget } from '../../core/checkout/rent-device.ts';
import type { PayableOrder } from '../../core/order/order.ts';
import type { Problem } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import { yuanText } from '../../core/basics/money.ts';
import { addressOf, leaseTermsOf, renewedOrderIn } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { FailureBanner } from '../parts/failure/FailureBanner.tsx';
import { Agreements } from '../parts/order/Agreements.tsx';
import { Button } from '../parts/form/Button.tsx';
import { Dialog } from '../parts/dialog/Dialog.tsx';
import { ForWhomQuestion } from '../parts/entry/ForWhomQuestion.tsx';
import { NoDevice } from '../parts/entry/NoDevice.tsx';
import { Link } from '../parts/page/Link.tsx';
import { Page } from '../parts/page/Page.tsx';
import { failureOf } from '../parts/failure/failure-of.ts';
import { TabPanel, Tabs, type Tab } from '../parts/form/Tabs.tsx';
import { customerNotes } from '../state/customer-notes.ts';
import { problemMessage } from '../parts/words/problem-message.ts';
import { reasonWords, stateWordText } from '../parts/words/server-words.ts';
import { usePageResume } from '../parts/hooks/use-page-resume.ts';
import { useScreenSignal } from '../parts/hooks/use-screen-signal.ts';
import { useSubject } from '../parts/device/use-subject.ts';
import { NotDone, staysBusy, useLoad, useTask } from '../parts/hooks/use-task.ts';
import { customSettings, forgetSettingsOf, shownOrder } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import styles from './Lease.module.css';
import { useCardUsedUp } from './lease/use-card-used-up.ts';
import { useLeaseSubject } from './lease/use-lease-subject.ts';
import { useFailedPayment } from './lease/use-failed-payment.ts';
import { PresentRentalBanner } from '../parts/order/PresentRentalBanner.tsx';
import { PlanDetails } from './lease/PlanDetails.tsx';
import { PlanList } from './lease/PlanList.tsx';
import { HeldByOther } from './lease/Plans.tsx';
import { Subject } from './lease/Subject.tsx';

const BASES: readonly PlanBasis[] = ['duration', 'uses'];
/** Id of the line that says why a basis has nothing to offer. */
const REASON = 'basis-reason';

/** Why plans are read that stand on the screen: young ones need not be read again. */
const RESUMED = 'resumed';

type Cancelled = Extract<RentOutcome, { kind: 'cancelled' }>;
type Refunded = Extract<RentOutcome, { kind: 'refunded' }>;
type Failed = Extract<RentOutcome, { kind: 'failed' }>;
type PriceChange = Extract<RentOutcome, { kind: 'price-changed' }> & { plan: Plan | undefined };

/** Offers the plans for the device or the card in the address, and pays for one. */
export const Lease = observer(function Lease() {
  const [query] = useSearchParams();
  const subject = useSubject();
  const terms = leaseTermsOf(query);
  const { rechargeOperatorId } = terms;
  const sno = rechargeOperatorId === undefined ? subject : undefined;
  // Without either, nobody can be asked for plans.
  if (sno === undefined && rechargeOperatorId === undefined)
    return (
      <Page title={copy.titles.lease}>
        <NoDevice />
      </Page>
    );
  return <PlansAndPayment key={JSON.stringify([sno, terms, query.get('by'), renewedOrderIn(query)])} sno={sno} />;
});

const PlansAndPayment = observer(function PlansAndPayment({ sno }: { sno: string | undefined }) {
  const { payments, toasts, time } = useApplication();
  const offerPlans = useService(OfferPlans);
  const queries = useService(Queries);
  const rentDevice = useService(RentDevice);
  const navigate = useNavigate();
  const arrival = useNavigationType();
  const [query] = useSearchParams();
  const terms = leaseTermsOf(query);
  // The entry leads here for a user whose card is used up; the address alone does not prove it.
  const opensOnUses = query.get('by') === 'uses';
  const freshness = String(payments.freshness);
  const isCardUsedUp = useCardUsedUp(opensOnUses ? sno : undefined, freshness);
  const [basis, setBasis] = useState(() => openingBasis(terms, { isCardUsedUp: opensOnUses }));
  const [chosen, setPlan] = useState<Plan>();
  const [tried, setTried] = useState<Plan>();
  const [restriction, setRestriction] = useState<Restriction>();
  const [changed, setChanged] = useState<PriceChange>();
  /** The orders of the plans that were to be bought here: the screen leads on once one of them is paid. */
  const ordersOfScreen = useRef(new Set<string>());
  const [failed, setFailed] = useFailedPayment();
  const signal = useScreenSignal();
  const shown = useScreenState(shownOrder);
  const notes = useScreenState(customerNotes);
  const composed = useScreenState(customSettings);
  const device = { sno, operatorId: undefined };
  const offers = useLoad((why) => offerPlans.offer(device, terms, { cached: why === RESUMED || arrival === 'POP' }));
  const subjectOfPlans = useLeaseSubject(sno, terms, ordersOfScreen.current);
  const { subject, isOutdated, present } = subjectOfPlans;
  usePageResume(() => {
    void subjectOfPlans.restart();
    void offers.restart(RESUMED);
  });
  // What is left before more is bought: a list that shows it afterwards is older. The subject of a recharge has read it.
  const cardsKey = basis === 'uses' && leasesDevice(terms) ? freshness : '';
  useLoad(async (key) => (key === '' ? undefined : queries.allCards()), cardsKey);
  const lease: Omit<Purchased, 'plan'> = { terms: subject.terms, lease: isOutdated ? undefined : subject.lease };
  const saidTerms = { ...terms, forWhom: subject.terms.forWhom };
  /** Undefined until somebody has said for whom the plan is: nothing is bought before. */
  const target: RentTarget | undefined = saysForWhom(saidTerms)
    ? { ...device, terms: saidTerms, present: subject.present }
    : undefined;
  const isForWhomAsked = target === undefined && sno !== undefined && !subjectOfPlans.busy;
  const offer = offers.result?.[basis];
  const listed = offer && 'plans' in offer ? offer : undefined;
  const heldByOther = basis === 'duration' && !isOutdated ? subject.heldByOther : undefined;
  const plans = heldByOther ? [] : (listed?.plans ?? []);
  /** A plan that is offered otherwise by now was not chosen. */
  const plan = chosen && plans.find((each) => isSamePlan(each, chosen));
  /** Beside the price of another plan, the failure of the last try would seem to be about that one. What may have worked stays. */
  const isFailureOfOther = plan && tried && !isSamePlan(plan, tried);
  const reasonOf = (name: PlanBasis): string | undefined => {
    const forbidden = restrictionOn(name, terms);
    if (forbidden) return copy.lease.restrictions[forbidden];
    return name !== basis && isEmptyOffer(offers.result?.[name]) ? copy.plans.noneOf[name] : undefined;
  };
  const tabs = BASES.map((name): Tab<PlanBasis> => ({
    name,
    label: copy.lease[name],
    unavailable: reasonOf(name) && REASON,
  }));
  const reason = BASES.map(reasonOf).find(Boolean);

  const choose = (requested: PlanBasis) => {
    const reason = restrictionOn(requested, terms);
    setRestriction(reason);
    if (reason || requested === basis) return;
    setBasis(requested);
    setPlan(undefined);
  };

  const selectPlan = (selected: Plan) => {
    setPlan(selected);
    for (const { id, text } of toasts.shown) if (text === copy.lease.choose) toasts.dismiss(id);
    if (target) rentDevice.choose(selected, target);
  };

  const leave = (destination: Destination) => {
    if (signal.aborted) return undefined;
    // From an order that is still to be paid, the way back leads to the plans.
    void navigate(addressOf(destination), { replace: destination.to !== 'order-detail' });
    return staysBusy();
  };
  /** Rejects with `cancelled` if the screen has closed: nothing was ordered, whatever the request of the plans has met. */
  const isStillOffered = (wished: Plan) =>
    offerPlans.stillOffers(wished, device, terms).finally(() => throwIfCancelled(signal));
  /** Its payment may be made from the list of orders, if none can be opened here. */
  const onPlaced = (order: PayableOrder) => {
    ordersOfScreen.current.add(order.number);
    const extended = present.find(({ effect }) => effect === 'extends');
    const renewed = extended?.orderNo ?? renewedOrderIn(query);
    const isNoted = renewed !== undefined && notes.of(renewed) !== undefined;
    // One whose payment is in doubt goes on for its customer, whichever way leads to it.
    if (isNoted || !payments.mayHaveBeenPaid(order)) notes.placed(order.number, renewed, time.now());
    const { lease } = subject;
    const goesOn = lease?.kind === 'listed' && lasts(lease, time.now());
    if (order.kind === 'lease' && sno !== undefined && !goesOn) forgetSettingsOf(sno, composed);
  };
  /** A second try is of the same plan, and for whom the screen says by then. */
  const act = async (wished: Plan | undefined, agreedFen?: number) => {
    setChanged(undefined);
    setFailed(undefined);
    setTried(wished);
    if (wished) {
      setBasis(wished.basis);
      setPlan(wished);
    }
    if (!target) return undefined;
    // An order that exists is of the plan as it was.
    if (wished && agreedFen === undefined && !(await isStillOffered(wished))) {
      const words = copy.lease.plansChanged;
      return new NotDone(words, () => {
        toasts.show(words);
        return offers.restart(RESUMED);
      });
    }
    if (wished && !(await subjectOfPlans.isRentedAsSaid(wished.basis))) {
      const words = copy.lease.rentalChanged;
      return new NotDone(words, () => {
        toasts.show(words);
        return subjectOfPlans.restart();
      });
    }
    const outcome = await payments.track(
      () => rentDevice.rent(wished, target, { agreedFen, signal, onPlaced }),
      wished && { plan: wished, ...lease },
    );
    switch (outcome.kind) {
      case 'no-plan':
        return toasts.show(copy.lease.choose);
      case 'restricted':
        return setRestriction(outcome.restriction);
      case 'other-order':
        return otherOrder(outcome.order);
      case 'price-changed':
        return new NotDone(copy.lease.priceChanged, () => setChanged({ ...outcome, plan: wished }));
      case 'ordered':
        return new NotDone(laterWords(outcome.order), () => toasts.show(laterWords(outcome.order)));
      case 'unknown':
        return new NotDone(copy.orders.unknown, () => toasts.show(copy.orders.unknown));
      case 'refunded':
        return refunded(outcome);
      case 'failed':
        return notPaid(reasonWords(outcome.message, copy.payment.failed), outcome);
      case 'cancelled':
        return cancelled(outcome);
      case 'confirming':
        return payments.doubtAbout(outcome.order) === 'said-paid' ? leave(outcome.destination) : undefined;
      case 'free':
      case 'paid':
        return leave(outcome.destination);
    }
  };
  const cancelled = ({ by, found, destination }: Cancelled) => {
    const words = by === 'customer' ? copy.payment.cancelled : copy.payment.orderCancelled;
    return new NotDone(words, () => {
      toasts.show(words);
      if (found) shown.set(found);
      return leave(destination);
    });
  };
  const refunded = ({ order, word }: Refunded) => {
    const words = copy.tasks.ended(copy.tasks.pay(order.number), stateWordText(word));
    return new NotDone(words, () => toasts.show(words));
  };
  const notPaid = (reason: string, { order, destination: leadsTo }: Pick<Failed, 'order'> & Partial<Failed>) =>
    new NotDone(reason, () => setFailed({ reason, order, leadsTo }));
  /** How an order can be paid later. The orders of a card stand beside the card, which a customer may not have yet. */
  const laterWords = (order: PayableOrder) =>
    payments.mayHaveBeenPaid(order) ? copy.orders.unknown : copy.lease.toBePaidLater[order.kind];
  /** Of an order whose payment is in doubt, the banner above says more, and nobody may call it unpaid. */
  const otherOrder = (order: PayableOrder) => {
    const words = copy.lease.otherOrder;
    return payments.isUnsettled(order) ? new NotDone(words, () => toasts.show(words)) : notPaid(words, { order });
  };
  const reasonOfFailure = (problem: Problem, [wished]: [Plan | undefined, number?]) =>
    problem.mayHaveTakenEffect
      ? copy.lease.orderUnsure[wished?.basis === 'uses' ? 'card' : 'lease']
      : problemMessage(problem);
  const pay = useTask(copy.tasks.rent(sno), act, reasonOfFailure);

  const payLater = ({ order }: PriceChange) => {
    setChanged(undefined);
    toasts.show(laterWords(order));
  };

  const confirmed = payments.confirmed.all;
  useEffect(() => {
    const { leadsTo } = confirmed.find((each) => each.leadsTo && ordersOfScreen.current.has(each.order.number)) ?? {};
    if (leadsTo) void navigate(addressOf(leadsTo), { replace: true });
  }, [confirmed, navigate]);

  return (
    <Page
      title={copy.titles.lease}
      footer={
        plans.length > 0 && (
          <>
            {pay.problem && (pay.problem.mayHaveTakenEffect || !isFailureOfOther) && (
              <FailureBanner {...failureOf(pay.problem, copy.payment.notOpened)} />
            )}
            {failed && !isFailureOfOther && (
              <FailureBanner
                title={copy.payment.notMade}
                reason={failed.reason}
                meaning={payments.mayHaveBeenPaid(failed.order) ? undefined : copy.payment.stillToPay}
              >
                <Link to={orderLink(failed.order)}>{copy.payment.seeOrder}</Link>
              </FailureBanner>
            )}
            {plan && <PlanDetails plan={plan} {...lease} />}
            <Button
              size="large"
              wide
              tone={plan ? 'main' : 'quiet'}
              busy={pay.busy || target === undefined}
              onClick={() => void pay.run(plan)}
            >
              {plan ? copy.lease.pay(yuanText(plan.priceFen)) : copy.plans.payNothingChosen}
            </Button>
          </>
        )
      }
    >
      <Subject subject={subject} sno={leasesDevice(terms) ? sno : undefined} />
      {subject.terms.forWhom === 'customer' && <p className={styles.customer}>{copy.lease.forCustomer}</p>}
      {basis === 'duration' &&
        present.map((rental) => (
          <PresentRentalBanner
            key={rental.orderNo ?? rental.effect}
            rental={rental}
            note={rental.orderNo && notes.of(rental.orderNo)}
          />
        ))}
      {isCardUsedUp && <p className={styles.customer}>{copy.plans.usedUp}</p>}
      <Tabs id="basis" label={copy.lease.basis} tabs={tabs} chosen={basis} busy={pay.busy} onChoose={choose} />
      {/* The dialog says the same. */}
      {reason && (
        <p id={REASON} className={styles.reason}>
          {restriction ? '\u00a0' : reason}
        </p>
      )}
      <TabPanel id="basis" name={basis}>
        {heldByOther ? (
          <HeldByOther reason={heldByOther} />
        ) : (
          <PlanList offer={offer} offers={offers} chosen={plan} busy={pay.busy} onChoose={selectPlan} />
        )}
      </TabPanel>
      {plans.length > 0 && <Agreements by="onPaying" names={['terms', 'rental']} />}
      <Agreements names={['refund', 'help']} />
      {isForWhomAsked && (
        <ForWhomQuestion
          device={{ sno, name: subject.deviceName }}
          onAnswer={(forWhom) => {
            const by = opensOnUses ? 'uses' : undefined;
            void navigate(addressOf({ to: 'lease', sno, terms: { ...terms, forWhom }, by }), { replace: true });
          }}
        />
      )}
      {changed && (
        <Dialog
          title={copy.lease.priceChanged}
          text={copy.lease.priceChangedText(yuanText(changed.order.amountFen), yuanText(changed.planFen))}
          actions={[
            { label: copy.lease.notNow, onPress: () => payLater(changed) },
            {
              label: copy.lease.payNow(yuanText(changed.order.amountFen)),
              tone: 'main',
              onPress: () => void pay.run(changed.plan, changed.order.amountFen),
            },
          ]}
          onDismiss={() => payLater(changed)}
        />
      )}
      {restriction && (
        <Dialog
          title={copy.lease.restrictions[restriction]}
          actions={[{ label: copy.common.understood, onPress: () => setRestriction(undefined) }]}
          onDismiss={() => setRestriction(undefined)}
        />
      )}
    </Page>
  );
});
