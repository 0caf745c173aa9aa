import type { FetchLoader } from '../fetch-http.ts';

/** The browser's fetch; loads cross-fetch's polyfill in browsers without fetch. */
export const pageFetch: FetchLoader = () =>
  typeof fetch === 'function' ? fetch : import('./fetch-polyfill.ts').then(({ fetchPolyfill }) => fetchPolyfill);
