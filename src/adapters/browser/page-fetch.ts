import fetch from 'cross-fetch';
import type { FetchLoader } from '../fetch-http.ts';

/** The browser's own fetch, or cross-fetch's stand-in where there is none. */
export const pageFetch: FetchLoader = () => fetch;
