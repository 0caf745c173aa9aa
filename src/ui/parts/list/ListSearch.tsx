import type { ReactNode } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import styles from './ListSearch.module.css';

interface ListSearchProps {
  label: string;
  searched: string;
  onSearch: (searched: string) => void;
  /** The parts of the list that can be chosen. */
  children?: ReactNode;
}

/** A search field above a long list. It stays in sight while the list scrolls, unless a bar above the screen does. */
export function ListSearch({ label, searched, onSearch, children }: ListSearchProps) {
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
      {children}
    </div>
  );
}
