// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listHistory } from '../../src/core/device/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, sees } from './app-harness.tsx';
import { withTallPage, scrollsToTheEnd } from './tall-page.ts';

withTallPage();

/** The height of a block of five records in px. */
const HEIGHT = 1_000;

/** happy-dom has no layout. Each block gets the same height, and the list begins at the top of the page. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isBlock = this.hasAttribute('data-block');
    return new DOMRect(0, isBlock ? 0 : -window.scrollY, 0, isBlock ? HEIGHT : 0);
  });
});

const order = (number: number) => ({
  orderNo: `L${number}`,
  statusCode: 5,
  status: '支付完成',
  payMoney: 49,
  operatorName: '康养馆',
});
const page = (first: number, count = 15) => aPage(...Array.from({ length: count }, (_, index) => order(first + index)));
const list = () => screen.getByRole('list');
const listed = (number: number) => screen.queryByText(`L${number}`) !== null;
const totalHeight = () =>
  [...list().children]
    .map((child) =>
      child.hasAttribute('data-block') ? HEIGHT : Number.parseFloat((child as HTMLElement).style.height),
    )
    .reduce((sum, height) => sum + height, 0);

async function scrollsTo(top: number): Promise<void> {
  window.scrollTo(0, top);
  fireEvent.scroll(window);
  await act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));
}

async function fortyOrders(): Promise<AppHarness> {
  const app = new AppHarness().reply(listLeaseOrders, page(1), page(16), page(31, 10)).open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await sees('L30');
  await app.advance(500);
  scrollsToTheEnd();
  await sees('L40');
  return app;
}

test('A long list unmounts the records far outside the viewport and keeps its total height', async () => {
  await fortyOrders();
  await waitFor(() => expect([listed(1), listed(40), totalHeight()]).toEqual([false, true, 8 * HEIGHT]));
  await scrollsTo(0);
  await waitFor(() => expect([listed(1), listed(40), totalHeight()]).toEqual([true, false, 8 * HEIGHT]));
});

test('A record that has the focus stays mounted when the user scrolls far away from it', async () => {
  await fortyOrders();
  await scrollsTo(0);
  await sees('L1');
  act(() => screen.getAllByRole('link')[0]?.focus());
  await scrollsTo(9_000);
  await waitFor(() =>
    expect([listed(1), listed(11), listed(40), totalHeight()]).toEqual([true, false, true, 8 * HEIGHT]),
  );
  expect(document.activeElement?.textContent).toContain('L1');
});

test('Each record states its position and the length of the list once the end of the list is known', async () => {
  await fortyOrders();
  await scrollsTo(4_000);
  const said = () =>
    screen
      .getAllByRole('listitem')
      .map((item) => `${item.getAttribute('aria-posinset')} of ${item.getAttribute('aria-setsize')}`);
  await waitFor(() => expect([said()[0], said().at(-1)]).toEqual(['11 of 40', '35 of 40']));
});

test('A short list mounts all its records', async () => {
  new AppHarness().reply(listLeaseOrders, page(1), page(16, 10)).open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await sees('L25');
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
});

/** Opens a lease history of a hundred devices. The list measures the first blocks before it renders placeholders for the others. */
async function hundredDevices(): Promise<void> {
  const before = Array.from({ length: 100 }, (_, index) => ({ id: `F${index}`, deviceName: `理疗仪 ${index}` }));
  new AppHarness().reply(listHistory, before).open('/my?tab=device');
  fireEvent.click(await screen.findByRole('tab', { name: '租赁历史' }));
  await sees('理疗仪 0');
  await waitFor(() => expect([screen.queryByText('理疗仪 99'), totalHeight()]).toEqual([null, 20 * HEIGHT]));
}

test('After a jump the list mounts the visible block first and at most five records per frame', async () => {
  await hundredDevices();
  const mounted: number[][] = [];
  const blocks = (nodes: NodeList) =>
    [...nodes]
      .flatMap((node) => Number((node as HTMLElement).dataset['block'] ?? Number.NaN))
      .filter((block) => !Number.isNaN(block));
  new MutationObserver((changes) => mounted.push(changes.flatMap(({ addedNodes }) => blocks(addedNodes)))).observe(
    list(),
    { childList: true },
  );
  await scrollsTo(10_200);
  await waitFor(() => expect(mounted.flat().toSorted((one, other) => one - other)).toEqual([8, 9, 10, 11, 12]));
  expect(mounted.filter((together) => together.length > 1)).toEqual([]);
  expect(mounted.flat()[0]).toBe(10);
});
