import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import type { Destination } from '../../core/destination.ts';
import { ReadDeviceUse } from '../../core/device/read-device-use.ts';
import { isForDevice, readSubject } from '../../core/lease/lease-subject.ts';
import { openingBasis, restrictionOn, type Restriction } from '../../core/lease/lease-terms.ts';
import { isEmptyOffer, OfferPlans } from '../../core/lease/offer-plans.ts';
import type { Plan, PlanBasis } from '../../core/lease/plan.ts';
import type { Purchased } from '../../core/lease/plan-terms.ts';
import type { RentOutcome, RentTarget } from '../../core/checkout/rent-device.ts';
import { ignoreFailure, type Problem } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import { yuanText } from '../../core/money-text.ts';
import { remainingUsesWith } from '../../core/wallet/card.ts';
import { addressOf, leaseTermsOf } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-lease.ts';
import { copy as words } from '../copy/zh-CN-plans.ts';
import { ActionFailure } from '../parts/ActionFailure.tsx';
import { Agreements } from '../parts/Agreements.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Page } from '../parts/Page.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { TabPanel, Tabs, type Tab } from '../parts/Tabs.tsx';
import { problemMessage } from '../parts/problem-message.ts';
import { ErrorState, ErrorBanner } from '../parts/ErrorState.tsx';
import { useScreenSignal } from '../parts/use-screen-signal.ts';
import { useSubject } from '../parts/use-subject.ts';
import { NotDone, staysBusy, useLoad, useTask } from '../parts/use-task.ts';
import { shownOrder } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import styles from './Lease.module.css';
import { PlanDetails } from './lease/PlanDetails.tsx';
import { NoPlans, Plans } from './lease/Plans.tsx';
import { Subject } from './lease/Subject.tsx';

const BASES: readonly PlanBasis[] = ['duration', 'uses'];
/** Id of the line that says why a basis has nothing to offer. */
const REASON = 'basis-reason';

/** What the customer agrees to buy, as the screen showed it. */
interface Wish {
  plan: Plan | undefined;
  target: RentTarget;
  /** What the screen said of the lease. */
  lease: Omit<Purchased, 'plan'>;
}

type PriceChange = Extract<RentOutcome, { kind: 'price-changed' }> & { wish: Wish };

/** Offers the plans for the device or the card in the address, and pays for one. */
export const Lease = observer(function Lease() {
  const [query] = useSearchParams();
  const subject = useSubject();
  const terms = leaseTermsOf(query);
  const sno = terms.rechargeOperatorId === undefined ? subject : undefined;
  return <PlansAndPayment key={JSON.stringify([sno, terms, query.get('by')])} sno={sno} />;
});

