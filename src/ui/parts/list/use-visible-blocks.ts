import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The distance above and below the viewport within which blocks are mounted in advance. */
const OVERSCAN_PX = 1_500;
/** The last block of the first render, when no height is known. */
const INITIAL_LAST_BLOCK = 6;

interface Range {
  from: number;
  to: number;
}

interface MountedBlocks extends Range {
  /** The average height of a block in px; 0 until one has been measured. */
  average: number;
  /** Blocks outside the range that have the focus or are busy. */
  inUse: readonly number[];
}

/** The last measured height of each block. A block that was never measured counts as high as the average. */
class BlockHeights {
  private readonly measured: number[] = [];
  private count = 0;
  private sum = 0;

  set(block: number, height: number): void {
    const before = this.measured[block];
    this.count += before === undefined ? 1 : 0;
    this.sum += height - (before ?? 0);
    this.measured[block] = height;
  }

  average(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  readonly of = (block: number): number => this.measured[block] ?? this.average();
}

/** Tells which blocks of a list to mount and how high the placeholders of the others are. Each mounted block must carry its number as `data-block`. Mounts one block per frame, visible blocks first. */
export function useVisibleBlocks(count: number, isLong: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new BlockHeights());
  const [mounted, setMounted] = useState<MountedBlocks>({ from: 0, to: INITIAL_LAST_BLOCK, average: 0, inUse: [] });
  const update = useRef(() => {});
  const [scheduleUpdate, cancelUpdate] = useNextFrame(() => update.current());
  useLayoutEffect(() => {
    for (const { block, element } of blocksIn(list.current)) heights.set(block, element.getBoundingClientRect().height);
    update.current = () => {
      const box = list.current;
      if (!box || !isLong) return;
      const top = -box.getBoundingClientRect().top;
      const bottom = top + window.innerHeight;
      const visible = rangeOf(count, heights.of, top, bottom);
      const near = rangeOf(count, heights.of, top - OVERSCAN_PX, bottom + OVERSCAN_PX);
      const inUse = blocksIn(box)
        .filter(({ element }) => isInUse(element))
        .map(({ block }) => block);
      const next = { ...nextRange(mounted, visible, near), average: heights.average(), inUse };
      if (!isSame(mounted, next)) startTransition(() => setMounted(next));
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

/** The blocks that overlap a section of the list. The section's ends are in px below the top of the list. */
function rangeOf(count: number, heightOf: (block: number) => number, start: number, end: number): Range {
  let top = 0;
  let from = count - 1;
  let to = 0;
  for (let block = 0; block < count; block += 1) {
    const bottom = top + heightOf(block);
    if (bottom >= start) from = Math.min(from, block);
    if (top <= end) to = block;
    top = bottom;
  }
  return { from, to };
}

/** Keeps what is mounted of the near blocks and adds one block on the side with less in advance. After a jump it begins with the first visible block. */
function nextRange(mounted: Range, visible: Range, near: Range): Range {
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

function isSame(one: MountedBlocks, other: MountedBlocks): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.average === other.average &&
    one.inUse.join() === other.inUse.join()
  );
}

/** Schedules work for the next frame, once per frame however often it is called. The second function cancels it. */
function useNextFrame(work: () => void): [schedule: () => void, cancel: () => void] {
  const [scheduler] = useState(() => {
    let request = 0;
    return {
      schedule: () => {
        request ||= requestAnimationFrame(() => {
          request = 0;
          work();
        });
      },
      cancel: () => {
        cancelAnimationFrame(request);
        request = 0;
      },
    };
  });
  return [scheduler.schedule, scheduler.cancel];
}
