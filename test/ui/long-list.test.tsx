// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listHistory } from '../../src/core/device/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, sees } from './app-harness.tsx';
import { onATallPage, scrollsToTheEnd } from './tall-page.ts';

onATallPage();

/** Of five records. */
const HEIGHT = 1_000;

/** Nothing is laid out here: blocks of records are as high as they are said to be, and the list begins where the page does. */
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
const room = () =>
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
  await app.passes(500);
  scrollsToTheEnd();
  await sees('L40');
  return app;
}

test('Of a long list what is far out of view is taken away, and keeps its room', async () => {
  await fortyOrders();
  await waitFor(() => expect([listed(1), listed(40), room()]).toEqual([false, true, 8 * HEIGHT]));
  await scrollsTo(0);
  await waitFor(() => expect([listed(1), listed(40), room()]).toEqual([true, false, 8 * HEIGHT]));
});

test('What has the focus stays, however far it is scrolled away', async () => {
  await fortyOrders();
  await scrollsTo(0);
  await sees('L1');
  act(() => screen.getAllByRole('link')[0]?.focus());
  await scrollsTo(9_000);
  await waitFor(() => expect([listed(1), listed(11), listed(40), room()]).toEqual([true, false, true, 8 * HEIGHT]));
  expect(document.activeElement?.textContent).toContain('L1');
});

test('Each record says which it is of how many, once the end is known', async () => {
  await fortyOrders();
  await scrollsTo(4_000);
  const said = () =>
    screen
      .getAllByRole('listitem')
      .map((item) => `${item.getAttribute('aria-posinset')} of ${item.getAttribute('aria-setsize')}`);
  await waitFor(() => expect([said()[0], said().at(-1)]).toEqual(['11 of 40', '35 of 40']));
});

test('A short list is left whole', async () => {
  new AppHarness().reply(listLeaseOrders, page(1), page(16, 10)).open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await sees('L25');
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
});

/** A hundred devices that were on lease before: the first of them are drawn, then their height is taken, and only then does the list keep room for the others. */
async function hundredDevices(): Promise<void> {
  const before = Array.from({ length: 100 }, (_, index) => ({ id: `F${index}`, deviceName: `理疗仪 ${index}` }));
  new AppHarness().reply(listHistory, before).open('/my?tab=device');
  fireEvent.click(await screen.findByRole('tab', { name: '租赁历史' }));
  await sees('理疗仪 0');
  await waitFor(() => expect([screen.queryByText('理疗仪 99'), room()]).toEqual([null, 20 * HEIGHT]));
}

test('The list of devices that were on lease before keeps room for those that are out of view, once it knows how high the first are', async () => {
  await hundredDevices();
  await scrollsTo(18_000);
  await sees('理疗仪 99');
  await waitFor(() => expect([screen.queryByText('理疗仪 0'), room()]).toEqual([null, 20 * HEIGHT]));
});

test('After a leap what is seen comes first, and never more than five records between two frames', async () => {
  await hundredDevices();
  const come: number[][] = [];
  const blocks = (nodes: NodeList) =>
    [...nodes]
      .flatMap((node) => Number((node as HTMLElement).dataset['block'] ?? Number.NaN))
      .filter((block) => !Number.isNaN(block));
  new MutationObserver((changes) => come.push(changes.flatMap(({ addedNodes }) => blocks(addedNodes)))).observe(
    list(),
    { childList: true },
  );
  await scrollsTo(10_200);
  await waitFor(() => expect(come.flat().toSorted((one, other) => one - other)).toEqual([8, 9, 10, 11, 12]));
  expect(come.filter((together) => together.length > 1)).toEqual([]);
  expect(come.flat()[0]).toBe(10);
});
