import { LANGUAGE } from './examined-language.ts';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Appearance, appearances, appearancesOfOtherBrand, OTHER_BRAND, wideScreens } from './appearances.ts';
import { mainScreens } from './main-screens.ts';
import { fixedBars, NO_OBSTACLES, obstacles, scrollsSidewaysAtDoubleTextSize, offeredActions } from './obstacles.ts';
import { places, placesOfOtherBrand, titleOf } from './places.ts';
import { phonesForVisitors, Visitor } from './visitor.ts';

const NARROW = 320;
const LISTS = ['devices', 'lease history', 'plans', 'orders', 'card orders', 'cards', 'refunds', 'shares'];

const [plain] = appearances;
/** The dark changes no shape. */
const shapes = appearances.filter(({ colorScheme }) => colorScheme === 'light');
const phones = phonesForVisitors({ width: NARROW });
const phonesOfOtherBrand = phonesForVisitors({ width: NARROW, brand: OTHER_BRAND });

async function meetsNoObstacle(visitor: Visitor, looks: readonly Appearance[]): Promise<void> {
  for (const look of looks) {
    await visitor.applies(look);
    const found = await obstacles(visitor.page, look.rules);
    expect({ appearance: look.name, ...found }).toEqual({ appearance: look.name, ...NO_OBSTACLES });
  }
}

/** The bars above every screen load later than the screens that need no payment. */
const BARS = '#root > :first-child > [role=status]:first-child';

/** Replaces what differs from run to run: dates, times, and the minutes of a treatment that runs. */
const withoutTimes = (tree: string) =>
  tree
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'YYYY-MM-DD')
    .replaceAll(/\b\d{2}-\d{2}(?= \d{2}:\d{2})/g, 'MM-DD')
    .replaceAll(/\d{2}:\d{2}(:\d{2})?/g, (time) => (time.length > 5 ? 'HH:mm:ss' : 'HH:mm'))
    .replaceAll(/(?<=已理疗[^\n]*\n\s*- strong: "?)\d+/g, 'N')
    .replaceAll(/(?<=剩余)\d+(?=分钟)/g, 'N')
    .replaceAll(/ZL\d+/g, 'ORDER');

/** The full check takes minutes and runs on demand: `npm run examine`. Otherwise only the state `full` of each screen is checked. */
const isFullCheck = process.env['EXAMINE'] === 'all';
const checked = isFullCheck ? places : places.filter(({ state }) => state === 'full');
const checkedInOtherBrand = isFullCheck
  ? placesOfOtherBrand
  : placesOfOtherBrand.filter(({ name }) => name === 'plans, one chosen');

test.concurrent.for(checked)(
  'The screen “$name” is accessible in light mode, dark mode and large type on a narrow phone; a main screen also fits a phone on its side and a computer, and a screen reader finds on it what was reviewed last',
  async (place, { expect }) => {
    const visitor = await Visitor.at(place, phones);
    const { page } = visitor;
    await meetsNoObstacle(visitor, appearances);
    expect(await scrollsSidewaysAtDoubleTextSize(page)).toBe(false);
    if (place.state === 'error') expect(await offeredActions(page)).not.toEqual([]);
    expect(visitor.complaints().filter((complaint) => !place.allowedMessages?.test(complaint))).toEqual([]);
    const [screen] = mainScreens.find(([, main]) => main === place) ?? [];
    if (screen === undefined) return;
    await page.setViewportSize({ width: 390, height: 844 });
    await visitor.applies(plain);
    await page.locator(BARS).waitFor({ state: 'attached' });
    const tree = `${withoutTimes(await page.locator('#root').ariaSnapshot())}\n`;
    // The English texts are reviewed in their catalogue.
    if (LANGUAGE === undefined)
      await expect(tree).toMatchFileSnapshot(path.resolve(`test/journeys/accessibility/${screen}.txt`));
    for (const { name, width, height } of wideScreens) {
      await page.setViewportSize({ width, height });
      for (const appearance of shapes) {
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
  },
);

test.concurrent.each(checkedInOtherBrand.map((place) => [titleOf(place), place] as const))(
  'The screen “%s” is accessible in the colours of another brand, light and dark',
  async (_, place) => meetsNoObstacle(await Visitor.at(place, phonesOfOtherBrand), appearancesOfOtherBrand),
);

test.each(LISTS)('The list of %s is checked in the states loading, empty, error and full', (name) => {
  const states = places.flatMap((place) => (place.name === name && place.state ? [place.state] : []));
  expect(states.toSorted()).toEqual(['empty', 'error', 'full', 'loading']);
});
