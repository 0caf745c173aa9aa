import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../core/problem.ts';
import { missingIn, NOTHING_LISTED, withPage, type Listed, type Records } from '../../../core/basics/paging.ts';
import { useApplication } from '../../application.ts';
import { usePageResume } from '../hooks/use-page-resume.ts';
import { useLoad, useReadTask } from '../hooks/use-task.ts';

/** The distance from the end of the page at which the next page is fetched. */
const NEAR_END_PX = 30;
/** The minimum time between two fetches. */
const MIN_INTERVAL_MS = 500;

/** A paged list, as its screen shows it. */
export interface Paged<Item> {
  /**
   * Undefined until the first page is loaded. Nobody is told that there is nothing by an older list than the one that is asked
   * for: an empty list is undefined, too, while it is loaded again, and if that fails.
   */
  items: readonly Item[] | undefined;
  /** The number of rows that were left out because they could not be parsed. */
  unreadable: number;
  /** The number of rows that the server counts and has not sent; undefined until the list has ended. */
  missing: number | undefined;
  /** The load of the first page, or the reload of all shown pages. */
  first: { busy: boolean; problem: Problem | undefined; retry: () => void };
  /** The load of the page after the shown ones. */
  next: { busy: boolean; problem: Problem | undefined; retry: () => void };
  /** Reloads all shown pages. The old items stay visible until then. */
  refresh: () => Promise<void>;
}

interface Source<Item> {
  fetch: (page: number) => Promise<Records<Item>>;
  keyOf: (item: Item) => string;
  /** The list reloads when this value changes. */
  freshness?: string;
}

/** Fetches further pages of a list as the user scrolls. The caller must be an observer. */
export function usePaged<Item>({ fetch, keyOf, freshness = '' }: Source<Item>): Paged<Item> {
  const { time } = useApplication();
  const [listed, setListed] = useState<Listed<Item>>();
  const next = useReadTask(async (shown: Listed<Item>) => {
    const page = await fetch(shown.nextPage);
    setListed((current) => (current === shown ? withPage(shown, page, keyOf) : current));
  });
  const first = useLoad(async () => {
    const pages = listed?.nextPage ?? 1;
    let reloaded: Listed<Item> = NOTHING_LISTED;
    while (!reloaded.ended && reloaded.nextPage < pages)
      reloaded = withPage(reloaded, await fetch(reloaded.nextPage), keyOf);
    next.clearError();
    setListed(reloaded);
  }, freshness);

  const refresh = useCallback(() => first.restart(freshness), [first, freshness]);
  usePageResume(() => void refresh());

  const fetchIfNearEnd = useRef(() => {});
  const isPausing = useRef(false);
  const isIdle = !first.busy && !next.busy && !next.problem;
  // After each render, because the screen may show fewer of the items than before.
  useEffect(() => {
    const pause = async () => {
      isPausing.current = true;
      await time.sleep(MIN_INTERVAL_MS);
      isPausing.current = false;
      fetchIfNearEnd.current();
    };
    fetchIfNearEnd.current = () => {
      if (!listed || listed.ended || !isIdle || isPausing.current || !isNearEnd()) return;
      void pause();
      void next.run(listed);
    };
    fetchIfNearEnd.current();
  });
  useEffect(() => {
    const onScroll = () => fetchIfNearEnd.current();
    const events = ['scroll', 'resize'] as const;
    for (const event of events) window.addEventListener(event, onScroll, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, onScroll);
      fetchIfNearEnd.current = () => {};
    };
  }, []);

  const isOutdated = first.busy || first.problem !== undefined;
  return {
    items: listed?.items.length === 0 && isOutdated ? undefined : listed?.items,
    unreadable: listed?.unreadable ?? 0,
    missing: listed?.ended ? missingIn(listed) : undefined,
    first: { busy: first.busy, problem: first.problem, retry: first.retry },
    next: { busy: next.busy, problem: next.problem, retry: next.retry },
    refresh,
  };
}

function isNearEnd(): boolean {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY <= NEAR_END_PX;
}
