import type { Offer, Offers } from '../../../core/lease/offer-plans.ts';
import type { Plan } from '../../../core/lease/plan.ts';
import { copy } from '../../copy/zh-CN.ts';
import { ErrorState } from '../../parts/failure/ErrorState.tsx';
import type { Task } from '../../parts/hooks/use-task.ts';
import { Rows } from '../../parts/list/Rows.tsx';
import { Skeleton } from '../../parts/loading/Skeleton.tsx';
import { NoPlans, Plans } from './Plans.tsx';

interface PlanListProps {
  /** The plans of the chosen basis; undefined until a request has been answered. */
  offer: Offer | undefined;
  offers: Pick<Task<[string], Offers>, 'busy' | 'problem' | 'retry'>;
  chosen: Plan | undefined;
  /** A purchase is under way. */
  busy: boolean;
  onChoose: (plan: Plan) => void;
}

/** The plans of one basis to choose from, or why there are none. */
export function PlanList({ offer, offers, chosen, busy, onChoose }: PlanListProps) {
  const problem = offers.problem ?? (offer && 'problem' in offer ? offer.problem : undefined);
  const listed = offer && 'plans' in offer ? offer : undefined;
  return (
    <>
      {problem && (
        <ErrorState title={copy.notLoaded.plans} problem={problem} busy={offers.busy} onRetry={offers.retry} />
      )}
      {!offer && !problem && <Skeleton rows={4} height="plan" />}
      {listed && (
        <Rows
          count={listed.plans.length}
          leftOut={listed.unreadable}
          none={<NoPlans />}
          busy={offers.busy}
          onRetry={offers.retry}
        >
          <Plans offer={listed} chosen={chosen} busy={busy} onChoose={onChoose} />
        </Rows>
      )}
    </>
  );
}
