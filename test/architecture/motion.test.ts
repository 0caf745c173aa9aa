import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const UI = path.resolve('src/ui');
const sheets = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
const textOf = (name: string) => readFileSync(path.join(UI, name), 'utf8');
const movements = (css: string) =>
  Array.from(css.matchAll(/^\s*((?:animation|transition)[\w-]*\s*:[^;]+);/gm), ([, declaration = '']) => declaration);

test('Only the design tokens define durations of animations and transitions', () => {
  const own = sheets
    .filter((name) => name !== 'tokens.css' && name !== 'base.css')
    .flatMap((name) => movements(textOf(name)).map((found) => `${name} ${found}`));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((found) => /\d+m?s\b/.test(found) || !found.includes('var(--'))).toEqual([]);
});

test('Animations end within 1 ms and nothing changes gradually for users who prefer reduced motion', () => {
  const [, reduced = ''] = textOf('base.css').split('@media (prefers-reduced-motion: reduce)');
  for (const rule of [
    '*,',
    '*::before',
    '*::after',
    'animation-duration: 1ms !important',
    'animation-iteration-count: 1 !important',
    'transition-property: none !important',
  ]) {
    expect(reduced).toContain(rule);
  }
});
