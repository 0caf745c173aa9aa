import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** In px: so far above and below what is seen there is something already. */
const AHEAD = 1_500;
/** The last block that is there before anything is laid out. */
const AT_FIRST = 6;

interface InView {
  from: number;
  to: number;
  /** Of all blocks together, in px. */
  height: number;
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

  readonly of = (block: number): number => this.known[block] ?? (this.count === 0 ? 0 : this.sum / this.count);
}

/** Which blocks of a list are near what is seen, by how high each was when it was there; each bears its number as `data-block`. */
export function useBlocksInView(count: number, isLong: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Heights());
  const [inView, setInView] = useState<InView>({ from: 0, to: AT_FIRST, height: 0, kept: [] });
  const look = useRef(() => {});
  useLayoutEffect(() => {
    for (const { block, element } of blocksIn(list.current)) heights.note(block, element.getBoundingClientRect().height);
    look.current = () => {
      const box = list.current;
      if (!box || !isLong) return;
      const seen = rangeOf(count, heights.of, -box.getBoundingClientRect().top);
      const kept = blocksIn(box).filter(({ element }) => isInUse(element)).map(({ block }) => block);
      const next = { ...seen, kept };
      startTransition(() => setInView((now) => (isSame(now, next) ? now : next)));
    };
    look.current();
  });
  useEffect(() => {
    let frame = 0;
    const happenings = ['scroll', 'resize'] as const;
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look.current();
      });
    };
    for (const happening of happenings) window.addEventListener(happening, soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const happening of happenings) window.removeEventListener(happening, soon);
    };
  }, []);

  const isThere = (block: number) => !isLong || (block >= inView.from && block <= inView.to) || inView.kept.includes(block);
  return { list, isThere, roomOf: heights.of };
}

/** The blocks that reach into what is seen, when so much of the list is scrolled away. */
function rangeOf(count: number, roomOf: (block: number) => number, scrolled: number): Omit<InView, 'kept'> {
  const [first, last] = [scrolled - AHEAD, scrolled + window.innerHeight + AHEAD];
  let top = 0;
  let from = count - 1;
  let to = 0;
  for (let block = 0; block < count; block += 1) {
    const bottom = top + roomOf(block);
    if (bottom >= first) from = Math.min(from, block);
    if (top <= last) to = block;
    top = bottom;
  }
  return { from, to, height: top };
}

function blocksIn(list: Element | null): { block: number; element: HTMLElement }[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > [data-block]') ?? [])].map((element) => ({ block: Number(element.dataset['block']), element }));
}

function isInUse(element: Element): boolean {
  return element.contains(document.activeElement) || element.querySelector('[aria-busy="true"]') !== null;
}

function isSame(one: InView, other: InView): boolean {
  return one.from === other.from && one.to === other.to && one.height === other.height && one.kept.join() === other.kept.join();
}
