import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MODELS } from './registry.ts';

test('The models of the registry have distinct names', () => {
  const names = MODELS.map(({ model }) => model.name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(MODELS)('The model $model.name has a test file of its own', ({ model: { name } }) => {
  const file = new URL(`${name}/model.test.ts`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toContain(`testModel('${name}')`);
});
