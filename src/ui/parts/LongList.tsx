import { useEffect, useRef, useState, type ReactNode } from 'react';

/** So many come and go together; fewer than two such blocks stay whole. */
const BLOCK = 15;
/** So far above and below what is seen there is something already. */
const AHEAD = '1500px 0px';

interface LongListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Whether there is no more than these. */
  ended?: boolean;
  className?: string | undefined;
  itemClassName?: string | undefined;
  children: (item: Item) => ReactNode;
}

/** A list of any length: what is far out of view keeps its room and nothing else, but for what has the focus or is at work. */
export function LongList<Item>({ items, keyOf, ended = true, className, itemClassName, children }: LongListProps<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, index) => index * BLOCK);
  return (
    <div role="list" className={className}>
      {starts.map((start) => (
        <Block key={start} comesAndGoes={starts.length > 2}>
          {() =>
            items.slice(start, start + BLOCK).map((item, index) => (
              <div key={keyOf(item)} role="listitem" aria-setsize={ended ? items.length : -1} aria-posinset={start + index + 1} className={itemClassName}>
                {children(item)}
              </div>
            ))
          }
        </Block>
      ))}
    </div>
  );
}

function Block({ comesAndGoes, children }: { comesAndGoes: boolean; children: () => ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  /** In px, while it is away. */
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const block = box.current;
    if (!comesAndGoes || !block) return undefined;
    const watch = new IntersectionObserver(
      (seen) => {
        const last = seen[seen.length - 1];
        if (last) setHeight((now) => (last.isIntersecting || isInUse(block) ? undefined : (now ?? last.boundingClientRect.height)));
      },
      { rootMargin: AHEAD },
    );
    watch.observe(block);
    return () => watch.disconnect();
  }, [comesAndGoes]);
  return (
    <div ref={box} style={{ height }}>
      {height === undefined && children()}
    </div>
  );
}

function isInUse(block: Element): boolean {
  return block.contains(document.activeElement) || block.querySelector('[aria-busy="true"]') !== null;
}
