// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PagePresence } from '../../src/adapters/browser/page-presence.ts';

let off = () => {};
afterEach(() => off());

const restored = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('PagePresence calls its listener when the page is shown, hidden, restored from the cache or online again', () => {
  const listener = vi.fn();
  off = new PagePresence().onChange(listener);
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(listener).toHaveBeenCalledTimes(3);
});

test('PagePresence does not call its listener for the first pageshow event', () => {
  const listener = vi.fn();
  off = new PagePresence().onChange(listener);
  restored(false);
  expect(listener).not.toHaveBeenCalled();
});

test('PagePresence does not call a listener after it unsubscribed', () => {
  const listener = vi.fn();
  new PagePresence().onChange(listener)();
  document.dispatchEvent(new Event('visibilitychange'));
  restored(true);
  window.dispatchEvent(new Event('online'));
  expect(listener).not.toHaveBeenCalled();
});
