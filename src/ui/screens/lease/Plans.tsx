import type { HeldByOther as DeviceHeldByOther } from '../../../core/device/device-use.ts';
import type { Plan } from '../../../core/lease/plan.ts';
import { bestValueOf, savedFen, unitPriceOf, type ListedPlans } from '../../../core/lease/plan-terms.ts';
import { yuanText } from '../../../core/basics/money.ts';
import { devicesAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN.ts';
import buttons from '../../parts/form/Button.module.css';
import { Link } from '../../parts/page/Link.tsx';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { NoPlanIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import { Amount } from '../../parts/words/Amount.tsx';
import { PLAN_DETAILS } from './PlanDetails.tsx';
import styles from './Plans.module.css';

interface PlansProps {
  offer: ListedPlans;
  chosen: Plan | undefined;
  /** A purchase is under way: no other plan can be chosen. */
  busy: boolean;
  onChoose: (plan: Plan) => void;
}

export function NoPlans() {
  return <EmptyState illustration={<NoPlanIllustration />} title={copy.lease.noPlans} hint={copy.lease.noPlansHint} />;
}

/** In place of the days of a device that somebody else has. */
export function HeldByOther({ reason }: { reason: DeviceHeldByOther }) {
  return (
    <EmptyState illustration={<NoPlanIllustration />} title={copy.entry.reasons[reason]}>
      <Link to={devicesAddress} className={`${buttons.button} ${buttons.quiet}`}>
        {copy.modes.toDevices}
      </Link>
    </EmptyState>
  );
}

/** The original price in integer fen, if it differs from the price. */
const originalOf = ({ originalFen, priceFen }: Plan) => (originalFen === priceFen ? undefined : originalFen);

/** What a plan costs for each day or use, and what it saves. */
function factsOf(plan: Plan): string[] {
  const { each, saved } = copy.terms;
  const unitPrice = unitPriceOf(plan);
  const savedOf = savedFen(plan);
  return [
    unitPrice && each(copy.lease.units[plan.unit](1).trim(), yuanText(unitPrice.fen), unitPrice.isRounded),
    savedOf === undefined ? undefined : saved(yuanText(savedOf)),
  ].filter((fact) => fact !== undefined);
}

/** The plans as a radio group. The name of each radio has both prices, so readers do not get the visible text again. */
export function Plans({ offer, chosen, busy, onChoose }: PlansProps) {
  const best = bestValueOf(offer);
  return (
    <fieldset className={styles.plans}>
      <legend className="only-for-readers">{copy.titles.lease}</legend>
      {offer.plans.map((plan) => {
        const { id, amount } = plan;
        const isChosen = chosen?.id === id;
        const facts = factsOf(plan);
        const original = originalOf(plan);
        return (
          <label key={id} className={`${styles.plan} ${isChosen ? styles.chosen : ''}`}>
            <input
              type="radio"
              name="plan"
              className={styles.radio}
              aria-label={copy.lease.plan(
                amount,
                copy.lease.units[plan.unit](amount),
                yuanText(plan.priceFen),
                original === undefined ? undefined : yuanText(original),
              )}
              aria-describedby={[`best-${id}`, `facts-${id}`, isChosen && PLAN_DETAILS].filter(Boolean).join(' ')}
              checked={isChosen}
              disabled={busy}
              onChange={() => onChoose(plan)}
            />
            <span className={styles.mark} aria-hidden="true">
              <Icon name="check" size={18} />
            </span>
            <span className={styles.text} aria-hidden="true">
              <span className={styles.row}>
                <span className={styles.amount}>
                  <strong className={styles.number}>{amount}</strong>
                  {copy.lease.units[plan.unit](amount)}{' '}
                  {plan === best && (
                    <span id={`best-${id}`} className={styles.best}>
                      {copy.terms.best}
                    </span>
                  )}
                </span>
                <strong className={styles.price}>
                  <Amount fen={plan.priceFen} />
                </strong>
              </span>
              <span className={styles.row}>
                <span id={`facts-${id}`} className={styles.facts}>
                  {facts.map((fact) => (
                    <span key={fact} className={styles.fact}>
                      {fact}
                    </span>
                  ))}
                </span>
                <OriginalPrice fen={original} />
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function OriginalPrice({ fen }: { fen: number | undefined }) {
  return fen === undefined ? null : (
    <span className={styles.original}>
      {copy.lease.original}{' '}
      <s>
        <Amount fen={fen} />
      </s>
    </span>
  );
}
