import { expect, test, vi } from 'vitest';
import { pageFetch } from '../../src/adapters/browser/page-fetch.ts';

test('pageFetch returns the browser’s fetch synchronously', () => {
  expect(pageFetch()).toBe(globalThis.fetch);
});

test('pageFetch loads the polyfill if the browser has no fetch', async () => {
  vi.stubGlobal('fetch', undefined);
  expect(await pageFetch()).toBeTypeOf('function');
});
