export { default as sdk } from 'weixin-js-sdk';
