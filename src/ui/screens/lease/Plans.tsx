import type { ReactNode } from 'react';
import type { Plan } from '../../../core/lease/plan.ts';
import { yuanText } from '../../../core/basics/money.ts';
import { copy } from '../../copy/zh-CN.ts';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { NoRecordIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import styles from './Plans.module.css';

interface PlansProps {
  plans: readonly Plan[];
  chosen: Plan | undefined;
  /** A purchase is under way: no other plan can be chosen. */
  busy: boolean;
  onChoose: (plan: Plan) => void;
  /** The details of the chosen plan. */
  children: ReactNode;
}

export function NoPlans() {
  return (
    <EmptyState illustration={<NoRecordIllustration />} title={copy.lease.noPlans} hint={copy.lease.noPlansHint} />
  );
}

/** The original price in yuan, if it differs from the price. */
const originalOf = ({ originalFen, priceFen }: Plan) =>
  originalFen === undefined || originalFen === priceFen ? undefined : yuanText(originalFen);

/** The plans as a radio group. The name of each radio has both prices, so readers do not get the visible text again. */
export function Plans({ plans, chosen, busy, onChoose, children }: PlansProps) {
  return (
    <fieldset className={styles.plans}>
      <legend className="only-for-readers">{copy.titles.lease}</legend>
      {plans.map((plan) => (
        <label key={plan.id} className={`${styles.plan} ${chosen?.id === plan.id ? styles.chosen : ''}`}>
          <input
            type="radio"
            name="plan"
            className={styles.radio}
            aria-label={copy.lease.plan(
              plan.amount,
              copy.lease.units[plan.unit](plan.amount),
              yuanText(plan.priceFen),
              originalOf(plan),
            )}
            aria-describedby={chosen?.id === plan.id ? 'plan-details' : undefined}
            checked={chosen?.id === plan.id}
            disabled={busy}
            onChange={() => onChoose(plan)}
          />
          <span className={styles.mark} aria-hidden="true">
            <Icon name="check" size={18} />
          </span>
          <span className={styles.amount} aria-hidden="true">
            <strong className={styles.number}>{plan.amount}</strong>
            {copy.lease.units[plan.unit](plan.amount)}
          </span>
          <span className={styles.prices} aria-hidden="true">
            <strong className={styles.price}>{copy.common.yuan(yuanText(plan.priceFen))}</strong>
            <OriginalPrice yuan={originalOf(plan)} />
          </span>
          {chosen?.id === plan.id && (
            <span id="plan-details" className={styles.details}>
              {children}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

function OriginalPrice({ yuan }: { yuan: string | undefined }) {
  return yuan === undefined ? null : (
    <span className={styles.original}>
      {copy.lease.original} <s>{copy.common.yuan(yuan)}</s>
    </span>
  );
}
