import type { ServerResponse } from 'node:http';
import { send } from '../exchange.ts';
import bridgeCss from '../weixin/bridge.css?raw';
import bridgeJs from '../weixin/bridge.js?raw';
import clockJs from '../page/clock-skew.js?raw';
import controlCss from './page/control.css?raw';
import controlJs from './page/control.js?raw';
import controlHtml from './page/index.html?raw';
import { serveShop } from '../shop/shop-pages.ts';
import { deviceLink, qrPng, qrSvg } from './qr.ts';

const CSS = 'text/css; charset=utf-8';
const SHOP = 'shop/';
const JS = 'text/javascript; charset=utf-8';

const files: Record<string, [type: string, body: string]> = {
  '': ['text/html; charset=utf-8', controlHtml],
  'control.js': [JS, controlJs],
  'control.css': [CSS, controlCss],
  'clock.js': [JS, clockJs],
  'weixin.js': [JS, clockJs + bridgeJs],
  'weixin.css': [CSS, bridgeCss],
};

/** Sends a file of the control page or a script for the app's page, whose Date the script shifts by `skew` ms. Returns false if no file has that name. */
export function servePages(response: ServerResponse, path: string, skew: number): boolean {
  const file = files[path];
  const picture = /^qr\/([\w-]{4,64})\.(svg|png)$/.exec(path);
  if (file) send(response, 200, file[0], file[1].replace('{skew}', String(skew)));
  else if (picture?.[2] === 'svg') send(response, 200, 'image/svg+xml', qrSvg(deviceLink(picture[1] ?? '')));
  else if (picture) send(response, 200, 'image/png', qrPng(deviceLink(picture[1] ?? '')));
  else return path.startsWith(SHOP) && serveShop(response, path.slice(SHOP.length));
  return true;
}
