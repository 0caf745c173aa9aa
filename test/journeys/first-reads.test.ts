import { describe, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { takePhone } from './phones.ts';

const pathOf = ({ path }: { path: string }) => `/api${path}`;

/** `again`: what the screen that the entry leads to asks once more, because it decides by what the server says then. */
type Case = [address: string, user: string, calls: string[], again?: string[]];

const cases: Case[] = [
  ['/my?tab=device', 'leaser', [listDevices].map(pathOf)],
  [
    '/?sno=PL10001',
    'ordinary',
    [listDevices, checkDevice, getUser, listCards].map(pathOf),
    [listDevices, checkDevice].map(pathOf),
  ],
  ['/process?sno=PL10005', 'card', [getDetail, enterPage, readLatest].map(pathOf)],
];

describe('the first requests of a page', () => {
  test.concurrent.for(cases)(
    'At %s, the page sends each call of the screen once, and again only what the screen after the entry decides by',
    async ([address, user, calls, again = []], { expect }) => {
      const { page, world } = await takePhone();
      const requested: string[] = [];
      const callsSent = () => requested.filter((path) => path.startsWith('/api/')).toSorted();
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      const link = new URL((await world.user(user)).entryLink, world.url).searchParams;
      link.delete('sno');
      await page.goto(`${world.url}${address}${address.includes('?') ? '&' : '?'}${link.toString()}`);
      await expect.poll(() => callsSent().filter((path) => calls.includes(path))).toEqual(calls.toSorted());
      await page.locator('h1, h2').filter({ visible: true }).first().waitFor();
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      for (const call of calls)
        expect(callsSent().filter((path) => path === call)).toHaveLength(again.includes(call) ? 2 : 1);
    },
  );
});
