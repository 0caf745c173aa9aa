import { memo, type ReactNode } from 'react';
import { useVisibleBlocks } from './use-visible-blocks.ts';

/** The records of a block. A slow phone can mount this many between two frames. */
const BLOCK_SIZE = 5;
/** A list of at most this many records is always mounted completely. */
const MAX_COMPLETE = 30;

interface LongListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Whether `items` is the whole list. */
  ended?: boolean;
  className?: string | undefined;
  itemClassName?: string | undefined;
  children: (item: Item) => ReactNode;
}

/** A list of any length. It mounts only the records that are near the viewport, have the focus or are busy, and renders placeholders for the others. */
export function LongList<Item>({
  items,
  keyOf,
  ended = true,
  className,
  itemClassName,
  children,
}: LongListProps<Item>) {
  const count = Math.ceil(items.length / BLOCK_SIZE);
  const { list, isMounted, heightOf } = useVisibleBlocks(count, items.length > MAX_COMPLETE);
  const parts: ReactNode[] = [];
  let skipped = 0;
  const addPlaceholder = (before: number) => {
    if (skipped > 0) parts.push(<div key={`placeholder before ${before}`} style={{ height: skipped }} />);
    skipped = 0;
  };
  for (let block = 0; block < count; block += 1) {
    if (!isMounted(block)) {
      skipped += heightOf(block);
      continue;
    }
    addPlaceholder(block);
    parts.push(
      <Block
        key={block}
        block={block}
        items={items}
        keyOf={keyOf}
        size={ended ? items.length : -1}
        itemClassName={itemClassName}
        renderItem={children}
      />,
    );
  }
  addPlaceholder(count);
  return (
    <div ref={list} role="list" className={className}>
      {parts}
    </div>
  );
}

interface BlockProps<Item> extends Pick<LongListProps<Item>, 'items' | 'keyOf' | 'itemClassName'> {
  block: number;
  /** The length of the whole list; -1 while it is unknown. */
  size: number;
  renderItem: (item: Item) => ReactNode;
}

/** Memoized, so that it renders again only when the list changes, not when other blocks mount or unmount. */
const Block = memo(function Block<Item>({ block, items, keyOf, size, itemClassName, renderItem }: BlockProps<Item>) {
  const from = block * BLOCK_SIZE;
  return (
    <div data-block={block}>
      {items.slice(from, from + BLOCK_SIZE).map((item, index) => (
        <div
          key={keyOf(item)}
          role="listitem"
          aria-setsize={size}
          aria-posinset={from + index + 1}
          className={itemClassName}
        >
          {renderItem(item)}
        </div>
      ))}
    </div>
  );
}) as <Item>(props: BlockProps<Item>) => ReactNode;
