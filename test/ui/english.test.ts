// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { counted } from '../../src/ui/copy/en/count.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { listedStateWords, stateWords } from '../../src/ui/screens/order-detail/order-rows.ts';
import { applyLanguage } from '../../src/ui/start/page-language.ts';

type Leaf = readonly [name: string, text: string];

/** Every text with a number for each value that it takes. */
function textsIn(catalogue: unknown, amount: number, name = ''): Leaf[] {
  if (typeof catalogue === 'string') return [[name, catalogue]];
  if (typeof catalogue === 'function') {
    const say = catalogue as (...values: number[]) => string;
    return [[name, say(...Array.from({ length: Math.max(say.length, 1) }, () => amount))]];
  }
  return Object.entries(catalogue as object).flatMap(([key, each]) =>
    textsIn(each, amount, name ? `${name}.${key}` : key),
  );
}

const namesIn = (catalogue: unknown) => textsIn(catalogue, 2).map(([name]) => name);

describe('the English texts', () => {
  test('Each Chinese text has one in English, and there is no other', () => {
    expect(namesIn(english).toSorted()).toEqual(namesIn(copy).toSorted());
    expect(namesIn(english).length).toBeGreaterThan(300);
  });

  test('None of them contains Chinese, Chinese punctuation or nothing', () => {
    const chinesePart = /[\p{Script=Han}\u3000-\u303f！-～￥]/u;
    expect(textsIn(english, 2).filter(([, text]) => chinesePart.test(text) || text === '')).toEqual([]);
  });

  test('A number stands with the singular or the plural of its noun', () => {
    expect([0, 1, 2].map((amount) => counted(amount, 'day'))).toEqual(['0 days', '1 day', '2 days']);
    const singular = new Map(textsIn(english, 1));
    expect(textsIn(english, 1).filter(([, text]) => /\b1 (days|uses|people|entries)\b/.test(text))).toEqual([]);
    expect(textsIn(english, 2).filter(([, text]) => /\b2 (day|use|person|entry)\b/.test(text))).toEqual([]);
    expect(singular.get('my.remainingDays')).toBe('1 day left');
  });

  test('What is not known is not promised in English either', () => {
    expect(english.treatment.stopUnconfirmed).toMatch(/can’t confirm/);
    expect(english.safety.mayStillRun).toMatch(/may still be running/);
    expect(english.payment.stillUnknown).toMatch(/do not pay again/);
    expect(english.orders.unknown).toMatch(/not known/);
    expect(english.modes.paidNotStartedHint('X')).not.toMatch(/no (further )?use is deducted\./);
    expect(english.modes.paidMayDeduct).toMatch(/may deduct one more use/);
    expect(english.modes.mayHaveStarted('X')).toMatch(/may have arrived.*may start later/);
    expect(english.treatment.overHint).toMatch(/^We received no report/);
    expect(english.treatment.stopRefused).not.toMatch(/can’t be stopped/);
    expect(english.entry.reasons.using).not.toMatch(/else/);
    expect(english.share.alike).toMatch(/looks? the same/);
  });
});

test('A reason that the server gives in Chinese stands behind the page’s own sentence, for the staff to read', () => {
  const { told } = english.problems;
  expect([
    told('系统繁忙', 'Please try again'),
    told('Card declined', 'Please try again'),
    copy.problems.told('系统繁忙', ''),
  ]).toEqual(['Please try again (系统繁忙)', 'Card declined', '系统繁忙']);
});

test('The sum of an order that is cancelled is not said to be still to pay', () => {
  expect(english.orders.due).not.toMatch(/to pay/i);
});

describe('the language of the page', () => {
  const before = structuredClone({ back: copy.common.back });
  beforeEach(() => {
    document.documentElement.lang = 'zh-CN';
  });

  test.each([
    ['zh-CN', 'en-US'],
    ['auto', 'zh-CN'],
    ['auto', 'zh-TW'],
    ['fr', 'en-US'],
    [undefined, 'en-US'],
  ])('It stays Chinese for the setting %s on a phone in %s', async (setting, phone) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(phone);
    await applyLanguage(setting);
    expect([copy.common.back, document.documentElement.lang]).toEqual([before.back, 'zh-CN']);
  });

  test('An address that names no language of the page leaves the configured one', async () => {
    await applyLanguage('fr', 'zh-CN');
    expect(document.documentElement.lang).toBe('zh-CN');
    await applyLanguage('zh-CN', 'en');
    expect(document.documentElement.lang).toBe('zh-CN');
    await applyLanguage('fr', 'en');
    expect(document.documentElement.lang).toBe('en');
  });

  test('An order says its state in English where the word of the server is known, and in that word where it is not', async () => {
    await applyLanguage('en');
    const order = { kind: 'lease', number: 'L1', state: 'paid' } as const;
    expect(listedStateWords({ ...order, statusText: '使用中' })).toBe('In use');
    expect(stateWords({ ...order, state: 'cancelled', statusText: '已过期' })).toBe('Expired');
    expect(listedStateWords({ ...order, state: 'unknown', statusText: '银行处理中' })).toBe('银行处理中');
  });

  test.each([
    ['auto', 'de-DE'],
    ['en', 'zh-CN'],
  ])('It is English for the setting %s on a phone in %s, in every catalogue', async (setting, phone) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(phone);
    await applyLanguage(setting);
    expect(document.documentElement.lang).toBe('en');
    expect([copy.common.back, copy.share.add, copy.plans.usedUp, copy.terms.onPaying]).toEqual([
      english.common.back,
      english.share.add,
      english.plans.usedUp,
      english.terms.onPaying,
    ]);
  });
});
