import { describe, expect, test } from 'vitest';
import {
  orderInLink,
  orderLink,
  orderLinkTemplate,
  sharedDeviceInLink,
  sharedDeviceLink,
} from '../../src/core/app-links.ts';
import { screens } from '../../src/ui/routes.tsx';

const queryOf = (link: string) => new URL(link, 'https://shop.example').searchParams;
const orders = [
  { number: 'L-1', kind: 'lease', operatorId: undefined },
  { number: 'C/1 & 2', kind: 'card', operatorId: 'shop 1' },
] as const;

describe('orderLink', () => {
  test.each(orders)('The link of the order $number is stable and names that order', (order) => {
    const link = orderLink(order);
    expect(orderInLink(queryOf(link))).toEqual(order);
    expect(link).toBe(
      order.kind === 'lease'
        ? '/orderDetail?orderNo=L-1&isCardItem=false'
        : '/orderDetail?orderNo=C%2F1%20%26%202&isCardItem=true&sysUserId=shop%201',
    );
  });

  test.each(orders)('The link of the order $number equals the template with its placeholders filled in', (order) => {
    const values: Record<string, string> = {
      number: order.number,
      isCard: String(order.kind === 'card'),
      operatorId: order.operatorId ?? '',
    };
    expect(
      orderLinkTemplate(order.kind).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
    ).toBe(orderLink(order));
  });

  test('A link without an order number names no order', () => {
    expect(orderInLink(queryOf('/orderDetail?isCardItem=true'))).toBeUndefined();
  });
});

test('The link of a shared device names the device, and no other link does', () => {
  expect(sharedDeviceInLink(queryOf(sharedDeviceLink('https://shop.example/share', '/', 'DEV0001')))).toBe('DEV0001');
  expect([
    sharedDeviceInLink(queryOf('/modeMenu?sno=DEV0001')),
    sharedDeviceInLink(queryOf('/modeMenu?isShare=true')),
  ]).toEqual([undefined, undefined]);
});

test('Each link leads to a screen', () => {
  const links = [
    orderLink(orders[0]),
    orderLinkTemplate('lease'),
    sharedDeviceLink('https://shop.example', '/', 'DEV0001'),
  ];
  expect(
    links.map((link) => new URL(link, 'https://shop.example').pathname).filter((path) => !(path in screens)),
  ).toEqual([]);
});
