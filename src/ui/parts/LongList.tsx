import { memo, type ReactNode } from 'react';
import { useBlocksInView } from './use-blocks-in-view.ts';

/** The items of a block mount together. Few, so that a slow phone renders a block within one frame. */
const BLOCK = 5;
/** Shorter lists are not virtualized. */
const SHORT = 30;

interface LongListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** True if `items` is the whole list. */
  ended?: boolean;
  className?: string | undefined;
  itemClassName?: string | undefined;
  children: (item: Item) => ReactNode;
}

/** A virtualized list. Spacers replace the blocks far outside the viewport, except those with the focus or a busy item. */
export function LongList<Item>({
  items,
  keyOf,
  ended = true,
  className,
  itemClassName,
  children,
}: LongListProps<Item>) {
  const count = Math.ceil(items.length / BLOCK);
  const { list, isThere, roomOf } = useBlocksInView(count, items.length > SHORT);
  const parts: ReactNode[] = [];
  let room = 0;
  const leaveRoom = (before: number) => {
    if (room > 0) parts.push(<div key={`room before ${before}`} style={{ height: room }} />);
    room = 0;
  };
  for (let block = 0; block < count; block += 1) {
    if (!isThere(block)) {
      room += roomOf(block);
      continue;
    }
    leaveRoom(block);
    parts.push(
      <Block
        key={block}
        block={block}
        items={items}
        keyOf={keyOf}
        size={ended ? items.length : -1}
        itemClassName={itemClassName}
        draw={children}
      />,
    );
  }
  leaveRoom(count);
  return (
    <div ref={list} role="list" className={className}>
      {parts}
    </div>
  );
}

interface BlockProps<Item> extends Pick<LongListProps<Item>, 'items' | 'keyOf' | 'itemClassName'> {
  block: number;
  /** The length of the whole list; -1 if unknown. */
  size: number;
  draw: (item: Item) => ReactNode;
}

/** Memoized, so that it does not render again when other blocks mount or unmount. */
const Block = memo(function Block<Item>({ block, items, keyOf, size, itemClassName, draw }: BlockProps<Item>) {
  const from = block * BLOCK;
  return (
    <div data-block={block}>
      {items.slice(from, from + BLOCK).map((item, index) => (
        <div
          key={keyOf(item)}
          role="listitem"
          aria-setsize={size}
          aria-posinset={from + index + 1}
          className={itemClassName}
        >
          {draw(item)}
        </div>
      ))}
    </div>
  );
}) as <Item>(props: BlockProps<Item>) => ReactNode;
