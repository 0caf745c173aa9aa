import { expect, test } from 'vitest';
import { HABITS } from '../../sandbox/world/habits.ts';
import { until } from '../helpers/until.ts';
import { sharedBrowserAndWorld } from './shared-browser.ts';
import { afterThisTest } from './failure-record.ts';

const shared = sharedBrowserAndWorld();

async function controlPage() {
  const page = await shared.browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'zh-CN' });
  afterThisTest(() => page.close());
  await page.goto(`${shared.world.url}/__sandbox/#panel`);
  return page;
}

const habitsThatAreOn = async () => {
  const { server } = await shared.world.state();
  return HABITS.filter((habit) => server[habit]);
};

test('A person at the sandbox’s control page takes all kindness from the server with one switch, and each with its own', async () => {
  const page = await controlPage();
  const switches = page.getByRole('region', { name: '服务器' }).getByRole('switch');
  const all = switches.first();
  await all.check();
  await until(habitsThatAreOn, (on) => on.length === HABITS.length);
  for (const [index, habit] of HABITS.entries()) {
    await switches.nth(index + 1).uncheck();
    await until(habitsThatAreOn, (on) => !on.includes(habit));
  }
  expect([await switches.count(), await all.isChecked(), await habitsThatAreOn()]).toEqual([
    HABITS.length + 1,
    false,
    [],
  ]);
});

test('A person at the sandbox’s control page cancels and refunds orders as the shop', async () => {
  const page = await controlPage();
  const { orders } = await shared.world.state();
  const [cancelled, refunded] = orders.filter(({ statusCode }) => statusCode === 5).map((order) => order['number']);
  for (const [button, number, words] of [
    ['门店取消', cancelled, '已取消'],
    ['退一部分', refunded, '部分退款'],
    ['门店退款', refunded, '已退款'],
  ]) {
    await page.getByRole('button', { name: `${String(button)} ${String(number)}` }).click();
    await until(
      () => shared.world.state(),
      (state) => state.orders.some((each) => each['number'] === number && each['status'] === words),
    );
  }
});
