// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PagePresence } from '../../src/adapters/browser/page-presence.ts';

let off = () => {};
afterEach(() => off());

const restored = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('A listener is told when the page is shown or hidden, restored from memory or back on the network', () => {
  const told = vi.fn();
  off = new PagePresence().onChange(told);
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(told).toHaveBeenCalledTimes(3);
});

test('A page that is shown for the first time is not reported as resumed', () => {
  const told = vi.fn();
  off = new PagePresence().onChange(told);
  restored(false);
  expect(told).not.toHaveBeenCalled();
});

test('A listener is told nothing after it unsubscribed', () => {
  const told = vi.fn();
  new PagePresence().onChange(told)();
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(told).not.toHaveBeenCalled();
});
