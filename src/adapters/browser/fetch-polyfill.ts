export { default as standInFetch } from 'cross-fetch';
