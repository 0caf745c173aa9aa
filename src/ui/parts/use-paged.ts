import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../core/problem.ts';
import { NOTHING_LISTED, withPage, type Listed, type Records } from '../../core/paging.ts';
import { useApplication } from '../application.ts';
import { useLoad, useTask } from './use-task.ts';

/** In px: this near to the lower end of the page the next records are asked for. */
const NEAR = 30;
/** In ms: so far apart at the least. */
const APART = 500;

/** A list that comes page by page, as its screen shows it. */
export interface Paged<Item> {
  /** Undefined until the first page is here. */
  items: readonly Item[] | undefined;
  /** How many rows were left out, since they cannot be read. */
  unreadable: number;
  ended: boolean;
  /** The first page, or what is shown anew. */
  first: { busy: boolean; problem: Problem | undefined; again: () => void };
  /** The page after what is shown. */
  next: { busy: boolean; problem: Problem | undefined; again: () => void };
  /** Fetches what is shown anew, as far as it has come; until that is here it stays. */
  refresh: () => Promise<void>;
}

interface Source<Item> {
  fetch: (page: number) => Promise<Records<Item>>;
  keyOf: (item: Item) => string;
  /** Where this changes, what is shown is out of date. */
  freshness?: string;
}

/** Fetches a list as far as it is scrolled through; whoever calls it is an observer. */
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
