// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { AppHarness, choosesTab, doesNotSee, presses, sees } from './app-harness.tsx';

// covers 2.my.1a
test.each([
  ['/my', '我的'],
  ['/my?pageType=account', '我的'],
  // covers 2.my.2a
  ['/my?pageType=device', '设备'],
])('The address %s selects the tab %s, and a tap selects the other one', async (address, first) => {
  new AppHarness().open(address);
  const tabs = within(await screen.findByRole('tablist', { name: '主导航' })).getAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['设备', '我的']);
  const other = first === '我的' ? '设备' : '我的';
  expect((await screen.findByRole('tab', { name: first })).getAttribute('aria-selected')).toBe('true');
  await choosesTab(other);
  await waitFor(() => expect(screen.getByRole('tab', { name: other }).getAttribute('aria-selected')).toBe('true'));
});

// covers 2.my.15a
test.each([
  ['订单记录', '/my/orderList'],
  ['次卡套餐', '/my/cardList'],
  ['退款记录', '/my/refundList'],
  ['用户反馈', '/my/feedback'],
  ['关于我们', '/my/about'],
])('The row %s of the account links to %s', async (row, address) => {
  new AppHarness().open('/my');
  expect((await screen.findByRole('link', { name: row })).getAttribute('href')).toBe(address);
});

// covers 2.my.16a
test('The account header links to the screen that binds a phone number', async () => {
  new AppHarness().open('/my');
  expect((await sees('李奶奶')).closest('a')?.getAttribute('href')).toBe('/login');
});

// covers 2.my.12a
test('The account header shows an avatar with an https address and an icon for any other address', async () => {
  const app = new AppHarness()
    .reply(getUser, { nickname: '李奶奶', avatar: 'https://pictures.test/li.png' })
    .open('/my');
  const header = (await sees('李奶奶')).closest('a') as HTMLElement;
  await waitFor(() => expect(header.querySelector('img')?.src).toBe('https://pictures.test/li.png'));
  app.reply(getUser, { nickname: '王晓梅', avatar: 'http://pictures.test/wang.png' });
  await choosesTab('设备');
  await choosesTab('我的');
  const other = (await sees('王晓梅')).closest('a') as HTMLElement;
  expect(other.querySelector('img')).toBeNull();
  expect(other.querySelector('svg')).toBeTruthy();
});

// covers 8.errors.15a
test('If the account cannot be loaded, the screen shows the cause and a retry, and does not call the user a guest', async () => {
  const app = new AppHarness().reply(getUser, new Problem('network')).open('/my');
  await app.advance(3_000);
  expect(await sees('网络不可用，请检查网络')).toBeTruthy();
  expect([doesNotSee('游客'), doesNotSee('绑定手机号')]).toEqual([true, true]);
  expect(await screen.findByRole('link', { name: '绑定手机号' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: '用户反馈' })).toBeTruthy();
  app.reply(getUser, { nickname: '李奶奶' });
  await presses('重试');
  expect(await sees('李奶奶')).toBeTruthy();
});
