import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';

const A_VALUE = '7';

/** Every text of the catalogue, with a number for each value that a text takes. */
function textsIn(catalogue: unknown, name = ''): [name: string, text: string][] {
  if (typeof catalogue === 'string') return [[name, catalogue]];
  if (typeof catalogue === 'function') {
    const say = catalogue as (...values: string[]) => string;
    return textsIn(say(...Array.from({ length: Math.max(say.length, 1) }, () => A_VALUE)), name);
  }
  return Object.entries(catalogue as object).flatMap(([key, each]) => textsIn(each, name ? `${name}.${key}` : key));
}

const texts = textsIn(copy);
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
