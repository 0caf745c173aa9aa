// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PagePresence } from '../../src/adapters/browser/page-presence.ts';

let off = () => {};
afterEach(() => off());

const restored = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('whoever wants to know is told that the page is shown or hidden, is back from memory or back on the network', () => {
  const told = vi.fn();
  off = new PagePresence().onChange(told);
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(told).toHaveBeenCalledTimes(3);
});

test('a page that is shown for the first time has not come back', () => {
  const told = vi.fn();
  off = new PagePresence().onChange(told);
  restored(false);
  expect(told).not.toHaveBeenCalled();
});

test('nobody is told any more once they have said so', () => {
  const told = vi.fn();
  new PagePresence().onChange(told)();
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(told).not.toHaveBeenCalled();
});
