import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionBefore } from '../../src/ui/parts/page/history-way.ts';

const HOME = '/my';
const leadsTo = (...addresses: string[]) => addresses[positionBefore(addresses.length - 1, addresses)] ?? HOME;

test.each([
  ['the plans', [HOME, '/lease'], HOME],
  ['the modes after a payment', [HOME, '/modeMenu?paid=1'], HOME],
  [
    'the modes after a payment for plans that were chosen anew',
    ['/my/orderList', '/lease', '/modeMenu?paid=1'],
    '/my/orderList',
  ],
  [
    'a treatment after a payment for plans that were chosen anew',
    ['/my/orderList', '/lease', '/process?sno=A&paid=1'],
    '/my/orderList',
  ],
  ['the cards after one was renewed', [HOME, '/my/cardList', '/my/cardList'], HOME],
  ['the cards after one was renewed from the modes', [HOME, '/modeMenu', '/my/cardList'], '/modeMenu'],
  ['an order whose payment was cancelled', [HOME, '/orderDetail?type=cancel'], HOME],
  ['a running treatment', [HOME, '/modeMenu', '/process?sno=A'], '/modeMenu'],
  [
    'the modes of one device after a stop of another',
    [HOME, '/modeMenu?sno=A', '/modeMenu?sno=B&stop=1'],
    '/modeMenu?sno=A',
  ],
  [
    'the modes after a stop of the same device',
    [HOME, '/modeMenu?sno=A', '/custom?sno=A', '/modeMenu?sno=A&stop=1'],
    HOME,
  ],
  ['the modes after a payment for the device', [HOME, '/lease?sno=A', '/modeMenu?sno=A&paid=1'], HOME],
  [
    'the modes after a payment, from the plans of another device',
    [HOME, '/lease?sno=B', '/modeMenu?sno=A&paid=1'],
    '/lease?sno=B',
  ],
  [
    'the modes after a payment for the device in another spelling',
    [HOME, '/lease?sno=a1', '/modeMenu?sno=A1&paid=1'],
    HOME,
  ],
  ['a running treatment that the bar led to', [HOME, '/lease', '/process?sno=A'], '/lease'],
  ['the modes after a stop', [HOME, '/modeMenu', '/modeMenu?stop=1'], HOME],
  ['the modes after a stop of own settings', [HOME, '/modeMenu', '/custom', '/modeMenu?stop=1'], HOME],
  ['the modes after the second stop', [HOME, '/modeMenu', '/modeMenu?stop=1', '/modeMenu?stop=1'], HOME],
  [
    'the modes after a payment, a start and a stop',
    ['/my/orderList', '/lease', '/modeMenu?paid=1', '/modeMenu?stop=1'],
    '/my/orderList',
  ],
  [
    'the modes after the stop of a treatment that the bar led to',
    [HOME, '/my/orderList', '/modeMenu?stop=1'],
    '/my/orderList',
  ],
  ['the modes after a stop that began at the entry link', ['/modeMenu', '/modeMenu?stop=1'], HOME],
  ['own settings', [HOME, '/modeMenu', '/custom'], '/modeMenu'],
])('The back button of %s leads where the customer came from', (_, addresses, target) => {
  expect(leadsTo(...addresses)).toBe(target);
});

const address = fc.constantFrom(
  '/my',
  '/lease',
  '/lease?renewal=1',
  '/modeMenu',
  '/modeMenu?paid=1',
  '/modeMenu?stop=1',
  '/custom',
  '/modeMenu?sno=A',
  '/modeMenu?sno=B&stop=1',
  '/custom?sno=A',
  '/process?sno=A',
  '/process?sno=A&paid=1',
  '/my/cardList',
  '/my/orderList',
);

function subjectOf(address = ''): { path: string; sno: string | null } {
  const [path = '', query] = address.split('?');
  return { path, sno: new URLSearchParams(query).get('sno') };
}

test('In any history, the back button leads to an earlier screen or home, and to no step of the treatment that the modes of its device concluded', () => {
  fc.assert(
    fc.property(fc.array(address, { minLength: 1, maxLength: 8 }), (addresses) => {
      const position = addresses.length - 1;
      const target = positionBefore(position, addresses);
      expect(target).toBeGreaterThanOrEqual(-1);
      expect(target).toBeLessThan(position);
      const { path, sno } = subjectOf(addresses[position]);
      const before = subjectOf(addresses[target]);
      if (path === '/modeMenu' && before.sno === sno) expect(before.path).not.toMatch(/modeMenu|custom|process/);
    }),
  );
});

test('A position whose screen is unknown is not passed over', () => {
  expect(positionBefore(2, { 2: '/modeMenu?stop=1' })).toBe(1);
});
