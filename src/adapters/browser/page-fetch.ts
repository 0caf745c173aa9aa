import type { FetchLoader } from '../fetch-http.ts';

/** The browser's own fetch; cross-fetch's stand-in is fetched where there is none. */
export const pageFetch: FetchLoader = () =>
  typeof fetch === 'function' ? fetch : import('./fetch-polyfill.ts').then(({ standInFetch }) => standInFetch);
