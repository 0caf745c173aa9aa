// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppHarness, presses, sees } from './app-harness.tsx';

const BRAND = { name: '安舒理疗', description: '一家物联网企业' };

// covers 2.about.2a
test('The About screen shows the brand, its description and the version', async () => {
  new AppHarness({ brand: BRAND, version: '2.3.1' }).open('/my/about');
  for (const words of ['关于我们', '安舒理疗', '版本 v2.3.1', '一家物联网企业']) expect(await sees(words)).toBeTruthy();
  expect(document.title).toBe('关于我们');
});

// covers 2.about.1a
test('The About screen shows v1.0.0 if the deployment sets no version', async () => {
  new AppHarness().open('/my/about');
  expect(await sees('版本 v1.0.0')).toBeTruthy();
});

test('The About screen leads to the licences of what the page contains', async () => {
  new AppHarness().open('/my/about');
  expect((await screen.findByRole('link', { name: '开源许可' })).getAttribute('href')).toBe(
    './THIRD_PARTY_LICENSES.txt',
  );
});

// covers 2.about.3a
test('The About screen offers a call to the support number if the deployment has one', async () => {
  new AppHarness({ support: { phone: '400-123 4567' } }).open('/my/about');
  await presses('联系客服');
  expect((await screen.findByRole('link', { name: '拨打电话' })).getAttribute('href')).toBe('tel:4001234567');
});

// covers 2.about.3b
test('The About screen does not offer a support address without https', async () => {
  new AppHarness({ support: { url: 'http://shop.test/help' } }).open('/my/about');
  await presses('联系客服');
  expect(await sees('请到设备所在门店联系店员，工作人员会协助您处理。')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('The About screen links every page of the operator that is configured', async () => {
  const links = Object.fromEntries(
    ['terms', 'privacy', 'rental', 'refund', 'help'].map((name) => [name, `https://shop.example/${name}`]),
  );
  new AppHarness({ links }).open('/my/about');
  const names = (await screen.findAllByRole('link')).map((link) => link.textContent);
  expect(names).toEqual(['《用户协议》', '《隐私政策》', '《租赁协议》', '退款说明', '使用帮助', '开源许可']);
});
