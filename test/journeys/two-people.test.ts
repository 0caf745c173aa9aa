import { describe, expect, test } from 'vitest';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { RENTED } from '../helpers/world.ts';
import { withPerson } from './person-fixture.ts';

describe.concurrent('two people on one phone', () => {
  test(
    'A payment that ends after another person opened the app concerns the page of its own person only',
    withPerson(RENTED, async (person, world) => {
      await person.arrives('ordinary', '/?sno=PL10001');
      await (await person.choosesPlan()).tap();
      await person.sheet('pay').waitFor();
      const other = await person.opensAnotherPage();
      await other.arrives('leaser', '/my?tab=device');
      await other.comesTo('/my');
      await world.fault({ path: getLeaseOrder.path, kind: 'http', status: 500, times: 99 });
      await person.sheet('pay').tap();
      await person.seesText(copy.payment.confirming);
      await other.page.reload();
      await other.page.getByRole('tab', { name: copy.my.deviceTab, exact: true }).waitFor();
      await other.page.waitForLoadState('networkidle');
      await other.seesNoText(copy.payment.confirming);
      expect(other.calls).not.toContain(getLeaseOrder.path);
      await person.page.reload();
      await person.seesText(copy.payment.confirming);
      await world.heals();
      await person.hidesAndShows();
      await person.seesNoText(copy.payment.confirming);
    }),
  );

  test(
    'A page that the browser restores in a tab of another person becomes the page of that person',
    withPerson({}, async (person) => {
      await person.arrives('leaser', '/my?tab=device');
      const { page } = person;
      await page.getByRole('tab', { name: copy.my.deviceTab, exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      const before = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
      await person.arrives('ordinary', '/my?tab=my');
      await page.getByRole('tab', { name: copy.my.accountTab, exact: true }).waitFor();
      const after = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
      const restores = (stored: Record<string, string>) =>
        page.evaluate((values) => {
          sessionStorage.clear();
          for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
          window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        }, stored);
      await page.evaluate(() => Object.assign(window, { isFirstPage: true }));
      await restores(after);
      expect(await page.evaluate(() => 'isFirstPage' in window)).toBe(true);
      const reloaded = page.waitForEvent('load');
      await restores(before);
      await reloaded;
      expect(await page.evaluate(() => 'isFirstPage' in window)).toBe(false);
      await page.getByRole('tab', { name: copy.my.deviceTab, exact: true }).waitFor();
    }),
  );
});
