import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/checkout-records.ts';
import { fingerprint } from '../../../src/core/session/fingerprint.ts';
import { Preferences } from '../../../src/core/account/preferences.ts';
import { Configuration } from '../../../src/core/api/configuration.ts';
import { API_BASE, createTestApp, type TestApp } from '../../helpers/create-test-app.ts';

const AT_ONE = '?accessToken=a&openid=o1';
const begun = (core: TestApp) => {
  core.at({ sno: 'DEV1' });
  core
    .get(CheckoutRecords)
    .record({ type: 'serverSaysPaid', order: { number: 'L-1', kind: 'lease', amountFen: 1, sno: 'DEV0001' } });
  core.get(CheckoutRecords).choose('one');
};
const remembered = ({ current, get }: TestApp) => [
  current.selected,
  get(CheckoutRecords).unusedPaidOrder('DEV0001', undefined),
  get(CheckoutRecords).ofIntent('one'),
];
const NOTHING = [undefined, undefined, undefined];
/** The page is loaded again, after its configuration was pointed at this server. */
const loadedAt = (core: TestApp, apiBase: string, query = '') =>
  createTestApp({ adapters: { ...core.adapters, configuration: Configuration.from({ apiBase }) }, query });

describe('what is remembered of one server', () => {
  test('stays as long as the page speaks to that server', () => {
    const core = createTestApp({ query: AT_ONE });
    begun(core);
    const again = loadedAt(core, API_BASE);
    expect(remembered(again)).toEqual(remembered(core));
    expect(again.session.token()).toBe('a');
  });

  test('is gone when the page speaks to another one, and the token that was kept is not sent there', () => {
    const core = createTestApp({ query: AT_ONE });
    begun(core);
    const elsewhere = loadedAt(core, 'https://other.test');
    expect(remembered(elsewhere)).toEqual(NOTHING);
    expect(elsewhere.session.state()).toBe('no-token');
  });

  test('is gone as well where the customer comes with a new link, whose token stays', () => {
    const core = createTestApp({ query: AT_ONE });
    begun(core);
    const elsewhere = loadedAt(core, 'https://other.test', '?accessToken=b&openid=o1&sno=DEV2');
    expect(remembered(elsewhere)).toEqual(NOTHING);
    expect(elsewhere.session.credentials()).toEqual({ accessToken: 'b', openid: 'o1', sno: 'DEV2' });
    begun(elsewhere);
    const later = loadedAt(elsewhere, 'https://other.test', '?accessToken=c&openid=o1');
    expect(remembered(later)).toEqual(remembered(elsewhere));
  });

  test('says nothing of how the phone is set, which stays', () => {
    const core = createTestApp({ query: AT_ONE });
    core.get(Preferences).setLargeType(true);
    expect(loadedAt(core, 'https://other.test').get(Preferences).largeType()).toBe(true);
  });
});

describe('a fingerprint', () => {
  test('is 32 digits that hold nothing of the text', () => {
    expect(fingerprint('openid-of-somebody')).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprint('')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is the same for the same texts and differs for any others', () => {
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

  test('tells a hundred thousand neighbours apart in each half of its digits', () => {
    const all = Array.from({ length: 100_000 }, (_, at) => fingerprint(`user-${at}`));
    expect(new Set(all.map((each) => each.slice(0, 16))).size).toBe(all.length);
    expect(new Set(all.map((each) => each.slice(16))).size).toBe(all.length);
  });
});
