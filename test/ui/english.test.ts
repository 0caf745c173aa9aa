import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { copy as plans } from '../../src/ui/copy/zh-CN-plans.ts';
import { copy as terms } from '../../src/ui/copy/zh-CN-terms.ts';
import { textsIn } from './catalogue-texts.ts';

const chinese = { ...copy, ...plans, ...terms };
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

const texts = textsIn(english);
const namesOf = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([name]) => name);

describe('the English texts', () => {
  test('Every Chinese text has an English one of the same name that takes as many values', () => {
    expect(texts.length).toBeGreaterThan(300);
    expect(formOf(english).toSorted()).toEqual(formOf(chinese).toSorted());
  });

  test('No English text contains a Chinese word or a Chinese mark, other than the sign for money', () => {
    expect(namesOf(/[\p{Script=Han}\u3000-\u303f\uff01-\uff60]/u)).toEqual([]);
  });

  test('No English text ends in a space, unless a value follows it', () => {
    expect(namesOf(/ $/)).toEqual([
      'payment.rentedUntil',
      'treatment.elapsedBefore',
      'cards.remaining',
      'cards.lastUsed',
      'terms.onPaying',
      'terms.onBinding',
    ]);
  });

  test('One thing is singular, and two are plural', () => {
    expect([1, 2].map(english.my.remainingDays)).toEqual(['1 day left', '2 days left']);
    expect([1, 2].map(english.device.days)).toEqual(['1 day', '2 days']);
    expect([1, 2].map(english.payment.boughtUses)).toEqual(['1 use bought', '2 uses bought']);
    expect([1, 2].map(english.share.people)).toEqual(['1 person', '2 people']);
    expect([1, 2].map(english.lists.leftOut)).toEqual(['1 entry cannot be shown', '2 entries cannot be shown']);
    expect([1, 30].map((days) => english.lease.plan(days, english.lease.units.day(days), '9', undefined))).toEqual([
      '1 day, ￥9',
      '30 days, ￥9',
    ]);
  });

  test('Two sentences in a row are a space apart', () => {
    const { mayHaveStarted, nothingTwice } = english.modes;
    expect(mayHaveStarted('No network') + nothingTwice).not.toMatch(/\.[A-Z]/);
  });
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
