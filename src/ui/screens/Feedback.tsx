import { observer } from 'mobx-react-lite';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { User } from '../../core/account/user.ts';
import { isMaskedNumber } from '../../core/basics/phone.ts';
import { Queries } from '../../core/queries.ts';
import { SendFeedback } from '../../core/feedback/send-feedback.ts';
import type { Problem } from '../../core/problem.ts';
import { refundRequestOf } from '../state/refund-request.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from '../parts/form/Button.tsx';
import buttons from '../parts/form/Button.module.css';
import { Field } from '../parts/form/Field.tsx';
import fields from '../parts/form/Field.module.css';
import { NoRefundIllustration } from '../parts/graphics/EmptyIllustrations.tsx';
import { EmptyState } from '../parts/loading/EmptyState.tsx';
import { Link } from '../parts/page/Link.tsx';
import { Page } from '../parts/page/Page.tsx';
import { Switch } from '../parts/form/Switch.tsx';
import surface from '../parts/dialog/Surface.module.css';
import { failureOf } from '../parts/failure/failure-of.ts';
import { FailureBanner } from '../parts/failure/FailureBanner.tsx';
import { problemMessage } from '../parts/words/problem-message.ts';
import { reasonWords } from '../parts/words/server-words.ts';
import { useDraft } from '../parts/form/use-draft.ts';
import { Done, NotDone, useLoad, useTask } from '../parts/hooks/use-task.ts';
import styles from './Feedback.module.css';
import { useReport } from './feedback/use-report.ts';

const EMPTY = { content: '', phone: '' };

/** The feedback of the address: a refund request of an order, or one about nothing in particular. */
export function Feedback() {
  const { search } = useLocation();
  return <FeedbackForm key={search} />;
}

/** The feedback form, with an optional phone number and diagnostic report. */
const FeedbackForm = observer(function FeedbackForm() {
  const { toasts } = useApplication();
  const queries = useService(Queries);
  const sendFeedback = useService(SendFeedback);
  const [query] = useSearchParams();
  const request = refundRequestOf(query);
  const [sent, setSent] = useState<string>();
  const asked = request
    ? copy.refundRequest.content(request.orderNo, copy.refundRequest.reasons[request.reason])
    : EMPTY.content;
  const about = request && `${request.orderNo} ${request.reason}`;
  const boundPhone = useLoad(async () => (request ? boundPhoneOf(await queries.user()) : EMPTY.phone));
  const known = (request && boundPhone.result) ?? EMPTY.phone;
  const form = useDraft('feedback', { content: asked, phone: known }, about);
  const { content, phone } = form.draft;
  const [isMissing, setIsMissing] = useState(false);
  const [report, setReport] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const buildReport = useReport();
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const name = request ? copy.tasks.refund(request.orderNo) : copy.tasks.feedback;
  const send = useTask(
    name,
    async () => {
      setRefused(undefined);
      const outcome = await sendFeedback.send({ content, phone, report });
      switch (outcome.kind) {
        case 'sent':
          form.discard();
          return new Done(copy.feedback.sent, () => {
            setSent(content);
            setReport(undefined);
          });
        case 'refused': {
          const reason = reasonWords(outcome.problem.serverMessage, copy.problems.refused);
          return new NotDone(reason, () => setRefused(reason));
        }
        case 'empty':
          setIsMissing(true);
          toasts.show(copy.feedback.missing, 'bad');
          return box.current?.focus();
      }
    },
    (problem) => (problem.mayHaveTakenEffect ? copy.feedback.mayHaveArrived : problemMessage(problem)),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send.run();
  };
  const change = (typed: Partial<typeof EMPTY>) => {
    setIsMissing(false);
    form.type(typed);
  };

  if (request && sent !== undefined)
    return <RefundRequested orderNo={sent.includes(request.orderNo) ? request.orderNo : undefined} />;
  return (
    <Page title={request ? copy.refundRequest.title : copy.titles.feedback}>
      <form className={`${surface.raised} ${fields.form}`} noValidate onSubmit={submit}>
        <div className={fields.field}>
          <label className={fields.label} htmlFor={id}>
            {copy.feedback.content}
          </label>
          <textarea
            ref={box}
            id={id}
            className={`${fields.box} ${styles.content}`}
            rows={5}
            placeholder={copy.feedback.placeholder}
            aria-invalid={isMissing || undefined}
            value={content}
            readOnly={send.busy}
            onChange={({ target }) => change({ content: target.value })}
          />
        </div>
        <Field
          label={request ? copy.refundRequest.phone : copy.feedback.phone}
          value={phone}
          onChange={({ target }) => change({ phone: target.value })}
          readOnly={send.busy}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="done"
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {request ? copy.refundRequest.phoneHint : copy.feedback.hint}
        </p>
        <div className={styles.attachment}>
          <Switch
            label={copy.feedback.attach}
            hint={copy.feedback.attachHint}
            on={report !== undefined}
            onChange={(on) => setReport(on ? buildReport() : undefined)}
          />
          {report !== undefined && (
            <section className={styles.report} aria-labelledby={`${id}-report`}>
              <h2 id={`${id}-report`} className={styles.attached}>
                {copy.feedback.attached}
              </h2>
              <p className={styles.lines}>{report}</p>
            </section>
          )}
        </div>
        {send.problem && <FailureBanner {...failureOf(send.problem, wordsOf(send.problem))} />}
        {refused !== undefined && <FailureBanner title={copy.feedback.notSent} reason={refused} />}
        <Button type="submit" size="large" wide busy={send.busy}>
          {copy.feedback.send}
        </Button>
      </form>
    </Page>
  );
});

/**
 * Takes the place of the form: an empty one would look as if nothing had been sent. `orderNo`: undefined if what was sent does
 * not name the order, so that nobody who reads it knows of which order a refund is wanted.
 */
function RefundRequested({ orderNo }: { orderNo: string | undefined }) {
  const { refundRequest, feedback, orders, titles } = copy;
  if (orderNo === undefined)
    return (
      <Page title={titles.feedback}>
        <EmptyState illustration={<NoRefundIllustration />} title={feedback.sent} />
      </Page>
    );
  return (
    <Page title={refundRequest.title}>
      <EmptyState illustration={<NoRefundIllustration />} title={refundRequest.sent} hint={refundRequest.sentHint}>
        <p className={styles.order}>
          <span>{orders.number}</span> <span>{orderNo}</span>
        </p>
        <Link to="/my/refundList" className={`${buttons.button} ${buttons.quiet}`}>
          {titles.refundList}
        </Link>
      </EmptyState>
    </Page>
  );
}

/** The number that the user has bound, unless the server hides a part of it. */
function boundPhoneOf({ mobile = EMPTY.phone }: User): string {
  return isMaskedNumber(mobile) ? EMPTY.phone : mobile;
}

function wordsOf({ mayHaveTakenEffect }: Problem): string {
  return mayHaveTakenEffect ? copy.feedback.mayHaveArrived : copy.feedback.notSent;
}
