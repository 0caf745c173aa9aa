import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** In px: so far above and below what is seen there is something already. */
const AHEAD = 1_500;
/** The last block that is there before anything is laid out. */
const AT_FIRST = 6;

interface Range {
  from: number;
  to: number;
}

interface InView extends Range {
  /** How high a block is on average, in px; 0 until one has been there. */
  average: number;
  /** Out of view, and in use. */
  kept: readonly number[];
}

/** How high each block was when it was there; one that has not been there yet is as high as the others are on average. */
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

/** Which blocks of a list are near what is seen, by how high each was when it was there; each bears its number as `data-block`. They come one a frame, what is seen before the rest. */
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

/** The blocks that reach into a stretch of the list, which begins and ends so many px below its top. */
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

/** What is there already of what is near, and one block more where it has the fewest to spare: first what is seen. */
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

/** Does something in the next frame, once however often it is asked for; and the way to call that off. */
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
