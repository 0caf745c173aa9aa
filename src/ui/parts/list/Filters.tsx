import styles from './Filters.module.css';

interface FiltersProps<Name extends string> {
  filters: readonly { name: Name; label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

/** The parts of a long list that can be chosen, in one row. */
export function Filters<Name extends string>({ filters, chosen, onChoose }: FiltersProps<Name>) {
  return (
    <div className={styles.filters}>
      {filters.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          className={styles.filter}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
