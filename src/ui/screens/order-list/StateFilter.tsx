import type { ShownState } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Filters } from '../../parts/list/Filters.tsx';

const ALL = 'all';
const STATES = [ALL, 'to-pay', 'paid', 'cancelled'] as const;

interface StateFilterProps {
  /** Undefined: the orders of every state. */
  chosen: ShownState | undefined;
  onChoose: (state: ShownState | undefined) => void;
}

/** Narrows a list to the orders of one state. */
export function StateFilter({ chosen, onChoose }: StateFilterProps) {
  const { states, cardStates, allStates } = copy.orders;
  const labels = { ...states, [ALL]: allStates, paid: cardStates.paid };
  return (
    <div role="group" aria-label={copy.receipt.state}>
      <Filters
        filters={STATES.map((name) => ({ name, label: labels[name] }))}
        chosen={chosen ?? ALL}
        onChoose={(name: (typeof STATES)[number]) => onChoose(name === ALL ? undefined : name)}
      />
    </div>
  );
}
