import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { orderInLink } from '../../core/app-links.ts';
import type { Records } from '../../core/basics/paging.ts';
import { OrdersPlacedHere } from '../../core/checkout/orders-placed-here.ts';
import type { LeasedDevice } from '../../core/device/device.ts';
import { FindOrder } from '../../core/order/find-order.ts';
import { isRefundable, payable, plansFor, type Order } from '../../core/order/order.ts';
import { receiptOf, type Receipt } from '../../core/order/receipt.ts';
import { isLeaseOrderOver, isRentedByAnotherOrder } from '../../core/lease/what-is-left.ts';
import { ignoreFailure } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import type { Card } from '../../core/wallet/card.ts';
import { addressOf, devicesAddress } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from '../parts/form/Button.tsx';
import buttons from '../parts/form/Button.module.css';
import { EntryDialogs } from '../parts/entry/EntryDialogs.tsx';
import { EmptyState } from '../parts/loading/EmptyState.tsx';
import { Link } from '../parts/page/Link.tsx';
import { Page } from '../parts/page/Page.tsx';
import { UnsettledPaymentNotice } from '../parts/order/UnsettledPaymentNotice.tsx';
import { FailureBanner } from '../parts/failure/FailureBanner.tsx';
import { RentalQuestion } from '../parts/order/RentalQuestion.tsx';
import { PriceQuestion } from '../parts/order/PriceQuestion.tsx';
import { Skeleton } from '../parts/loading/Skeleton.tsx';
import { Support } from '../parts/dialog/Support.tsx';
import { ErrorState, ErrorBanner } from '../parts/failure/ErrorState.tsx';
import { useEntry } from '../parts/entry/use-entry.tsx';
import { usePageResume } from '../parts/hooks/use-page-resume.ts';
import { useScreenSignal } from '../parts/hooks/use-screen-signal.ts';
import { useOrderActions } from '../parts/order/use-order-actions.ts';
import { type Task, useLoad } from '../parts/hooks/use-task.ts';
import { customerNotes } from '../state/customer-notes.ts';
import { shownOrder } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import { NoRecordIllustration } from '../parts/graphics/EmptyIllustrations.tsx';
import { offersSupport, OrderActions } from './order-detail/OrderActions.tsx';
import { OrderFacts } from './order-detail/OrderFacts.tsx';
import { OrderWays } from './order-detail/OrderWays.tsx';
import { RefundReasons } from './order-detail/RefundReasons.tsx';
import { ReceiptDialog } from './order-detail/ReceiptDialog.tsx';
import { OrderState } from './order-detail/OrderState.tsx';

/** The lists that say what is left of a rental, as far as they could be read, and when they were asked for; epoch ms. */
interface Left {
  devices: Records<LeasedDevice> | undefined;
  cards: Records<Card> | undefined;
  askedAt: number;
}

/** The order in the address with its state and its actions; without one, the last order of this visit. */
export function OrderDetail() {
  const [query] = useSearchParams();
  const { number, kind, operatorId } = orderInLink(query) ?? {};
  return <OrderContent key={JSON.stringify([number, kind, operatorId])} />;
}