const PlansAndPayment = observer(function PlansAndPayment({ sno }: { sno: string | undefined }) {
  const application = useApplication();
  const { load, paymentStatus, toasts } = application;
  const offerPlans = useService(OfferPlans);
  const queries = useService(Queries);
  const deviceUse = useService(ReadDeviceUse);
  const navigate = useNavigate();
  const arrival = useNavigationType();
  const [query] = useSearchParams();
  const terms = leaseTermsOf(query);
  // The entry leads here for a customer whose card is used up; the address alone does not prove it.
  const opensOnUses = query.get('by') === 'uses';
  const isCardUsedUp = useLoad(async () => {
    if (!opensOnUses || sno === undefined) return false;
    const [cards, operatorId] = await Promise.all([
      queries.allCards().catch(ignoreFailure),
      deviceUse.operatorOf(sno).catch(ignoreFailure),
    ]);
    const hasCard = cards?.records.some((card) => card.operatorId === operatorId) === true;
    return hasCard && remainingUsesWith(cards, operatorId) === 0;
  }).result;
  const [basis, setBasis] = useState(() => openingBasis(terms, { isCardUsedUp: opensOnUses }));
  const [plan, setPlan] = useState<Plan>();
  const [restriction, setRestriction] = useState<Restriction>();
  const [changed, setChanged] = useState<PriceChange>();
  /** Why the last payment failed; its order is unpaid. */
  const [failed, setFailed] = useState<string>();
  const ordersOfScreen = useRef(new Set<string>());
  const signal = useScreenSignal();
  const shown = useScreenState(shownOrder);
  const device = { sno, operatorId: undefined };
  const offers = useLoad(() => offerPlans.offer(device, terms, { cached: arrival === 'POP' }));
  const subjectLoad = useLoad(() => readSubject(queries, terms, device));
  const subject = subjectLoad.result ?? { terms };
  /** Until the list was read, nobody has said for whom the plan is. */
  const isForWhomAsked = terms.assist === undefined && isForDevice(terms) && subjectLoad.busy;
  const lease = { terms: subject.terms, lease: subject.lease };
  const target: RentTarget = { ...device, terms: { ...terms, assist: subject.terms.assist } };
  const offer = offers.result?.[basis];
  const listed = offer && 'plans' in offer ? offer : undefined;
  const plans = listed?.plans ?? [];
  const reasonOf = (name: PlanBasis): string | undefined => {
    const forbidden = restrictionOn(name, terms);
    if (forbidden) return copy.lease.restrictions[forbidden];
    return name !== basis && isEmptyOffer(offers.result?.[name]) ? words.plans.noneOf(copy.lease[name]) : undefined;
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

  const selectPlan = (chosen: Plan) => {
    setPlan(chosen);
    for (const { id, text } of toasts.shown) if (text === copy.lease.choose) toasts.dismiss(id);
    void load
      .payments()
      .then((payments) => payments.choose(chosen, target))
      .catch(ignoreFailure);
  };

  const leave = (destination: Destination) => {
    if (signal.aborted) return undefined;
    void navigate(addressOf(destination), { replace: true });
    return staysBusy();
  };
  const act = async (wish: Wish, agreedFen?: number) => {
    setChanged(undefined);
    setFailed(undefined);
    if (wish.plan) {
      setBasis(wish.plan.basis);
      setPlan(wish.plan);
    }
    const target = await targetAsSaid(wish);
    if (target === undefined)
      return new NotDone(copy.lease.forCustomer, async () => {
        await subjectLoad.restart('');
        toasts.show(copy.lease.forCustomer);
      });
    const payments = await load.payments();
    const outcome = await payments.rent(wish.plan, target, { agreedFen, signal }, wish.lease);
    switch (outcome.kind) {
      case 'no-plan':
        return toasts.show(copy.lease.choose);
      case 'restricted':
        return setRestriction(outcome.restriction);
      case 'price-changed':
        return new NotDone(copy.lease.priceChanged, () => setChanged({ ...outcome, wish }));
      case 'ordered':
        return toasts.show(copy.lease.toBePaidLater);
      case 'failed':
        return notPaid(outcome.message ?? copy.payment.failed);
      case 'cancelled':
        toasts.show(outcome.by === 'customer' ? copy.payment.cancelled : copy.payment.orderCancelled);
        if (outcome.found && !signal.aborted) shown.set(outcome.found);
        return leave(outcome.destination);
      case 'confirming':
        ordersOfScreen.current.add(outcome.order.number);
        return application.payments.isSaidToBePaid(outcome.order) ? leave(outcome.destination) : undefined;
      case 'free':
        if (signal.aborted) toasts.show(copy.lease.done, 'good');
        return leave(outcome.destination);
      case 'paid':
        return leave(outcome.destination);
    }
  };
  /** Nothing is bought for a customer before the screen has said so: then it resolves to undefined. */
  const targetAsSaid = async ({ plan: chosen, target: wished }: Wish): Promise<RentTarget | undefined> => {
    const isUnknown = wished.terms.assist === undefined && chosen?.basis === 'duration' && sno !== undefined;
    if (!isUnknown) return wished;
    const found = await deviceUse.leaseToRenew(sno, undefined);
    return found?.assist ? undefined : { ...wished, terms: { ...wished.terms, assist: false } };
  };
  const notPaid = (reason: string) => new NotDone(reason, () => setFailed(reason));
  const reasonOfFailure = (problem: Problem) =>
    problem.mayHaveTakenEffect ? copy.lease.orderUnsure : problemMessage(problem);
  const pay = useTask(copy.tasks.rent, act, reasonOfFailure);

  const payLater = () => {
    setChanged(undefined);
    toasts.show(copy.lease.toBePaidLater);
  };

  const settled = paymentStatus.store?.settled;
  useEffect(() => {
    if (settled?.leadsTo && ordersOfScreen.current.has(settled.order.number))
      void navigate(addressOf(settled.leadsTo), { replace: true });
  }, [settled, navigate]);

  return (
    <Page
      title={copy.titles.lease}
      footer={
        plans.length > 0 && (
          <>
            {pay.problem && <ErrorBanner problem={pay.problem} onRetry={pay.retry} />}
            {failed !== undefined && <ActionFailure reason={failed} meaning={copy.payment.stillToPay} />}
            <Agreements by="onPaying" names={['terms', 'rental']} />
            <Button
              size="large"
              wide
              tone={plan ? 'main' : 'quiet'}
              busy={pay.busy || isForWhomAsked}
              onClick={() => void pay.run({ plan, target, lease })}
            >
              {plan ? copy.lease.pay(yuanText(plan.priceFen)) : words.plans.payNothingChosen}
            </Button>
          </>
        )
      }
    >
      <Subject subject={subject} sno={isForDevice(terms) ? sno : undefined} />
      {subject.terms.assist && <p className={styles.customer}>{copy.lease.forCustomer}</p>}
      {isCardUsedUp && <p className={styles.customer}>{words.plans.usedUp}</p>}
      <Tabs id="basis" label={copy.lease.basis} tabs={tabs} chosen={basis} busy={pay.busy} onChoose={choose} />
      {/* The dialog says the same. */}
      {reason && (
        <p id={REASON} className={styles.reason}>
          {restriction ? '\u00a0' : reason}
        </p>
      )}
      <TabPanel id="basis" name={basis}>
        {offers.problem && <ErrorState problem={offers.problem} busy={offers.busy} onRetry={offers.retry} />}
        {!offer && !offers.problem && <Skeleton rows={3} />}
        {offer && 'problem' in offer && (
          <ErrorState problem={offer.problem} busy={offers.busy} onRetry={offers.retry} />
        )}
        {listed && (
          <Rows
            count={plans.length}
            unreadable={listed.unreadable}
            none={<NoPlans />}
            busy={offers.busy}
            onRetry={offers.retry}
          >
            <Plans plans={plans} chosen={plan} busy={pay.busy} onChoose={selectPlan}>
              {plan && <PlanDetails plan={plan} {...lease} />}
            </Plans>
          </Rows>
        )}
      </TabPanel>
      <Agreements names={['refund', 'help']} />
      {changed && (
        <Dialog
          title={copy.lease.priceChanged}
          text={copy.lease.priceChangedText(yuanText(changed.order.amountFen), yuanText(changed.planFen))}
          actions={[
            { label: copy.lease.notNow, onPress: payLater },
            {
              label: copy.lease.payNow(yuanText(changed.order.amountFen)),
              tone: 'main',
              onPress: () => void pay.run(changed.wish, changed.order.amountFen),
            },
          ]}
          onDismiss={payLater}
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
