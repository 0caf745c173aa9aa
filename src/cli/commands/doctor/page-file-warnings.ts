import { existsSync } from 'node:fs';
import path from 'node:path';
import { unescape } from 'node:querystring';
import { brand as builtBrand } from '../../../../public/app-config.json';
import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import { isOff } from '../../../core/device/tables.ts';
import { isOwnPath } from '../../../core/basics/web-address.ts';
import { Problem } from '../../../core/problem.ts';

/** What a page accepts in its configuration, and what is hardly meant. `requireSafe` throws for an address that the page may not call. */
export function deploymentWarnings(values: ConfigurationValues, requireSafe: (address: string) => URL): string[] {
  return [
    ...apiWarnings(values, requireSafe),
    ...linkWarnings(values),
    ...shareWarnings(values),
    ...receiverWarnings(values.report, requireSafe),
    ...noticeWarnings(values),
    ...tableWarnings(values),
  ];
}

/** A shop that names no brand, or keeps that of the build, has a page of the product's name. */
export function brandWarnings({ brand = {} }: { brand?: { name?: unknown; description?: unknown } }): string[] {
  const isBuilt = brand.name === builtBrand.name;
  return [
    ...(brand.name === undefined || isBuilt
      ? [`brand.name is ${isBuilt ? 'still that of the build' : 'missing'}: customers read the name of the product`]
      : []),
    ...(brand.description === builtBrand.description
      ? ['brand.description is still that of the build: customers read about the product']
      : []),
  ];
}

/** The files of the operator that are missing in the directory of a page. */
export function missingFiles({ basePath, brand, links }: ConfigurationValues, directory: string): string[] {
  if (!existsSync(path.join(directory, 'index.html'))) return [];
  const named = { 'brand.logo': brand.logo, 'brand.shareImage': brand.shareImage, ...byField(links) };
  const page = new URL(`${withoutLastSlash(basePath)}/`, 'https://page.test');
  return Object.entries(named).flatMap(([field, address]) => {
    if (address === undefined || !isOwnPath(address)) return [];
    const { pathname } = new URL(address, page);
    const file = unescape(pathname.slice(page.pathname.length));
    return !pathname.startsWith(page.pathname) || file === '' || existsSync(path.join(directory, file))
      ? []
      : [`${field} ${address}: there is no such file beside app-config.json`];
  });
}

function apiWarnings(
  { apiBase, basePath, endpoints }: ConfigurationValues,
  requireSafe: (address: string) => URL,
): string[] {
  const isPath = isOwnPath(apiBase);
  const api = withoutLastSlash(isPath ? apiBase : requireSafe(apiBase).pathname);
  // Plain http is safe to this machine alone, and the page runs on another one.
  const isLocal = !isPath && requireSafe(apiBase).protocol === 'http:';
  return [
    ...(isLocal ? [`apiBase ${apiBase}: on a customer's phone, this is the phone itself`] : []),
    ...(isPath && api !== '' && withoutLastSlash(basePath) === api
      ? [`basePath ${basePath} is the path of apiBase as well`]
      : []),
    ...Object.entries(endpoints).flatMap(([name, endpoint]) =>
      api !== '' && endpoint?.path.startsWith(`${api}/`)
        ? [`endpoints.${name}.path ${endpoint.path} is below apiBase: the page calls ${api}${endpoint.path}`]
        : [],
    ),
  ];
}

/** A server of one page answers such a path with the page, as the nginx sample does. */
function linkWarnings({ links }: ConfigurationValues): string[] {
  return Object.entries(byField(links)).flatMap(([field, address]) =>
    address !== undefined && isOwnPath(address) && !/\.\w+$/.test(address)
      ? [`${field} ${address} has no file ending: the nginx sample answers it with the app`]
      : [],
  );
}

function shareWarnings({ brand: { shareImage = '' } }: ConfigurationValues): string[] {
  return /\.svg$/i.test(shareImage) ? [`brand.shareImage ${shareImage}: WeChat shows no SVG; name a PNG or JPEG`] : [];
}

/** The page names an address of the receiver that it cannot use when it connects to it. */
function receiverWarnings({ url }: ConfigurationValues['report'], requireSafe: (address: string) => URL): string[] {
  if (url === undefined) return [];
  if (!isOwnPath(url)) {
    if (!/^https?:/i.test(url))
      return [`ignored report.url ${url}: expected an https address, or a path such as /otlp`];
    try {
      requireSafe(url);
    } catch (thrown) {
      return [`ignored report.url: ${Problem.expected(thrown).message}`];
    }
  }
  const [, receiver, added] = /^(.*)(\/v1\/(?:logs|metrics))\/?$/.exec(url) ?? [];
  return added === undefined ? [] : [`report.url ${url}: the page adds ${added}; name ${receiver || '/'}`];
}

/** Customers confirm what they read: an item that one language lacks is a warning that nobody there has read. */
function noticeWarnings({ notice }: ConfigurationValues): string[] {
  if (notice === undefined || Array.isArray(notice.items)) return [];
  const { 'zh-CN': chinese, en: english } = notice.items;
  return chinese === undefined || english === undefined || chinese.length === english.length
    ? []
    : [
        `notice.items: ${chinese.length} in zh-CN and ${english.length} in en: whoever reads the shorter list misses some`,
      ];
}

function tableWarnings({ tables: { minutes = [], infrared } }: ConfigurationValues): string[] {
  const off = infrared?.filter(isOff) ?? [];
  return [
    ...(off.length > 1
      ? [
          `tables.infrared turns infrared off at ${off.map(({ code }) => code).join(' and ')}: customers read so of each`,
        ]
      : []),
    ...(new Set(minutes).size < minutes.length ? ['tables.minutes names a duration twice'] : []),
    ...(infrared === undefined || infrared.length === 0 || off.length > 0
      ? []
      : [
          'tables.infrared has no level "name": "off": the page takes each for infrared that is on, and adds its own off',
        ]),
  ];
}

function byField(links: ConfigurationValues['links']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(links).map(([name, address]) => [`links.${name}`, address]));
}

function withoutLastSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
