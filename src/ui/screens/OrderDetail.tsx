import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { orderInLink } from '../../core/app-links.ts';
import { CustomerOrders } from '../../core/checkout/customer-orders.ts';
import { CurrentDevice } from '../../core/device/current-device.ts';
import { FindOrder } from '../../core/order/find-order.ts';
import { payable, plansFor, type Order } from '../../core/order/order.ts';
import { receiptOf, type Receipt } from '../../core/order/receipt.ts';
import { addressOf } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { Chunk } from '../chunk.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Button } from '../parts/Button.tsx';
import { EntryDialogs } from '../parts/EntryDialogs.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { DescriptionList } from '../parts/DescriptionList.tsx';
import { ChunkError } from '../parts/ChunkError.tsx';
import { Page } from '../parts/Page.tsx';
import { UnsettledPaymentNotice } from '../parts/UnsettledPaymentNotice.tsx';
import { ActionFailure } from '../parts/ActionFailure.tsx';
import { PriceQuestion } from '../parts/PriceQuestion.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Support } from '../parts/Support.tsx';
import { ErrorState, ErrorBanner } from '../parts/ErrorState.tsx';
import { useChunk } from '../parts/use-chunk.ts';
import { useEntry } from '../parts/use-entry.tsx';
import { usePageResume } from '../parts/use-page-resume.ts';
import { useOrderActions } from '../parts/use-order-actions.ts';
import { useLoad } from '../parts/use-task.ts';
import { shownOrder } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import { OrderActions } from './order-detail/OrderActions.tsx';
import { orderRows } from './order-detail/order-rows.ts';
import { RefundReasons } from './order-detail/RefundReasons.tsx';
import { OrderState } from './order-detail/OrderState.tsx';
import { NoRecordIllustration } from '../parts/EmptyIllustrations.tsx';
import styles from './OrderDetail.module.css';

const receiptDialog = new Chunk(() =>
  import('./order-detail/ReceiptDialog.tsx').then(({ ReceiptDialog }) => ReceiptDialog),
);

/** One order with its state and its actions. A new query mounts a new instance. */
export function OrderDetail() {
  const [query] = useSearchParams();
  return <OrderContent key={query.toString()} />;
}

const OrderContent = observer(function OrderContent() {
  const { paymentStatus, time } = useApplication();
  const findOrder = useService(FindOrder);
  const current = useService(CurrentDevice);
  const customers = useService(CustomerOrders);
  const { current: stored } = useScreenState(shownOrder);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [supportOpen, setSupportOpen] = useState(false);
  const [refundOpen, setRefundOpen] = useState(false);
  const [receipt, setReceipt] = useState<Receipt>();
  const flow = useEntry();
  const requested = orderInLink(query) ?? stored;
  const loadKey = `${query.toString()} ${paymentStatus.settled}`;
  const load = useLoad(async () => {
    if (!requested) return undefined;
    const found = await findOrder.find(requested);
    return { found: found ?? 'gone', readAt: time.now() } as const;
  }, loadKey);
  usePageResume(() => void load.restart(loadKey));
  const { found: answer, readAt } = load.result ?? {};
  /** What the server reported. Only such an order has actions. */
  const reported =
    answer === undefined || answer === 'gone'
      ? undefined
      : { ...answer, operatorId: answer.operatorId ?? requested?.operatorId };
  const remembered = answer === undefined && stored?.number === requested?.number ? stored : undefined;
  const order = reported ?? remembered;

  const { pay, cancel, busy, failure, named, closeQuestion, isPaymentBlocked } = useOrderActions(() =>
    load.restart(loadKey),
  );
  const chooseAgain = (chosen: Order) => {
    const { kind, sno, number, operatorId = requested?.operatorId } = chosen;
    if (kind === 'lease' && sno !== undefined) current.select({ sno, orderNo: number }, { operatorId });
    void navigate('/lease', { replace: true });
    void navigate(addressOf(plansFor({ kind, sno, operatorId }, { assist: customers.isForCustomer(number) })));
  };
  const use = (chosen: Order) => {
    if (chosen.kind === 'card') void navigate('/my/cardList');
    else if (chosen.sno !== undefined) flow.enter((enterDevice, signal) => enterDevice.begin(chosen.sno ?? '', signal));
  };

  return (
    <Page
      title={copy.titles.orderDetail}
      footer={
        reported && (
          <>
            {failure && <ActionFailure {...failure} />}
            {isPaymentBlocked(reported) ? (
              <UnsettledPaymentNotice order={payable(reported)} />
            ) : (
              <OrderActions
                order={reported}
                busy={busy}
                onPay={() => void pay.run(payable(reported))}
                onCancel={() => void cancel.run(reported)}
                onChooseAgain={() => chooseAgain(reported)}
                onUse={() => use(reported)}
                onSupport={() => setSupportOpen(true)}
              />
            )}
          </>
        )
      }
    >
      {load.problem &&
        (order ? (
          <ErrorBanner problem={load.problem} onRetry={load.retry} />
        ) : (
          <ErrorState problem={load.problem} onRetry={load.retry} />
        ))}
      {order ? (
        <>
          <OrderState order={order} />
          {order.state === 'unknown' && <p>{copy.orders.unknown}</p>}
          <DescriptionList rows={orderRows(order)} />
          <div className={styles.ways}>
            {reported && readAt !== undefined && (
              <button
                type="button"
                className={styles.way}
                onClick={() => setReceipt(receiptOf(reported, readAt, time.now()))}
              >
                {copy.receipt.open}
              </button>
            )}
            {reported?.state === 'paid' && (
              <button type="button" className={styles.way} onClick={() => setRefundOpen(true)}>
                {copy.refundRequest.title}
              </button>
            )}
            {order.state !== 'paid' && order.state !== 'unknown' && (
              <button type="button" className={styles.way} onClick={() => setSupportOpen(true)}>
                {copy.orders.support}
              </button>
            )}
          </div>
        </>
      ) : load.busy ? (
        <Skeleton rows={5} height="row" />
      ) : (
        !load.problem &&
        (answer === 'gone' ? (
          <EmptyState
            illustration={<NoRecordIllustration />}
            title={copy.payment.lapsed.gone}
            hint={requested && copy.payment.orderNumber(requested.number)}
          >
            <Button onClick={() => setSupportOpen(true)}>{copy.orders.support}</Button>
          </EmptyState>
        ) : (
          <EmptyState illustration={<NoRecordIllustration />} title={copy.orders.none} />
        ))
      )}
      {named && <PriceQuestion named={named} onAgree={(agreed) => void pay.run(agreed)} onClose={closeQuestion} />}
      {receipt && <DeferredReceipt receipt={receipt} onClose={() => setReceipt(undefined)} />}
      {order && refundOpen && <RefundReasons orderNo={order.number} onClose={() => setRefundOpen(false)} />}
      {supportOpen && <Support onClose={() => setSupportOpen(false)} />}
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </Page>
  );
});

const DeferredReceipt = observer(function DeferredReceipt(props: { receipt: Receipt; onClose: () => void }) {
  const { content: ReceiptDialog, problem, retry } = useChunk(receiptDialog);
  if (ReceiptDialog) return <ReceiptDialog {...props} />;
  return problem ? <ChunkError problem={problem} onRetry={retry} onClose={props.onClose} /> : null;
});