const OrderContent = observer(function OrderContent() {
  const { payments, time } = useApplication();
  const queries = useService(Queries);
  const findOrder = useService(FindOrder);
  const placedHere = useService(OrdersPlacedHere);
  const shown = useScreenState(shownOrder);
  const stored = shown.current;
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [supportOpen, setSupportOpen] = useState(false);
  const [refundOpen, setRefundOpen] = useState(false);
  const [receipt, setReceipt] = useState<Receipt>();
  const notes = useScreenState(customerNotes);
  const flow = useEntry();
  const signal = useScreenSignal();
  const requested = orderInLink(query) ?? stored;
  const loadKey = String(payments.freshness);
  const load = useLoad(async () => {
    if (!requested) return undefined;
    const askedAt = time.now();
    const answered = await findOrder.find(requested);
    // The details of a card order do not name its operator.
    const found = answered && { ...answered, operatorId: answered.operatorId ?? requested.operatorId };
    if (found && !signal.aborted) shown.set(found);
    if (found) payments.heard([found]);
    else payments.heardGone(requested, askedAt);
    return { found: found ?? 'gone', askedAt } as const;
  }, loadKey);
  const { found: answer, askedAt } = load.result ?? {};
  /** What the server reported. Only such an order has actions. */
  const reported = answer === 'gone' || askedAt === undefined ? undefined : answer && payments.said(answer, askedAt);
  /** This visit has seen the order. */
  const seen = stored?.number === requested?.number && stored?.kind === requested?.kind ? stored : undefined;
  const order = reported ?? (answer === undefined ? seen && payments.said(seen, 'unknown') : undefined);

  const mayBeOver = reported?.kind === 'lease' && reported.state === 'paid';
  const leasedKey = mayBeOver ? `leased ${loadKey}` : '';
  const left: Task<[string], Left | undefined> = useLoad(async (key) => {
    if (key === '') return undefined;
    const askedAt = time.now();
    const [devices, cards] = await Promise.all([
      queries.devices().catch(ignoreFailure),
      queries.allCards().catch(ignoreFailure),
    ]);
    // A list that could not be read again takes back nothing of what the last one has shown.
    return devices || !left.result ? { devices, cards, askedAt } : left.result;
  }, leasedKey);
  usePageResume(() => {
    void load.restart(loadKey);
    void left.restart(leasedKey);
  });

  const { pay, cancel, busy, failureOf, named, rented, payBeside, closeQuestion, gateOf, isPaymentBlocked } =
    useOrderActions(() => load.restart(loadKey));
  const failure = reported && failureOf(reported);
  const plansAfter = (chosen: Order) =>
    plansFor({ operatorId: requested?.operatorId, ...chosen }, placedHere.forWhom(chosen.number));
  const chooseAgain = (chosen: Order) => {
    const plans = plansAfter(chosen);
    const { sno, terms } = plans;
    if (sno === undefined && terms.rechargeOperatorId === undefined)
      return void navigate(chosen.kind === 'card' ? addressOf({ to: 'cards' }) : devicesAddress);
    void navigate(addressOf({ ...plans, terms: { ...terms, renewal: undefined }, renews: undefined }), {
      replace: true,
    });
    void navigate(addressOf(plans));
  };
  const isOfOther = reported !== undefined && isRentedByAnotherOrder(reported, left.result?.devices, time.now());
  const isOver =
    reported?.sno !== undefined &&
    left.result !== undefined &&
    isLeaseOrderOver(reported, left.result, time.now()) &&
    !payments.isUnlisted({ sno: reported.sno, operatorId: reported.operatorId }, left.result.askedAt);
  const issueReceipt = (of: Order, readAt: number) => {
    setReceipt(receiptOf(of, { mayBePaid: payments.mayHaveBeenPaid(of), readAt, issuedAt: time.now() }));
  };
  const use = (chosen: Order) => {
    if (chosen.kind === 'card') void navigate(addressOf({ to: 'cards' }));
    else if (chosen.sno !== undefined) flow.enter((enterDevice, signal) => enterDevice.begin(chosen.sno ?? '', signal));
  };

  return (
    <Page
      title={copy.titles.orderDetail}
      footer={
        reported && (
          <>
            {failure && <FailureBanner {...failure} />}
            {isPaymentBlocked(reported) ? (
              <UnsettledPaymentNotice order={payable(reported)} />
            ) : (
              <OrderActions
                order={reported}
                gate={gateOf(reported)}
                busy={busy}
                onPay={() => void pay.run(payable(reported))}
                onCancel={() => void cancel.run(reported)}
                onChooseAgain={() => chooseAgain(reported)}
                onUse={() => use(reported)}
                use={isOver ? 'over' : isOfOther ? 'of-other' : 'usable'}
                onRentAgain={() => void navigate(addressOf(plansAfter(reported)))}
                onDevices={() => void navigate(devicesAddress)}
                onSupport={() => setSupportOpen(true)}
              />
            )}
          </>
        )
      }
    >
      {load.problem &&
        (order ? (
          <ErrorBanner title={copy.notLoaded.refresh} problem={load.problem} onRetry={load.retry} />
        ) : (
          <ErrorState title={copy.notLoaded.order} problem={load.problem} onRetry={load.retry} />
        ))}
      {order ? (
        <>
          <OrderState
            order={order}
            owesNothing={gateOf(order).kind === 'cancelled' && !payments.mayHaveBeenPaid(order)}
            forWhom={placedHere.forWhom(order.number)}
            note={notes.of(order.number)}
          />
          {gateOf(order).kind === 'unknown' && <p>{copy.orders.unknown}</p>}
          <OrderFacts order={order} />
          <OrderWays
            order={order}
            // What was known later is not dated by an older answer.
            onReceipt={
              reported && reported === answer && askedAt !== undefined
                ? () => issueReceipt(reported, askedAt)
                : undefined
            }
            onRefund={reported && (() => setRefundOpen(true))}
            onSupport={offersSupport(gateOf(order)) ? undefined : () => setSupportOpen(true)}
          />
        </>
      ) : load.busy ? (
        <Skeleton first="state" rows={2} height="facts" />
      ) : (
        !load.problem &&
        (answer === 'gone' ? (
          <EmptyState
            illustration={<NoRecordIllustration />}
            title={seen ? copy.payment.lapsed.gone : copy.orders.notFound}
            hint={requested && copy.payment.orderNumber(requested.number)}
          >
            <Button onClick={() => setSupportOpen(true)}>{copy.orders.support}</Button>
          </EmptyState>
        ) : (
          <EmptyState illustration={<NoRecordIllustration />} title={copy.orders.none}>
            <Link to="/my/orderList" className={`${buttons.button} ${buttons.quiet}`}>
              {copy.refunds.toOrders}
            </Link>
          </EmptyState>
        ))
      )}
      {rented && <RentalQuestion rented={rented} onAgree={payBeside} onClose={closeQuestion} />}
      {named && <PriceQuestion named={named} onAgree={(agreed) => void pay.run(agreed)} onClose={closeQuestion} />}
      {receipt && <ReceiptDialog receipt={receipt} onClose={() => setReceipt(undefined)} />}
      {order && isRefundable(order) && refundOpen && (
        <RefundReasons order={order} onClose={() => setRefundOpen(false)} />
      )}
      {supportOpen && <Support onClose={() => setSupportOpen(false)} />}
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </Page>
  );
});
