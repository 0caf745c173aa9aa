import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Destination } from '../../core/destination.ts';
import { openingBasis, restrictionOn, type Restriction } from '../../core/lease/lease-terms.ts';
import { OfferPlans } from '../../core/lease/offer-plans.ts';
import type { Plan, PlanBasis } from '../../core/lease/plan.ts';
import { yuanText } from '../../core/money.ts';
import { Visit } from '../../core/session/visit.ts';
import { addressOf, leaseTermsOf } from '../addresses.ts';
import { useApplication, useUseCase } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Page } from '../parts/Page.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { TabPanel, Tabs, type Tab } from '../parts/Tabs.tsx';
import { Trouble, TroubleLine } from '../parts/Trouble.tsx';
import { untilGone, useLoad, useTask } from '../parts/use-task.ts';
import styles from './Lease.module.css';
import { Plans } from './lease/Plans.tsx';

const TABS: readonly Tab<PlanBasis>[] = [
  { name: 'duration', label: copy.lease.duration },
  { name: 'uses', label: copy.lease.uses },
];

/** Which plan, and its payment. */
export const Lease = observer(function Lease() {
  const { payments, toasts } = useApplication();
  const offering = useUseCase(OfferPlans);
  const visit = useUseCase(Visit);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const terms = leaseTermsOf(query);
  const [basis, setBasis] = useState(() => openingBasis(terms));
  const [plan, setPlan] = useState<Plan>();
  const [restriction, setRestriction] = useState<Restriction>();
  const offers = useLoad(() => offering.offer(terms), query.toString());
  const offer = offers.result?.[basis];
  const plans = offer && 'plans' in offer ? offer.plans : [];

  const choose = (wanted: PlanBasis) => {
    const reason = restrictionOn(wanted, terms);
    setRestriction(reason);
    if (reason || wanted === basis) return;
    setBasis(wanted);
    setPlan(undefined);
  };

  const settleOn = (chosen: Plan) => {
    setPlan(chosen);
    payments.choose(chosen, terms);
  };

  const leave = (destination: Destination) => {
    void navigate(addressOf(destination), { replace: true });
    return untilGone();
  };
  const pay = useTask(async () => {
    const outcome = await payments.rent(plan, terms);
    switch (outcome.kind) {
      case 'no-plan':
        return toasts.show(copy.lease.choose);
      case 'restricted':
        return setRestriction(outcome.restriction);
      case 'failed':
        return toasts.show(outcome.message ?? copy.payment.failed, 'bad');
      case 'cancelled':
        toasts.show(copy.payment.cancelled);
        return leave(outcome.destination);
      case 'confirming':
        return payments.isSaidToBePaid ? leave(outcome.destination) : undefined;
      case 'free':
      case 'paid':
        return leave(outcome.destination);
    }
  });

  useEffect(
    () =>
      reaction(
        () => payments.settled,
        (settled) => {
          const isForThisDevice = settled?.order.sno === visit.get('device')?.sno;
          if (settled?.leadsTo && isForThisDevice) void navigate(addressOf(settled.leadsTo), { replace: true });
        },
      ),
    [payments, visit, navigate],
  );

  return (
    <Page
      title={copy.titles.lease}
      footer={
        plans.length > 0 && (
          <>
            {pay.problem && <TroubleLine problem={pay.problem} onRetry={pay.again} />}
            <Button size="large" wide tone={plan ? 'main' : 'quiet'} busy={pay.busy} onClick={() => void pay.run()}>
              {copy.lease.pay(plan ? yuanText(plan.priceFen) : copy.lease.noAmount)}
            </Button>
          </>
        )
      }
    >
      {terms.assist && <p className={styles.customer}>{copy.lease.forCustomer}</p>}
      <Tabs id="basis" label={copy.lease.basis} tabs={TABS} chosen={basis} onChoose={choose} />
      <TabPanel id="basis" name={basis}>
        {offers.problem && <Trouble problem={offers.problem} busy={offers.busy} onRetry={offers.again} />}
        {!offer && !offers.problem && <Skeleton rows={3} />}
        {offer && 'problem' in offer && <Trouble problem={offer.problem} busy={offers.busy} onRetry={offers.again} />}
        {offer && 'plans' in offer && <Plans plans={plans} chosen={plan} onChoose={settleOn} />}
      </TabPanel>
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
