import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('No two style sheets have the same file name, because the names of their classes contain it', () => {
  const names = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => path.basename(file));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
