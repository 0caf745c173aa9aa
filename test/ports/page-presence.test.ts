// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PagePresence } from '../../src/adapters/browser/page-presence.ts';

let off = () => {};
afterEach(() => off());

const restored = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('PagePresence calls its listener when the page is shown, hidden, restored from the cache or online again', () => {
  const told = vi.fn();
  off = new PagePresence().onChange(told);
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(told).toHaveBeenCalledTimes(3);
});

test('PagePresence does not call its listener for the first pageshow event', () => {
  const told = vi.fn();
  off = new PagePresence().onChange(told);
  restored(false);
  expect(told).not.toHaveBeenCalled();
});

test('PagePresence does not call a listener after it unsubscribed', () => {
  const told = vi.fn();
  new PagePresence().onChange(told)();
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(told).not.toHaveBeenCalled();
});
