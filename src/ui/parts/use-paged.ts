import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../core/problem.ts';
import { NOTHING_LISTED, withPage, type Listed, type Records } from '../../core/paging.ts';
import { useApplication } from '../application.ts';
import { useLoad, useTask } from './use-task.ts';

/** The distance from the end of the page at which the next page is fetched. */
const NEAR = 30;
/** The minimum time between two fetches. */
const APART = 500;

/** A paged list, as its screen shows it. */
export interface Paged<Item> {
  /** Undefined until the first page is loaded. */
  items: readonly Item[] | undefined;
  /** The number of rows that were left out because they could not be parsed. */
  unreadable: number;
  ended: boolean;
  /** The load of the first page, or the reload of all shown pages. */
  first: { busy: boolean; problem: Problem | undefined; again: () => void };
  /** The load of the page after the shown ones. */
  next: { busy: boolean; problem: Problem | undefined; again: () => void };
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
  const next = useTask(async (before: Listed<Item>) => {
    const page = await fetch(before.nextPage);
    setListed((now) => (now === before ? withPage(before, page, keyOf) : now));
  });
  const first = useLoad(async () => {
    const pages = listed?.nextPage ?? 1;
    let anew: Listed<Item> = NOTHING_LISTED;
    while (!anew.ended && anew.nextPage < pages) anew = withPage(anew, await fetch(anew.nextPage), keyOf);
    next.clearError();
    setListed(anew);
  }, freshness);

  const refresh = useCallback(() => first.restart(freshness), [first, freshness]);

  const look = useRef(() => {});
  const rests = useRef(false);
  const isIdle = !first.busy && !next.busy && !next.problem;
  useEffect(() => {
    const rest = async () => {
      rests.current = true;
      await time.sleep(APART);
      rests.current = false;
      look.current();
    };
    look.current = () => {
      if (!listed || listed.ended || !isIdle || rests.current || !isNearTheEnd()) return;
      void rest();
      void next.run(listed);
    };
    look.current();
  }, [time, next, listed, isIdle]);
  useEffect(() => {
    const seen = () => look.current();
    const happenings = ['scroll', 'resize'] as const;
    for (const happening of happenings) window.addEventListener(happening, seen, { passive: true });
    return () => {
      for (const happening of happenings) window.removeEventListener(happening, seen);
      look.current = () => {};
    };
  }, []);

  return {
    items: listed?.items,
    unreadable: listed?.unreadable ?? 0,
    ended: listed?.ended ?? false,
    first: { busy: first.busy, problem: first.problem, again: first.retry },
    next: { busy: next.busy, problem: next.problem, again: next.retry },
    refresh,
  };
}

function isNearTheEnd(): boolean {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY <= NEAR;
}
