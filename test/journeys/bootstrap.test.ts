import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { sharedBrowserAndWorld } from './shared-browser.ts';
import { afterThisTest } from './failure-record.ts';

const shared = sharedBrowserAndWorld();
const DETAIL = `/api${getDetail.path}`;
const LATEST = `/api${readLatest.path}`;
const LINE = `/api${enterPage.path}`;

const TREATMENT = ['payments', 'treatment'];
const ALL_SERVICES = ['rest', ...TREATMENT];

/** `again`: what the screen that the entry leads to asks once more, because it decides by what the server says then. */
type Case = [address: string, user: string, requested: string[], files: string[], again?: string[]];

const cases: Case[] = [
  ['/', 'ordinary', [`/api${getUser.path}`], ['My']],
  ['/my?tab=device', 'leaser', [`/api${listDevices.path}`], ['My']],
  [
    '/?sno=PL10001',
    'ordinary',
    [`/api${listDevices.path}`, `/api${checkDevice.path}`, `/api${getUser.path}`, `/api${listCards.path}`],
    ['DialogSurface', 'Lease', 'ModeMenu', 'Process', 'StatusBars', ...ALL_SERVICES],
    [`/api${listDevices.path}`],
  ],
  ['/lease?type=recharge&sysUserId=9001', 'ordinary', [], ['Lease']],
  ['/process?sno=PL10005', 'card', [DETAIL, LINE, LATEST], ['DialogSurface', 'Process', 'StatusBars', ...TREATMENT]],
  ['/my/orderList', 'leaser', [], ['orders', 'StatusBars', ...ALL_SERVICES]],
];

/** Opens an address from WeChat and holds back the script that renders. */
async function opensWithoutRendering(
  address: string,
  user: string,
  check: (page: Page, requested: () => string[], render: () => void) => Promise<void>,
): Promise<void> {
  const context = await shared.browser.newContext({ viewport: { width: 390, height: 844 } });
  afterThisTest(() => context.close());
  const page = await context.newPage();
  const requested: string[] = [];
  let render = (): void => {};
  const rendered = new Promise<void>((resolve) => (render = resolve));
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await rendered;
    await route.continue();
  });
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const link = new URL((await shared.world.user(user)).entryLink, shared.world.url).searchParams;
  link.delete('sno');
  await page.goto(`${shared.world.url}${address}${address.includes('?') ? '&' : '?'}${link.toString()}`, {
    waitUntil: 'commit',
  });
  await check(page, () => requested, render);
}

const screensIn = (requested: string[]) =>
  requested
    .flatMap((path) => /\/assets\/(orders|account|payments|treatment|rest|[A-Z]\w+)-[^/]+\.js$/.exec(path)?.[1] ?? [])
    .toSorted();
const callsIn = (requested: string[]) => requested.filter((path) => path.startsWith('/api/')).toSorted();

describe('bootstrap before rendering', () => {
  test.each(cases)(
    'At %s, the bootstrap script sends the API calls of the screen and fetches its modules before rendering, and sends no call of the entry twice',
    (address, user, calls, files, again = []) =>
      opensWithoutRendering(address, user, async (page, requested, render) => {
        await expect.poll(() => callsIn(requested())).toEqual(calls);
        await expect.poll(() => screensIn(requested())).toEqual(files.toSorted());
        render();
        await page.locator('h1, h2').filter({ visible: true }).first().waitFor();
        await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
        await page.waitForLoadState('networkidle');
        const all = callsIn(requested());
        for (const call of calls)
          expect(all.filter((path) => path === call)).toHaveLength(again.includes(call) ? 2 : 1);
      }),
  );
});
