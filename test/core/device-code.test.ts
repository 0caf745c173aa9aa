import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceNumberOf } from '../../src/core/basics/device-code.ts';

const NUMBER = /^[A-Za-z0-9_-]{4,64}$/;
const numbers = fc.stringMatching(/^[A-Za-z0-9_-]{4,64}$/);

test.each([
  ['DEV0001', 'DEV0001'],
  ['  DEV0001\n', 'DEV0001'],
  ['CODE_128,DEV0001', 'DEV0001'],
  [' CODE_128, DEV0001', 'DEV0001'],
  ['QR_CODE,DEV0001', undefined],
  ['EAN_13,6901234567892', '6901234567892'],
  ['https://shop.test/h5/?sno=DEV0001', 'DEV0001'],
  ['HTTPS://shop.test/?a=1,2&sno=DEV0001&b=x,y', 'DEV0001'],
  ['https://shop.test/?x=CODE_128,AAAA&sno=DEV0001', 'DEV0001'],
  ['https://shop.test/?sno=DEV%30001#top', 'DEV0001'],
  ['CODE_128,https://shop.test/?sno=DEV0001', 'DEV0001'],
  ['ＤＥＶ０００１', 'DEV0001'],
  ['\u3000DEV\uff0d0001\u3000', 'DEV-0001'],
  ['\u200bDEV\u200d0001\u2060', 'DEV0001'],
])('The code %j contains the device number %j', (code, sno) => {
  expect(deviceNumberOf(code)).toBe(sno);
});

test.each([
  '',
  'abc',
  'x'.repeat(65),
  'two words',
  '理疗仪',
  'https://shop.test/',
  'https://shop.test/DEV0001',
  'https://shop.test/?sno=',
  'https://shop.test/?sno=a b',
  'https://shop.test/?sno=../../x',
  'https://shop.test/#/?sno=DEV0001',
  'https://shop.test/?SNO=DEV0001',
  'javascript:alert(1)//?sno=DEV0001',
  'data:text/html,?sno=DEV0001',
  '//shop.test/?sno=DEV0001',
  'see https://shop.test/?sno=DEV0001',
  'weixin://dl/?sno=DEV0001',
  'DEV0001\u0000',
])('The code %j contains no device number', (code) => {
  expect(deviceNumberOf(code)).toBeUndefined();
});

test('Any scanned text yields a valid device number or undefined', () => {
  const scanned = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.tuple(fc.webUrl(), fc.string()).map(([url, sno]) => `${url}?sno=${sno}`),
    fc.string().map((text) => `CODE_128,${text}`),
  );
  fc.assert(
    fc.property(scanned, (text) => {
      const sno = deviceNumberOf(text);
      expect(sno === undefined || NUMBER.test(sno)).toBe(true);
    }),
    { numRuns: 10_000 },
  );
});

test('A device number is found in any link that contains it', () => {
  fc.assert(
    fc.property(numbers, fc.webUrl(), fc.string(), (sno, url, other) => {
      const link = `${url.split('?')[0]}?other=${encodeURIComponent(other)},${encodeURIComponent(other)}&sno=${sno}#x`;
      expect(deviceNumberOf(link)).toBe(sno);
      expect(deviceNumberOf(`CODE_128,${sno}`)).toBe(sno);
    }),
  );
});
