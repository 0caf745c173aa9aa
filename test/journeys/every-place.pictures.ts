import './examined-language.ts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, test } from 'vitest';
import { appearances, appearancesOfOtherBrand, OTHER_BRAND, wideScreens } from './appearances.ts';
import { mainScreens } from './main-screens.ts';
import { places, placesOfOtherBrand, titleOf } from './places.ts';
import type { Place } from './places/place.ts';
import { theBrowser } from './phones.ts';
import { phonesForVisitors, Visitor } from './visitor.ts';

const FOLDER = path.resolve('pictures');
const FIRST_SCREEN = { width: 390, height: 844 };
const NARROW = 320;
const FIGURES_IN_A_ROW = 6;
const IMAGE_WIDTH = 130;

const phones = phonesForVisitors();
const phonesOfOtherBrand = phonesForVisitors({ brand: OTHER_BRAND });
beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
});

const fileOf = (title: string, appearance: string, width: number) =>
  `${title.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}.${appearance}.${width}.png`;

async function take(place: Place): Promise<void> {
  const visitor = await Visitor.at(place, phones);
  const { page } = visitor;
  const file = (appearance: string, width: number) => path.join(FOLDER, fileOf(titleOf(place), appearance, width));
  for (const appearance of appearances) {
    await page.setViewportSize(FIRST_SCREEN);
    await visitor.applies(appearance);
    await page.screenshot({ path: file(appearance.name, FIRST_SCREEN.width) });
    await page.setViewportSize({ width: NARROW, height: FIRST_SCREEN.height });
    await page.setViewportSize({
      width: NARROW,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
    await page.screenshot({ path: file(appearance.name, NARROW) });
  }
}

const inOtherBrand = (appearance: string) => `${OTHER_BRAND}-${appearance}`;

async function takeInOtherBrand(place: Place): Promise<void> {
  const visitor = await Visitor.at(place, phonesOfOtherBrand);
  for (const appearance of appearancesOfOtherBrand) {
    await visitor.applies(appearance);
    const file = fileOf(titleOf(place), inOtherBrand(appearance.name), FIRST_SCREEN.width);
    await visitor.page.screenshot({ path: path.join(FOLDER, file) });
  }
}

test.concurrent.each(placesOfOtherBrand.map((place) => [titleOf(place), place] as const))(
  '%s, in another brand',
  (_, place) => takeInOtherBrand(place),
);

test.concurrent.each(places.map((place) => [titleOf(place), place] as const))('%s', (_, place) => take(place));

test.concurrent.each(mainScreens)('%s on wide screens', async (name, place) => {
  const { page } = await Visitor.at(place, phones);
  for (const { name: shape, width, height } of wideScreens) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: path.join(FOLDER, fileOf(name, shape, width)) });
  }
});

test('All pictures are combined on one sheet', async () => {
  const sheet = path.join(FOLDER, 'all.html');
  writeFileSync(
    sheet,
    sheetOf([
      ...places.map((place) => ({ title: titleOf(place), looks: appearances.map(({ name }) => name) })),
      ...placesOfOtherBrand.map((place) => ({
        title: titleOf(place),
        looks: appearancesOfOtherBrand.map(({ name }) => inOtherBrand(name)),
      })),
    ]),
  );
  const page = await (
    await theBrowser()
  ).newPage({
    viewport: { width: FIGURES_IN_A_ROW * (appearances.length * IMAGE_WIDTH + 40) + 40, height: 1000 },
  });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: path.join(FOLDER, 'all.png'), fullPage: true });
});

function sheetOf(shown: readonly { title: string; looks: readonly string[] }[]): string {
  const figures = shown.map(({ title, looks }) => {
    const images = looks.map((look) => {
      const file = fileOf(title, look, FIRST_SCREEN.width);
      return `<a href="${file}"><img src="${file}" alt="${look}" width="${IMAGE_WIDTH}"></a>`;
    });
    return `<figure><figcaption>${title}</figcaption>${images.join('')}</figure>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every place</title><style>
body { margin: 20px; background: #ccc; font: 14px sans-serif; display: grid; grid-template-columns: repeat(${FIGURES_IN_A_ROW}, max-content); gap: 20px; }
figure { margin: 0; } figcaption { padding: 4px 0; font-weight: bold; } img { margin-right: 4px; vertical-align: top; }
</style>${figures.join('\n')}</html>`;
}
