import { memo, type ReactNode } from 'react';
import { useBlocksInView } from './use-blocks-in-view.ts';

/** The number of items that mount together. It is small, so that a slow phone renders a block within one frame. */
const BLOCK_SIZE = 5;
/** Shorter lists are not virtualized. */
const LONGEST_UNVIRTUALIZED = 30;

interface LongListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** True if `items` is the whole list. */
  ended?: boolean;
  className?: string | undefined;
  itemClassName?: string | undefined;
  children: (item: Item) => ReactNode;
}

/**
 * A virtualized list. Spacers replace the blocks far outside the viewport, except those with the focus or a busy item.
 */
export function LongList<Item>({
  items,
  keyOf,
  ended = true,
  className,
  itemClassName,
  children,
}: LongListProps<Item>) {
  const count = Math.ceil(items.length / BLOCK_SIZE);
  const { list, isMounted, heightOf } = useBlocksInView(count, items.length > LONGEST_UNVIRTUALIZED);
  const elements: ReactNode[] = [];
  let spacerHeight = 0;
  const addSpacer = (before: number) => {
    if (spacerHeight > 0) elements.push(<div key={`spacer before ${before}`} style={{ height: spacerHeight }} />);
    spacerHeight = 0;
  };
  for (let block = 0; block < count; block += 1) {
    if (!isMounted(block)) {
      spacerHeight += heightOf(block);
      continue;
    }
    addSpacer(block);
    elements.push(
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
  addSpacer(count);
  return (
    <div ref={list} role="list" className={className}>
      {elements}
    </div>
  );
}

interface BlockProps<Item> extends Pick<LongListProps<Item>, 'items' | 'keyOf' | 'itemClassName'> {
  block: number;
  /** The length of the whole list; -1 if unknown. */
  size: number;
  renderItem: (item: Item) => ReactNode;
}

/** Memoized, so that it does not render again when other blocks mount or unmount. */
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
