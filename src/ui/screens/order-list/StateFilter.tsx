import type { ShownState } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './StateFilter.module.css';

const STATES: readonly (ShownState | undefined)[] = [undefined, 'to-pay', 'paid', 'cancelled'];

interface StateFilterProps {
  /** Undefined: the orders of every state. */
  chosen: ShownState | undefined;
  onChoose: (state: ShownState | undefined) => void;
}

/** Narrows a list to the orders of one state. */
export function StateFilter({ chosen, onChoose }: StateFilterProps) {
  const { states, cardStates, allStates } = copy.orders;
  return (
    <div role="group" aria-label={copy.receipt.state} className={styles.filter}>
      {STATES.map((state) => (
        <button
          key={state ?? ''}
          type="button"
          aria-pressed={state === chosen}
          className={styles.chip}
          onClick={() => onChoose(state)}
        >
          {state === undefined ? allStates : state === 'paid' ? cardStates.paid : states[state]}
        </button>
      ))}
    </div>
  );
}
