import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Blocks this far above and below the viewport are mounted too. */
const OVERSCAN_PX = 1_500;
/** The last block of the first render, when no heights are known. */
const LAST_INITIAL_BLOCK = 6;

interface Range {
  from: number;
  to: number;
}

interface MountedBlocks extends Range {
  /** The average block height, in px; 0 until one block was measured. */
  average: number;
  /** Blocks outside the range that have the focus or are busy. */
  inUse: readonly number[];
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
  const [mounted, setMounted] = useState<MountedBlocks>({ from: 0, to: LAST_INITIAL_BLOCK, average: 0, inUse: [] });
  const update = useRef(() => {});
  const [scheduleUpdate, cancelUpdate] = useNextFrame(() => update.current());
  useLayoutEffect(() => {
    for (const { block, element } of blocksIn(list.current))
      heights.note(block, element.getBoundingClientRect().height);
    update.current = () => {
      const box = list.current;
      if (!box || !isLong) return;
      const top = -box.getBoundingClientRect().top;
      const bottom = top + window.innerHeight;
      const visible = blocksBetween(count, heights.of, top, bottom);
      const near = blocksBetween(count, heights.of, top - OVERSCAN_PX, bottom + OVERSCAN_PX);
      const inUse = blocksIn(box)
        .filter(({ element }) => isInUse(element))
        .map(({ block }) => block);
      const next = { ...grow(mounted, visible, near), average: heights.average(), inUse };
      if (!areEqual(mounted, next)) startTransition(() => setMounted(next));
    };
    if (mounted.average === 0) update.current();
    scheduleUpdate();
  });
  useEffect(() => {
    const events = ['scroll', 'resize'] as const;
    for (const event of events) window.addEventListener(event, scheduleUpdate, { passive: true });
    return () => {
      cancelUpdate();
      for (const event of events) window.removeEventListener(event, scheduleUpdate);
    };
  }, [scheduleUpdate, cancelUpdate]);

  const isMounted = (block: number) =>
    !isLong || (block >= mounted.from && block <= mounted.to) || mounted.inUse.includes(block);
  return { list, isMounted, heightOf: heights.of };
}

/** Returns the blocks that overlap the stretch from `first` to `last`, in px below the top of the list. */
function blocksBetween(count: number, heightOf: (block: number) => number, first: number, last: number): Range {
  let top = 0;
  let from = count - 1;
  let to = 0;
  for (let block = 0; block < count; block += 1) {
    const bottom = top + heightOf(block);
    if (bottom >= first) from = Math.min(from, block);
    if (top <= last) to = block;
    top = bottom;
  }
  return { from, to };
}

/** Extends the mounted range by one block towards `near`, on the side with the smaller margin. Drops distant blocks. */
function grow(mounted: Range, visible: Range, near: Range): Range {
  const from = Math.max(near.from, mounted.from);
  const to = Math.min(near.to, mounted.to);
  if (from > to || to < visible.from - 1 || from > visible.to + 1) return { from: visible.from, to: visible.from };
  const above = from > near.from ? visible.from - from : Infinity;
  const below = to < near.to ? to - visible.to : Infinity;
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

function areEqual(a: MountedBlocks, b: MountedBlocks): boolean {
  return a.from === b.from && a.to === b.to && a.average === b.average && a.inUse.join() === b.inUse.join();
}

/** Returns functions to schedule `callback` for the next frame, at most once per frame, and to cancel it. */
function useNextFrame(callback: () => void): [schedule: () => void, cancel: () => void] {
  const [frames] = useState(() => {
    let frame = 0;
    return {
      schedule: () => {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          callback();
        });
      },
      cancel: () => {
        cancelAnimationFrame(frame);
        frame = 0;
      },
    };
  });
  return [frames.schedule, frames.cancel];
}
