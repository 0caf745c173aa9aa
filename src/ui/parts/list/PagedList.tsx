import type { ReactNode } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { EmptyState } from '../loading/EmptyState.tsx';
import { LongList } from './LongList.tsx';
import styles from './PagedList.module.css';
import { Rows } from './Rows.tsx';
import { Skeleton } from '../loading/Skeleton.tsx';
import { Spinner } from '../loading/Spinner.tsx';
import { ErrorState, ErrorBanner } from '../failure/ErrorState.tsx';
import type { Paged } from './use-paged.ts';

interface PagedListProps<Item> {
  list: Paged<Item>;
  keyOf: (item: Item) => string;
  words: { loading: string; none: string; noneHint?: string | undefined; failed: string };
  /** The picture and the way on of an empty list. */
  illustration: ReactNode;
  wayOn?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** A list of at most this many records fits on a screen: its end is seen. */
const SHORT = 3;

/** Renders a paged list with its loading, empty, error and end states. */
export function PagedList<Item>({
  list: { items, unreadable, missing, first, next },
  keyOf,
  words,
  illustration,
  wayOn,
  children,
}: PagedListProps<Item>) {
  if (!items) {
    if (first.problem)
      return <ErrorState title={words.failed} problem={first.problem} onRetry={first.retry} busy={first.busy} />;
    return <Skeleton rows={3} height="record" label={words.loading} />;
  }
  const isWhole = missing === 0;
  /** Below rows: in their absence the skeleton says it. */
  const isReadOn = next.busy && items.length > 0;
  return (
    <>
      {first.problem && (
        <ErrorBanner title={words.failed} problem={first.problem} onRetry={first.retry} busy={first.busy} />
      )}
      <Rows
        count={items.length}
        leftOut={unreadable + (missing ?? 0)}
        none={
          missing !== undefined ? (
            <EmptyState illustration={illustration} title={words.none} hint={words.noneHint}>
              {wayOn}
            </EmptyState>
          ) : (
            !next.problem && <Skeleton rows={3} height="record" label={words.loading} />
          )
        }
        busy={first.busy}
        onRetry={first.retry}
      >
        <LongList items={items} keyOf={keyOf} ended={isWhole} className={styles.list} itemClassName={styles.item}>
          {children}
        </LongList>
      </Rows>
      {next.problem && (
        <ErrorBanner title={words.failed} problem={next.problem} onRetry={next.retry} busy={next.busy} />
      )}
      <p className={isReadOn || items.length > SHORT ? styles.more : 'only-for-readers'} role="status">
        {isReadOn ? (
          <>
            <Spinner />
            {copy.common.loading}
          </>
        ) : (
          isWhole && items.length > 0 && copy.lists.end
        )}
      </p>
    </>
  );
}
