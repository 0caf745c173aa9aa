import { leaseEnd, pricePerDayFen, savedFen, type Purchased } from '../../../core/lease/plan-terms.ts';
import { yuanText } from '../../../core/basics/money.ts';
import { dateText } from '../../../core/basics/time.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';

/** What a plan gives: the end of the lease, the price of a day and the saving, or what its uses are good for. */
export function PlanDetails(purchase: Purchased) {
  const { time } = useApplication();
  const { plan } = purchase;
  const end = leaseEnd(purchase, time.now());
  const perDay = pricePerDayFen(plan);
  const saved = savedFen(plan);
  return (
    <>
      {end !== undefined && <span>{copy.terms.until(dateText(end))}</span>}
      {perDay !== undefined && <span>{copy.terms.perDay(yuanText(perDay))}</span>}
      {saved !== undefined && <span>{copy.terms.saved(yuanText(saved))}</span>}
      {plan.basis === 'uses' && <span>{copy.terms.usesFor}</span>}
    </>
  );
}
