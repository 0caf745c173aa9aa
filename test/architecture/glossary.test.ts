import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = ['src', 'sandbox', 'contract']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The names in a glossary that the code does not have, without those of files and commands. */
function unknownNames(glossary: string): string[] {
  const names = Array.from(glossary.matchAll(/`([\w.-]+)`/g), ([, name = '']) => name.split('.').at(-1) ?? name);
  return names.filter((name) => name !== 'ts' && !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources));
}

test('Each name in the glossary occurs in the code', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  expect(glossary.match(/`/g)?.length).toBeGreaterThan(100);
  expect(unknownNames(glossary)).toEqual([]);
});

test('A name in a glossary that the code does not have is found', () => {
  expect(unknownNames('| lease | `LeasedDevice`, `PlantedDevice` | `Order.plantedKind` |')).toEqual([
    'PlantedDevice',
    'plantedKind',
  ]);
});
