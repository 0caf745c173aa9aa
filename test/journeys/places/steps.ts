import type { FaultSetting } from '../../../sandbox/faults.ts';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { plantErrorIn } from '../planted.ts';
import type { Visitor } from '../visitor.ts';

/** An action or a wait of a visitor on the way to a place. */
export type Step = (visitor: Visitor) => Promise<unknown>;

/** Opens the app from WeChat as a demo user. */
export const comes =
  (user: string, address: string): Step =>
  (visitor) =>
    visitor.opens(address, user);
export const goes =
  (address: string): Step =>
  (visitor) =>
    visitor.opens(address);

export const reads =
  (words: string | RegExp): Step =>
  ({ page }) =>
    page.getByText(words).filter({ visible: true }).first().waitFor();
export const readsHeading =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('heading', { name, exact: true }).first().waitFor();
export const mayRetry: Step = ({ page }) => page.getByRole('button', { name: copy.common.retry }).first().waitFor();

export const presses =
  (name: string | RegExp): Step =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).first().tap();
export const choosesTab =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('tab', { name, exact: true }).tap();
export const follows =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('link', { name }).first().tap();
export const writes =
  (label: string, text: string): Step =>
  ({ page }) =>
    page.getByLabel(label, { exact: true }).fill(text);

/** Every later call to these paths meets a fault. */
export const faults =
  (kind: FaultSetting['kind'], ...paths: string[]): Step =>
  async ({ world }) => {
    for (const path of paths) await world.fault({ path, kind, times: 9 });
  };
export const device =
  (sno: string, change: { online?: boolean; locked?: boolean; silent?: boolean }): Step =>
  ({ world }) =>
    world.device(sno, change);

export const waits =
  (ms: number): Step =>
  ({ page }) =>
    page.clock.fastForward(ms);

export const choosesPlan: Step = ({ page }) => page.locator('label:has(input[name=plan])').first().tap();

/** The text with any number where it has 7. */
export const withNumber = (text: string): RegExp => new RegExp(`^${text.replace('7', String.raw`[\d.]+`)}$`);

/** The button that pays a chosen plan. */
export const payButton = withNumber(copy.lease.pay('7'));

/** Pays the first plan. The sandbox’s WeChat answers with `next`, and the money is charged only if it `settles`. */
export const pays =
  (next: 'ok' | 'cancel' | 'fail', settles = false): Step =>
  async (visitor) => {
    await visitor.world.payment({ next, settles });
    await choosesPlan(visitor);
    await presses(payButton)(visitor);
  };

/** Overrides fields of the configuration that the page loads. */
export const finds =
  (change: Record<string, unknown>): Step =>
  ({ page }) =>
    page.route('**/app-config.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } });
    });

/** Makes the server return this price for an order, whatever the plan’s price; in yuan. */
export const costs =
  (payMoney: number): Step =>
  ({ page }) =>
    page.route(`**${createLeaseOrder.path}`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, payMoney } } });
    });

/** The phone's storage takes nothing more. */
export const fillsStorage: Step = async (visitor) => {
  const page = await visitor.usesAnotherPage();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
};

/** Makes the treatment screen throw: formatting the remaining minutes fails. */
export const plantsError: Step = ({ page }) => plantErrorIn(page);

export const misses =
  (file: string): Step =>
  ({ page }) =>
    page.route(file, (route) => route.abort());
