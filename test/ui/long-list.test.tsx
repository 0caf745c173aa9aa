// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { at, ok, records, sees, Shop } from './shop.tsx';
import { onATallPage, scrollsToTheEnd } from './tall-page.ts';

onATallPage();

const HEIGHT = 3_000;

/** What the browser says of each block of a list that is watched. */
const watched = new Map<Element, (isIntersecting: boolean) => void>();

class Watch {
  constructor(private readonly tell: (seen: { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void) {}
  observe(block: Element): void {
    watched.set(block, (isIntersecting) => this.tell([{ isIntersecting, boundingClientRect: { height: HEIGHT } }]));
  }
  disconnect(): void {}
}

beforeEach(() => {
  watched.clear();
  vi.stubGlobal('IntersectionObserver', Watch);
});

const order = (number: number) => ({ orderNo: `L${number}`, statusCode: 5, status: '支付完成', payMoney: 49, operatorName: '康养馆' });
const page = (first: number, count = 15) => records(Array.from({ length: count }, (_, index) => order(first + index)));
const blocks = () => [...screen.getByRole('list').children] as HTMLElement[];
const isShown = (block: HTMLElement | undefined) => block !== undefined && block.childElementCount > 0;

async function seeing(block: HTMLElement | undefined, is: boolean): Promise<void> {
  await act(async () => block && watched.get(block)?.(is));
}

async function fortyOrders(): Promise<Shop> {
  const shop = new Shop().server('/order/list', page(1), page(16), page(31, 10)).open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await sees('L30');
  await shop.passes(500);
  scrollsToTheEnd();
  await sees('L40');
  return shop;
}

test('Of a long list what is far out of view is taken away, and keeps its room', async () => {
  await fortyOrders();
  const [first] = blocks();
  await seeing(first, false);
  expect([isShown(first), first?.style.height]).toEqual([false, `${HEIGHT}px`]);
  await seeing(first, true);
  expect([isShown(first), first?.style.height]).toEqual([true, '']);
  expect(await sees('L1')).toBeTruthy();
});

test('What has the focus stays, however far it is scrolled away', async () => {
  await fortyOrders();
  const [first] = blocks();
  act(() => within(first as HTMLElement).getAllByRole('link')[0]?.focus());
  await seeing(first, false);
  expect(isShown(first)).toBe(true);
});

test('Each record says which it is of how many, once the end is known', async () => {
  await fortyOrders();
  const said = screen.getAllByRole('listitem').map((item) => `${item.getAttribute('aria-posinset')} of ${item.getAttribute('aria-setsize')}`);
  expect([said.length, said[0], said.at(-1)]).toEqual([40, '1 of 40', '40 of 40']);
});

test('A short list is left whole', async () => {
  new Shop().server('/order/list', page(1), page(16, 10)).open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await sees('L25');
  expect(watched.size).toBe(0);
});

test('So it is with the devices that were on lease before', async () => {
  const before = Array.from({ length: 100 }, (_, index) => ({ id: `F${index}`, deviceName: `理疗仪 ${index}` }));
  new Shop().server('/device/device/history/list', ok(before)).open('/my?tab=device');
  (await screen.findByRole('tab', { name: '租赁历史' })).click();
  await sees('理疗仪 99');
  const [first] = blocks();
  await seeing(first, false);
  expect(screen.queryByText('理疗仪 0')).toBeNull();
  expect(at()).toContain('/my');
});
