import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import { Filters } from './Filters.tsx';
import styles from './ListSearch.module.css';

interface ListSearchProps<Filter extends string> {
  label: string;
  searched: string;
  onSearch: (searched: string) => void;
  filters: readonly { name: Filter; label: string }[];
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

/** A search field above a long list, and the parts of the list that can be chosen. It stays in sight while the list scrolls, unless a bar above the screen does. */
export function ListSearch<Filter extends string>({
  label,
  searched,
  onSearch,
  filters,
  chosen,
  onChoose,
}: ListSearchProps<Filter>) {
  return (
    <div role="search" className={styles.search}>
      <div className={styles.field}>
        <Icon name="search" size={20} />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          className={styles.box}
          aria-label={label}
          placeholder={label}
          value={searched}
          onChange={({ target }) => onSearch(target.value)}
        />
        {searched !== '' && (
          <button type="button" className={styles.clear} aria-label={copy.lists.clear} onClick={() => onSearch('')}>
            <Icon name="close" size={20} />
          </button>
        )}
      </div>
      <Filters filters={filters} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}
