import { expect, test } from 'vitest';
import { withoutPrivateShapes, withoutSecrets } from '../../../src/core/feedback/redaction.ts';

test.each([
  ['/orderDetail?orderNo=1#top', '/orderDetail'],
  ['paid ￥ 19.90', 'paid ***'],
  [`id ${'a'.repeat(20)}.`, 'id ***.'],
  [`id ${'a'.repeat(19)}.`, `id ${'a'.repeat(19)}.`],
])('The text %s is redacted to %s', (text, redacted) => {
  expect(withoutPrivateShapes(text)).toBe(redacted);
});

test('Every secret is redacted even if it contains another one, and a text below four characters is not a secret', () => {
  expect(withoutSecrets('key abcd and abcdefgh, x1 and y1y1', ['abcd', 'abcdefgh', 'x1', 'y1y'])).toBe(
    'key *** and ***, x1 and y1y1',
  );
});
