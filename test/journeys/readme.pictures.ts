import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startBrowser } from './browser-person.ts';
import { type Appearance, appearances } from './appearances.ts';
import { places, titleOf } from './places.ts';
import { Visitors } from './visitors.ts';

const FOLDER = path.resolve('docs/pictures');

/** The pictures of README.md: the place, the appearance and the file. */
const PICTURES: readonly (readonly [place: string, look: Appearance['name'], file: string])[] = [
  ['devices: full', 'plain', 'devices.png'],
  ['plans, one chosen', 'large', 'plans-large.png'],
  ['treatment: full', 'dark', 'treatment-dark.png'],
];

let browser: Browser;
let visitors: Visitors;
beforeAll(async () => {
  browser = await startBrowser();
  visitors = await Visitors.open(browser, { many: 1, sharpness: 2 });
});
afterAll(async () => {
  await visitors.leave();
  await browser.close();
});

test.each(PICTURES)('%s, %s: %s', (title, appearance, file) =>
  visitors.lead(async (visitor) => {
    const place = places.find((each) => titleOf(each) === title);
    const look = appearances.find(({ name }) => name === appearance);
    if (!place || !look) throw new Error(`no place ${title} with the appearance ${appearance}`);
    await visitor.visits(place);
    await visitor.applies(look);
    await visitor.page.screenshot({ path: path.join(FOLDER, file) });
  }),
);
