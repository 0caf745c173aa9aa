import path from 'node:path';
import { test } from 'vitest';
import { type Appearance, appearances } from './appearances.ts';
import { places, titleOf } from './places.ts';
import { phonesForVisitors, Visitor } from './visitor.ts';

const FOLDER = path.resolve('docs/pictures');

/** The pictures of README.md: the place, the appearance and the file. */
const PICTURES: readonly (readonly [place: string, look: Appearance['name'], file: string])[] = [
  ['devices: full', 'plain', 'devices.png'],
  ['plans, one chosen', 'large', 'plans-large.png'],
  ['treatment: full', 'dark', 'treatment-dark.png'],
];

const phones = phonesForVisitors({ sharpness: 2 });

test.each(PICTURES)('%s, %s: %s', async (title, appearance, file) => {
  const place = places.find((each) => titleOf(each) === title);
  const look = appearances.find(({ name }) => name === appearance);
  if (!place || !look) throw new Error(`no place ${title} with the appearance ${appearance}`);
  const visitor = await Visitor.at(place, phones);
  await visitor.applies(look);
  await visitor.page.screenshot({ path: path.join(FOLDER, file) });
});
