import './examined-language.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from './browser-person.ts';
import { type Appearance, appearances, appearancesOfOtherBrand, OTHER_BRAND, wideScreens } from './appearances.ts';
import { mainScreens } from './main-screens.ts';
import { fixedBars, NO_OBSTACLES, obstacles, scrollsSidewaysAtDoubleTextSize, offeredActions } from './obstacles.ts';
import { places, placesOfOtherBrand, titleOf } from './places.ts';
import type { Place } from './places/place.ts';
import type { Visitor } from './visitor.ts';
import { Visitors } from './visitors.ts';

const NARROW = 320;
const LISTS = ['devices', 'lease history', 'plans', 'orders', 'card orders', 'cards', 'refunds', 'shares'];

let browser: Browser;
let visitors: Visitors;
let visitorsOfOtherBrand: Visitors;
beforeAll(async () => {
  browser = await startBrowser('--use-fake-device-for-media-stream');
  visitors = await Visitors.open(browser, { width: NARROW });
  visitorsOfOtherBrand = await Visitors.open(browser, { many: 1, width: NARROW, brand: OTHER_BRAND });
});
afterAll(async () => {
  await visitors.leave();
  await visitorsOfOtherBrand.leave();
  await browser.close();
});

async function meetsNoObstacle(visitor: Visitor, looks: readonly Appearance[]): Promise<void> {
  for (const look of looks) {
    await visitor.applies(look);
    const found = await obstacles(visitor.page, look.rules);
    expect({ appearance: look.name, ...found }).toEqual({ appearance: look.name, ...NO_OBSTACLES });
  }
}

const examine = (place: Place) =>
  visitors.lead(async (visitor) => {
    await visitor.visits(place);
    const { page } = visitor;
    await meetsNoObstacle(visitor, appearances);
    expect(await scrollsSidewaysAtDoubleTextSize(page)).toBe(false);
    if (place.state === 'error') expect(await offeredActions(page)).not.toEqual([]);
    expect(visitor.complaints().filter((complaint) => !place.allowedMessages?.test(complaint))).toEqual([]);
  });

/** The full check takes minutes and runs on demand: `npm run examine`. Otherwise only the state `full` of each screen is checked. */
const isFullCheck = process.env['EXAMINE'] === 'all';
const checked = isFullCheck ? places : places.filter(({ state }) => state === 'full');
const checkedInOtherBrand = isFullCheck
  ? placesOfOtherBrand
  : placesOfOtherBrand.filter(({ name }) => name === 'plans, one chosen');

// covers 9.limits.24a
test.concurrent.each(checked.map((place) => [titleOf(place), place] as const))(
  'The screen “%s” is accessible in light mode, dark mode and large type on a narrow phone',
  (_, place) => examine(place),
);

test.concurrent.for(mainScreens)(
  'The screen “%s” fits a phone on its side and a computer, and its fixed bars leave room for the content',
  ([, place], { expect }) =>
    visitors.lead(async (visitor) => {
      await visitor.visits(place);
      const { page } = visitor;
      for (const { name, width, height } of wideScreens) {
        await page.setViewportSize({ width, height });
        for (const appearance of appearances) {
          await visitor.applies(appearance);
          const found = { ...(await obstacles(page, 'none')), ...(await fixedBars(page)) };
          expect({ name, appearance: appearance.name, ...found }).toEqual({
            name,
            appearance: appearance.name,
            ...NO_OBSTACLES,
            eatsTheScreen: false,
            outsideTheScreen: [],
          });
        }
      }
    }),
);

test.concurrent.each(checkedInOtherBrand.map((place) => [titleOf(place), place] as const))(
  'The screen “%s” is accessible in the colours of another brand, light and dark',
  (_, place) =>
    visitorsOfOtherBrand.lead(async (visitor) => {
      await visitor.visits(place);
      await meetsNoObstacle(visitor, appearancesOfOtherBrand);
    }),
);

test.each(LISTS)('The list of %s is checked in the states loading, empty, error and full', (name) => {
  const states = places.flatMap((place) => (place.name === name && place.state ? [place.state] : []));
  expect(states.toSorted()).toEqual(['empty', 'error', 'full', 'loading']);
});
