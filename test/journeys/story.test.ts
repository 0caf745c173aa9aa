import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { RENTED, type World } from '../helpers/world.ts';
import { obstacles } from './obstacles.ts';
import { takeNewPhone } from './phones.ts';

const MINUTE = 60_000;
const STEPS = ['scan', 'rent', 'pay', 'treat', 'lose', 'stop'] as const;
type Step = (typeof STEPS)[number];

interface Opened {
  world: World;
  page: Page;
  phone: FrameLocator;
}

/** Opens the page of a new sandbox on a computer. */
async function opens(): Promise<Opened> {
  const { page, world } = await takeNewPhone({ locale: 'en' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${world.url}/__sandbox/`);
  return { world, page, phone: page.frameLocator('#phone-frame') };
}

const told = (page: Page) => page.locator('#told').innerText();

/** Waits until no step is at work, and returns what the page said. */
async function settles(page: Page): Promise<string> {
  await page.locator('#steps[aria-busy=false]').waitFor();
  return told(page);
}

async function presses(page: Page, step: Step): Promise<string> {
  await page.locator(`[data-step=${step}]`).click({ force: true }); // a step out of turn answers, too
  return settles(page);
}

const deviceIn = async (world: World) => (await world.state()).devices.find(({ sno }) => sno === 'PL10001');

/** The counts that the page shows. */
const shownEffects = (page: Page) =>
  page
    .locator('#happened [data-effect]')
    .evaluateAll((counts) =>
      Object.fromEntries(counts.map((count) => [count.getAttribute('data-effect'), Number(count.textContent)])),
    );

describe('the story on the page of the sandbox', () => {
  test.concurrent('The buttons of the story lead from the scan to the stop, with exactly the effects that they name', async () => {
    const { world, page, phone } = await opens();
    const policies = new Set<string>();
    page.on('response', (response) => {
      if (response.request().isNavigationRequest())
        policies.add(/frame-ancestors '\w+'/.exec(response.headers()['content-security-policy'] ?? '')?.[0] ?? '');
    });
    await page.locator('html[lang=en] [data-step=scan]', { hasText: /^Scan$/ }).waitFor();

    await presses(page, 'scan');
    await phone.locator('input[name=plan]').first().waitFor();
    await phone.locator('html[lang=en] main', { hasText: 'PL10001' }).waitFor();

    await presses(page, 'rent');
    await phone.locator('[data-weixin=pay]').waitFor();
    expect(await world.effects()).toMatchObject({ ordersCreated: 1, charges: 0 });

    await presses(page, 'pay');
    expect(await world.effects()).toMatchObject({ ...RENTED, starts: 0 });
    expect(await deviceIn(world)).toMatchObject({ leasedBy: 'ordinary' });

    await presses(page, 'treat');
    expect(await deviceIn(world)).toMatchObject({ status: 'DEVICE_WORKING', actual: { OnOff: 1 } });

    await page.getByRole('button', { name: '+10 min' }).click();
    await phone.locator('main strong', { hasText: /^10$/ }).waitFor();
    await page.locator('#device-left', { hasText: '20' }).waitFor();
    const [shown = 0, framed = 0] = await page.evaluate(() => [
      Date.parse((document.querySelector('#now') as HTMLTimeElement).dateTime),
      (document.querySelector('iframe')?.contentWindow as typeof window | null | undefined)?.Date.now(),
    ]);
    for (const time of [shown, framed]) expect(Math.abs(time - Date.now() - 10 * MINUTE)).toBeLessThan(2_000);

    expect(await presses(page, 'lose')).toContain('may still');
    expect(await deviceIn(world)).toMatchObject({ online: false, actual: { OnOff: 1 } });
    await phone.locator('[role=alertdialog]').waitFor();

    await presses(page, 'stop');
    expect(await deviceIn(world)).toMatchObject({ online: true, actual: { OnOff: 0 }, attrs: { OnOff: 0 } });
    const effects = { ordersCreated: 1, charges: 1, starts: 1, stops: 1, usesDeducted: 0 };
    expect(await world.effects()).toMatchObject(effects);
    // The page reads them once a second.
    await vi.waitFor(async () => expect(await shownEffects(page)).toEqual(effects), { timeout: 20_000 });
    expect([...policies]).toEqual(["frame-ancestors 'self'"]);
  });
});

describe('the page of the sandbox', () => {
  test.concurrent('The page of the sandbox enters as the chosen user, beside the device of that user, in the chosen language; it is one screen on a computer, never scrolls sideways, works by keyboard and breaks no rule of accessibility', async () => {
    const { world, page, phone } = await opens();
    await phone.locator('#main-device > button').waitFor();
    const scrolls = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
        return { sideways: scrollWidth > clientWidth, down: scrollHeight > clientHeight };
      });
    expect(await scrolls()).toEqual({ sideways: false, down: false });
    expect((await obstacles(page, 'all')).violations).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await scrolls()).toEqual({ sideways: false, down: true });
    await page.getByRole('tab', { name: 'Demo' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Demo users' }).waitFor();
    await page.getByRole('tab', { selected: true, name: 'Control panel' }).waitFor();
    expect(await scrolls()).toEqual({ sideways: false, down: true });
    expect((await obstacles(page, 'all')).violations).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'What the app reports' }).waitFor();
    expect((await scrolls()).sideways).toBe(false);

    await page.getByRole('tab', { name: 'Demo' }).click();
    const { users } = await world.state();
    await phone.locator('#main-device').waitFor();
    const options = page.locator('#role option');
    const names = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(names).toEqual(users.map(({ id }) => id));
    await page.locator('#role').selectOption('leaser');
    await phone.locator('main', { hasText: 'PL10003' }).waitFor();
    await page.locator('#device-name', { hasText: 'PL20003' }).waitFor();
    await page.locator('#role-hint', { hasText: 'PL10003' }).waitFor();

    const asked = page.waitForRequest((sent) => sent.isNavigationRequest() && sent.url().includes('lang=zh-CN'));
    await page.getByRole('button', { name: '中文' }).click();
    await asked;
    await phone.locator('html[lang=zh-CN] main', { hasText: 'PL10003' }).waitFor();
    await page.getByRole('tab', { selected: true, name: '演示' }).waitFor();
    expect(new URL(page.url()).search).toBe('?as=leaser&lang=zh-CN');
    await page.getByRole('button', { name: '回到故事' }).click();
    await page.locator('[data-step=scan]').click();
    await page.locator('#told', { hasText: '套餐' }).waitFor();
  });
});
