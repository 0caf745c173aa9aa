import type { ServerResponse } from 'node:http';
import { send } from '../exchange.ts';
import clockJs from '../page/clock-skew.js?raw';
import { contentTypeOf } from '../page/content-types.ts';
import { serveShop } from '../shop/shop-pages.ts';
import bridgeCss from '../weixin/bridge.css?raw';
import bridgeJs from '../weixin/bridge.js?raw';
import { deviceLink, qrPng, qrSvg } from './qr.ts';
import { sourceOf } from './source.ts';

const SHOP = 'shop/';
const SOURCE = 'source/';

/** The page loads its own files, frames the app, and is framed by nobody. */
const OWN_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

const own = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('./page/**/*.{html,css,js}', { query: '?raw', import: 'default', eager: true }),
  ).map(([name, body]) => [name.slice('./page/'.length), body]),
);

/** The scripts and styles that the sandbox adds to the app's page. */
const added: Record<string, string> = {
  'clock.js': clockJs,
  'weixin.js': clockJs + bridgeJs,
  'weixin.css': bridgeCss,
};

/** Sends a file of the sandbox's page, a source file, or a script for the app's page, whose Date the script shifts by `skew` ms. Returns false if no file has that name. */
export async function servePages(response: ServerResponse, path: string, skew: number): Promise<boolean> {
  if (path.startsWith(SOURCE)) return serveSource(response, path.slice(SOURCE.length));
  if (path.startsWith(SHOP)) return serveShop(response, path.slice(SHOP.length));
  const name = path === '' ? 'index.html' : path;
  const page = Object.hasOwn(own, name) ? own[name] : undefined;
  const script = Object.hasOwn(added, name) ? added[name] : undefined;
  const picture = /^qr\/([\w-]{4,64})\.(svg|png)$/.exec(path);
  if (page !== undefined) {
    secure(response, OWN_POLICY);
    send(response, 200, contentTypeOf(name), page);
  } else if (script !== undefined) send(response, 200, contentTypeOf(name), script.replace('{skew}', String(skew)));
  else if (picture?.[2] === 'svg') send(response, 200, 'image/svg+xml', qrSvg(deviceLink(picture[1] ?? '')));
  else if (picture) send(response, 200, 'image/png', qrPng(deviceLink(picture[1] ?? '')));
  else return false;
  return true;
}

async function serveSource(response: ServerResponse, name: string): Promise<boolean> {
  const text = await sourceOf(name);
  if (text === undefined) return false;
  secure(response, NO_CONTENT_POLICY);
  send(response, 200, 'text/plain; charset=utf-8', text);
  return true;
}

function secure(response: ServerResponse, policy: string): void {
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
}
