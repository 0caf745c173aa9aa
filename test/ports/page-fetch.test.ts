import { expect, test, vi } from 'vitest';
import { pageFetch } from '../../src/adapters/browser/page-fetch.ts';

test('The page calls with the browser’s own fetch, at once', () => {
  expect(pageFetch()).toBe(globalThis.fetch);
});

test('and with a stand-in where the browser has none', async () => {
  vi.stubGlobal('fetch', undefined);
  expect(await pageFetch()).toBeTypeOf('function');
});
