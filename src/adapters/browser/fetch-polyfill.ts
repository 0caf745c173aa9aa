export { default as fetchPolyfill } from 'cross-fetch';
