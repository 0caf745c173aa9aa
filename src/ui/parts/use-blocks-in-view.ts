import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Blocks this far above and below the viewport are mounted too. */
const AHEAD = 1_500;
/** The last block of the first render, when no heights are known. */
const AT_FIRST = 6;

interface Range {
  from: number;
  to: number;
}

interface InView extends Range {
  /** The average block height, in px; 0 until one block was measured. */
  average: number;
  /** Blocks outside the range that have the focus or are busy. */
  kept: readonly number[];
}

/** The last measured height of each block. A block that was never mounted counts with the average height. */
class Heights {
  private readonly known: number[] = [];
  private count = 0;
  private sum = 0;

  note(block: number, height: number): void {
    const before = this.known[block];
    this.count += before === undefined ? 1 : 0;
    this.sum += height - (before ?? 0);
    this.known[block] = height;
  }

  average(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  readonly of = (block: number): number => this.known[block] ?? this.average();
}

/**
 * Selects the blocks of a list that are mounted: those near the viewport, by their measured heights. It mounts one block
 * per frame, visible blocks first. Each block element carries its index as `data-block`.
 */
export function useBlocksInView(count: number, isLong: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Heights());
  const [inView, setInView] = useState<InView>({ from: 0, to: AT_FIRST, average: 0, kept: [] });
  const look = useRef(() => {});
  const [lookSoon, stopLooking] = useNextFrame(() => look.current());
  useLayoutEffect(() => {
    for (const { block, element } of blocksIn(list.current))
      heights.note(block, element.getBoundingClientRect().height);
    look.current = () => {
      const box = list.current;
      if (!box || !isLong) return;
      const top = -box.getBoundingClientRect().top;
      const bottom = top + window.innerHeight;
      const seen = rangeOf(count, heights.of, top, bottom);
      const near = rangeOf(count, heights.of, top - AHEAD, bottom + AHEAD);
      const kept = blocksIn(box)
        .filter(({ element }) => isInUse(element))
        .map(({ block }) => block);
      const next = { ...grown(inView, seen, near), average: heights.average(), kept };
      if (!isSame(inView, next)) startTransition(() => setInView(next));
    };
    if (inView.average === 0) look.current();
    lookSoon();
  });
  useEffect(() => {
    const happenings = ['scroll', 'resize'] as const;
    for (const happening of happenings) window.addEventListener(happening, lookSoon, { passive: true });
    return () => {
      stopLooking();
      for (const happening of happenings) window.removeEventListener(happening, lookSoon);
    };
  }, [lookSoon, stopLooking]);

  const isThere = (block: number) =>
    !isLong || (block >= inView.from && block <= inView.to) || inView.kept.includes(block);
  return { list, isThere, roomOf: heights.of };
}

/** Returns the blocks that overlap the stretch from `first` to `last`, in px below the top of the list. */
function rangeOf(count: number, roomOf: (block: number) => number, first: number, last: number): Range {
  let top = 0;
  let from = count - 1;
  let to = 0;
  for (let block = 0; block < count; block += 1) {
    const bottom = top + roomOf(block);
    if (bottom >= first) from = Math.min(from, block);
    if (top <= last) to = block;
    top = bottom;
  }
  return { from, to };
}

/** Extends the mounted range by one block towards `near`, on the side with the smaller margin. Drops distant blocks. */
function grown(now: Range, seen: Range, near: Range): Range {
  const from = Math.max(near.from, now.from);
  const to = Math.min(near.to, now.to);
  if (from > to || to < seen.from - 1 || from > seen.to + 1) return { from: seen.from, to: seen.from };
  const above = from > near.from ? seen.from - from : Infinity;
  const below = to < near.to ? to - seen.to : Infinity;
  if (above < below) return { from: from - 1, to };
  return below < Infinity ? { from, to: to + 1 } : { from, to };
}

function blocksIn(list: Element | null): { block: number; element: HTMLElement }[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > [data-block]') ?? [])].map((element) => ({
    block: Number(element.dataset['block']),
    element,
  }));
}

function isInUse(element: Element): boolean {
  return element.contains(document.activeElement) || element.querySelector('[aria-busy="true"]') !== null;
}

function isSame(one: InView, other: InView): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.average === other.average &&
    one.kept.join() === other.kept.join()
  );
}

/** Returns functions to schedule `work` for the next frame, at most once per frame, and to cancel it. */
function useNextFrame(work: () => void): [ask: () => void, callOff: () => void] {
  const [frames] = useState(() => {
    let frame = 0;
    return {
      ask: () => {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          work();
        });
      },
      callOff: () => {
        cancelAnimationFrame(frame);
        frame = 0;
      },
    };
  });
  return [frames.ask, frames.callOff];
}
