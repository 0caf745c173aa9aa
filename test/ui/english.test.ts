// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { counted } from '../../src/ui/copy/en/count.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { listedStateWords, stateWords } from '../../src/ui/screens/order-detail/order-rows.ts';
import { applyLanguage } from '../../src/ui/start/page-language.ts';
import { parseSync } from 'vite';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
    expect(english.modes.anotherRun).toMatch(/reports that it is running/);
    expect(english.treatment.anotherRunStop).toMatch(/reports/);
    expect(english.running.stopAnotherRun('X')).toMatch(/reports/);
  });

  test('The people with whom a device is shared are counted beside its renter, in English as in Chinese', () => {
    expect(`${english.share.people(1)} ${english.share.headline}`).toBe('1 person besides you can use this device');
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

const sources = import.meta.glob<string>(['../../src/ui/**/*.{ts,tsx}', '!../../src/ui/copy/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The name and the kind of each text; a function with the number of values that it takes. */
const formOf = (catalogue: unknown, name = ''): string[] =>
  typeof catalogue === 'object' && catalogue !== null
    ? Object.entries(catalogue).flatMap(([key, each]) => formOf(each, `${name}.${key}`))
    : [`${name} ${typeof catalogue === 'function' ? catalogue.length : 'text'}`];

test('Every English text takes as many values as the Chinese one', () => {
  expect(formOf(english).toSorted()).toEqual(formOf(copy).toSorted());
});

test('Two sentences in a row are a space apart in English', () => {
  const { mayHaveStarted, paidMayDeduct } = english.modes;
  expect(mayHaveStarted('No network') + paidMayDeduct).not.toMatch(/\.[A-Z]/);
});

describe('a module that reads a text', () => {
  /** The reads of a catalogue that happen while the module is evaluated. */
  function earlyReads(file: string, source: string): string[] {
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    const names = new Set(
      [...source.matchAll(/import \{ copy(?: as (\w+))? \} from '[^']*copy\/zh-CN/g)].map(([, name = 'copy']) => name),
    );
    const reads: string[] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, name, start } = node as { type?: string; name?: string; start?: number };
      if (type === 'ImportDeclaration' || type?.startsWith('TS') || /Function/.test(type ?? '')) return;
      if (type === 'Identifier' && name !== undefined && names.has(name))
        reads.push(`${file}: ${source.slice(start, start! + 40)}`);
      for (const each of Object.values(node)) walk(each);
    };
    walk(program);
    return reads;
  }

  test('No module of the page keeps a text from before the language is known', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(150);
    expect(Object.entries(sources).flatMap(([file, source]) => earlyReads(file, source))).toEqual([]);
  });

  test('A text that a constant keeps is found, and one that a function reads is not', () => {
    const line = "import { copy as words } from '../copy/zh-CN.ts';\n";
    expect(earlyReads('planted.ts', `${line}const TABS = [words.common.back];`)).toHaveLength(1);
    expect(earlyReads('planted.ts', `${line}const tabs = () => [words.common.back];`)).toEqual([]);
  });

  test('No module of the page writes a Chinese mark between two texts', () => {
    const marks = Object.entries(sources).flatMap(([file, source]) =>
      source
        .split('\n')
        .flatMap((line) => (/[\p{Script=Han}，。：；！？]/u.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );
    expect(marks).toEqual([]);
  });
});

const A_VALUE = 7;

const texts = textsIn(copy, A_VALUE);
const namesOf = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([name]) => name);

/** The wordings that the product prescribes with other spaces; also `modes.infrared`, a short word on a tile. */
const PRESCRIBED = ['lease.pay', 'treatment.elapsedAfter'];

test('The rules of writing see every text of the catalogue', () => {
  expect(texts.length).toBeGreaterThan(300);
  expect(texts).toContainEqual(['my.remainingDays', `剩余${A_VALUE}天`]);
});

test('Chinese follows a number, a Latin word or a sign without a space', () => {
  expect(namesOf(/(^|[\w.%)]) (?=\p{Script=Han})/u)).toEqual(PRESCRIBED);
});

test('A number inside a text follows the Chinese before it without a space', () => {
  expect(namesOf(/\p{Script=Han} [\w.:-]+ ?\p{Script=Han}/u)).toEqual([]);
});

test('A label and the value that ends its text are one space apart', () => {
  expect(namesOf(/\p{Script=Han}7$| {2}|\u00a0|\u3000/u)).toEqual(['modes.infrared']);
  expect(texts).toContainEqual(['my.expiry', `到期 ${A_VALUE}`]);
});

test('What goes on is written with three full stops, as everywhere in the product', () => {
  expect(namesOf(/…|。。|(?<!\.)\.\.(?!\.)/)).toEqual([]);
});

test('Money has the one sign ￥, without a space and without 元', () => {
  expect(namesOf(/¥|￥\s|\d元/)).toEqual([]);
});

test('No source of the app writes another sign for money', () => {
  /** Removes amounts in either spelling from what a server sent. */
  const READS_BOTH = path.join('core', 'feedback', 'redaction.ts');
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const ENGLISH = path.join('ui', 'copy', 'en');
  const others = files
    .filter((file) => !file.startsWith(ENGLISH))
    .filter((file) => readFileSync(path.join('src', file), 'utf8').includes('¥'));
  expect(others).toEqual([READS_BOTH]);
});
