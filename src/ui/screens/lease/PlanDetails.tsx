import { leaseEnd, type Purchased } from '../../../core/lease/plan-terms.ts';
import { dateText } from '../../../core/basics/time.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './PlanDetails.module.css';

/** The id of the line, for the radio of the chosen plan. */
export const PLAN_DETAILS = 'plan-details';

/** What the chosen plan gives: the end of the lease, or what its uses are good for. */
export function PlanDetails(purchase: Purchased) {
  const { time } = useApplication();
  const { plan } = purchase;
  const end = leaseEnd(purchase, time.now());
  const words = plan.basis === 'uses' ? copy.terms.usesFor : end !== undefined && copy.terms.until(dateText(end));
  return (
    <p id={PLAN_DETAILS} key={plan.id} className={styles.details}>
      {words}
    </p>
  );
}
