// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScreenBoundary } from '../../src/ui/parts/ScreenBoundary.tsx';

afterEach(cleanup);

function Broken(): never {
  throw new Error('a screen that did not load');
}

test('A screen that breaks says so and can be loaded again, instead of leaving an empty page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <ScreenBoundary>
      <Broken />
    </ScreenBoundary>,
  );
  expect(screen.getByRole('heading', { name: '页面没有加载成功' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy();
});

test('A screen that does not break is shown as it is', () => {
  render(<ScreenBoundary>理疗仪</ScreenBoundary>);
  expect(screen.getByText('理疗仪')).toBeTruthy();
});
