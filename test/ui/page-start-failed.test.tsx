// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { PageStartFailed } from '../../src/ui/parts/failure/PageStartFailed.tsx';

afterEach(cleanup);

test('A page that cannot start while a device may run says how to stop it, without a contact that it does not know', () => {
  render(<PageStartFailed problem={new Problem('network')} mayRun onRetry={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toBe(
    '设备可能仍在运行，请按设备上的停止键请到设备所在门店联系店员，工作人员会协助您处理。',
  );
});

test('A page that cannot start while no device may run gives no warning', () => {
  render(<PageStartFailed problem={new Problem('configuration')} mayRun={false} onRetry={() => undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('没有读到app-config.json，请检查部署。')).toBeTruthy();
});
