import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';

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
