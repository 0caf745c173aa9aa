import { expect, test } from 'vitest';
import { HABITS } from '../../sandbox/world/habits.ts';
import { until } from '../helpers/until.ts';
import type { World } from '../helpers/world.ts';
import { takeNewPhone } from './phones.ts';

/** On a phone that knows nobody: the control page shows every user’s token. */
async function controlPage() {
  const { page, world } = await takeNewPhone();
  await page.goto(`${world.url}/__sandbox/#panel`);
  return { page, world };
}

const habitsThatAreOn = async (world: World) => {
  const { server } = await world.state();
  return HABITS.filter((habit) => server[habit]);
};

test('A person at the sandbox’s control page takes all kindness from the server with one switch, and each with its own', async () => {
  const { page, world } = await controlPage();
  const switches = page.getByRole('region', { name: '服务器' }).getByRole('switch');
  const isOn = () => habitsThatAreOn(world);
  const all = switches.first();
  await all.click();
  await until(isOn, (on) => on.length === HABITS.length);
  for (const [index, habit] of HABITS.entries()) {
    const each = switches.nth(index + 1);
    await until(() => each.isChecked(), Boolean); // the page shows what the server does
    await each.click();
    await until(isOn, (on) => !on.includes(habit));
  }
  await expect.poll(() => all.isChecked()).toBe(false);
  expect([await switches.count(), await isOn()]).toEqual([HABITS.length + 1, []]);
});

test('A person at the sandbox’s control page cancels and refunds orders as the shop', async () => {
  const { page, world } = await controlPage();
  const { orders } = await world.state();
  const [cancelled, refunded] = orders.filter(({ statusCode }) => statusCode === 5).map((order) => order['number']);
  for (const [button, number, words] of [
    ['门店取消', cancelled, '已取消'],
    ['退一部分', refunded, '部分退款'],
    ['门店退款', refunded, '已退款'],
  ]) {
    await page.getByRole('button', { name: `${String(button)} ${String(number)}` }).click();
    await until(
      () => world.state(),
      (state) => state.orders.some((each) => each['number'] === number && each['status'] === words),
    );
  }
});
