import { choose } from '../../helpers/choose.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { fingerprint } from '../../../src/core/session/fingerprint.ts';
import { Preferences } from '../../../src/core/account/preferences.ts';
import { Configuration } from '../../../src/core/api/configuration/configuration.ts';
import { API_BASE, createTestApp, type TestApp } from '../../helpers/create-test-app.ts';

const AT_ONE = '?accessToken=a&openid=o1';
const storeState = (core: TestApp) => {
  core.scope.write('session', 'kept', 'DEV1');
  core.get(CheckoutRecords).record({
    type: 'serverSaysPaid',
    paidAt: core.clock.now(),
    order: { number: 'L-1', kind: 'lease', amountFen: 1, sno: 'DEV0001' },
  });
  choose(core.get(CheckoutRecords), 'one');
};
const storedState = ({ scope, get }: TestApp) => [
  scope.read('session', 'kept'),
  get(CheckoutRecords).purchases().unusedPaidOrder('DEV0001', undefined),
  get(CheckoutRecords).purchases().ofIntent({ name: 'one' }),
];
const NOTHING = [undefined, undefined, undefined];
/** Reloads the page with a configuration that names this API. */
const loadedAt = (core: TestApp, apiBase: string, query = '') =>
  createTestApp({ adapters: { ...core.adapters, configuration: Configuration.from({ apiBase }) }, query });

describe('AccountScope: one API', () => {
  test('The stored state survives a reload with the same API', () => {
    const core = createTestApp({ query: AT_ONE });
    storeState(core);
    const again = loadedAt(core, API_BASE);
    expect(storedState(again)).toEqual(storedState(core));
    expect(again.session.token()).toBe('a');
  });

  test('A page that is configured for another API has neither the stored state nor the stored token', () => {
    const core = createTestApp({ query: AT_ONE });
    storeState(core);
    const elsewhere = loadedAt(core, 'https://other.test');
    expect(storedState(elsewhere)).toEqual(NOTHING);
    expect(elsewhere.session.state()).toBe('no-token');
  });

  test('A link opened with another API clears the stored state and keeps the token of the link', () => {
    const core = createTestApp({ query: AT_ONE });
    storeState(core);
    const elsewhere = loadedAt(core, 'https://other.test', '?accessToken=b&openid=o1&sno=DEV2');
    expect(storedState(elsewhere)).toEqual(NOTHING);
    expect(elsewhere.session.credentials()).toEqual({ accessToken: 'b', openid: 'o1', sno: 'DEV2' });
    storeState(elsewhere);
    const later = loadedAt(elsewhere, 'https://other.test', '?accessToken=c&openid=o1');
    expect(storedState(later)).toEqual(storedState(elsewhere));
  });

  test('The preferences of the phone survive a change of the API', () => {
    const core = createTestApp({ query: AT_ONE });
    core.get(Preferences).setLargeType(true);
    expect(loadedAt(core, 'https://other.test').get(Preferences).largeType()).toBe(true);
  });
});

describe('fingerprint', () => {
  test('A fingerprint consists of 32 hexadecimal digits', () => {
    expect(fingerprint('openid-of-somebody')).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprint('')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('Two fingerprints are equal exactly if their texts are equal', () => {
    const text = fc.array(fc.constantFrom(...'ab\u0000é😀'), { maxLength: 4 }).map((letters) => letters.join(''));
    const texts = fc.array(text, { maxLength: 3 });
    fc.assert(
      fc.property(
        texts,
        texts,
        (one, other) =>
          (fingerprint(...one) === fingerprint(...other)) === (JSON.stringify(one) === JSON.stringify(other)),
      ),
    );
  });

  test('A hundred thousand similar texts have distinct fingerprints in each half of the digits', () => {
    const all = Array.from({ length: 100_000 }, (_, at) => fingerprint(`user-${at}`));
    expect(new Set(all.map((each) => each.slice(0, 16))).size).toBe(all.length);
    expect(new Set(all.map((each) => each.slice(16))).size).toBe(all.length);
  });
});
