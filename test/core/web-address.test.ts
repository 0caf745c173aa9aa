import { expect, test } from 'vitest';
import { isWebAddress } from '../../src/core/basics/web-address.ts';

test.each(['https://shop.test', 'https://shop.test:8443/a?b=c#d', 'HTTPS://a-b.shop.test/'])(
  'The address %s may be followed',
  (address) => {
    expect(isWebAddress(address)).toBe(true);
  },
);

test.each([
  undefined,
  '',
  'http://shop.test',
  'javascript:alert(1)',
  '//shop.test',
  'https://user@shop.test',
  'https://shop.test\\@elsewhere.test',
  ' https://shop.test',
  'https://shop.test/ x',
  'https://店.test',
])('The address %j may not be followed', (address) => {
  expect(isWebAddress(address)).toBe(false);
});
