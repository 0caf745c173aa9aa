import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MODELS } from './registry.ts';
import { TABLE_NAMES } from './taken.ts';

test('The models of the registry have distinct names', () => {
  const names = MODELS.map(({ model }) => model.name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(MODELS)('The model $model.name has a test file of its own', ({ model: { name } }) => {
  const file = new URL(`${name}/model.test.ts`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toContain(`testModel('${name}')`);
});

test('The models of the registry walk all tables of the commands and purchases', () => {
  const walked = new Set(MODELS.flatMap(({ tables }) => tables));
  expect([...walked].toSorted()).toEqual([...TABLE_NAMES].toSorted());
});
