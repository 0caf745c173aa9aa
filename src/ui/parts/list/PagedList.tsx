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
import { NoRecordIllustration } from '../graphics/EmptyIllustrations.tsx';

interface PagedListProps<Item> {
  list: Paged<Item>;
  keyOf: (item: Item) => string;
  words: { loading: string; none: string; noneHint?: string; failed?: string };
  children: (item: Item) => ReactNode;
}

/** Renders a paged list with its loading, empty, error and end states. */
export function PagedList<Item>({
  list: { items, unreadable, missing, first, next },
  keyOf,
  words,
  children,
}: PagedListProps<Item>) {
  if (!items) {
    if (first.problem)
      return <ErrorState title={words.failed} problem={first.problem} onRetry={first.retry} busy={first.busy} />;
    return <Skeleton rows={3} height="record" label={words.loading} />;
  }
  const isWhole = missing === 0;
  return (
    <>
      {first.problem && (
        <ErrorBanner title={words.failed} problem={first.problem} onRetry={first.retry} busy={first.busy} />
      )}
      <Rows
        count={items.length}
        leftOut={unreadable + (missing ?? 0)}
        none={<EmptyState illustration={<NoRecordIllustration />} title={words.none} hint={words.noneHint} />}
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
      <p className={styles.more} role="status">
        {next.busy ? (
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
