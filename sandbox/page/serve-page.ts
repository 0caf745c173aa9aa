import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { brandNameOf, withDemoBrand, type DemoBrand } from '../shop/demo-brands.ts';
import { acceptedEncoding, Compressor, digestOf } from './compressed.ts';
import { hostName, LOOPBACK_NAMES } from '../local-network.ts';
import { contentTypeOf, isText } from './content-types.ts';
import { demoLanguage, type DemoLanguage } from './demo-language.ts';
import { FRAMING_HEADERS, framedHeaders, isFramedHere } from './framing.ts';
import { headersFor, readHeaderRules, type Origins } from './header-rules.ts';
import { onPhone, weixinChoice } from './weixin-choice.ts';

export interface PageOptions {
  /** The build: `app/` beside `headers.json`. */
  directory: string;
  /** The path below which the page is served; it begins and ends with a slash. */
  basePath: string;
  /** The settings of this brand are added to the configuration. */
  brand?: DemoBrand | undefined;
  /** The language of the configuration and of the demo brand, unless `?lang=` of the page says another. */
  language?: DemoLanguage | undefined;
  /** The address to which the configuration lets the page send its reports; without it, the configuration stays as it was built. */
  reportUrl?: string | undefined;
  /** The names and addresses of this server, which the page's Content-Security-Policy may name. */
  names: readonly string[];
}

/** Browsers ignore this header on plain http and complain on the console with the whole address, token included. */
const IGNORED_ON_PLAIN_HTTP = 'cross-origin-opener-policy';

/** The file ending of each encoding in the build. */
const ENDINGS = { br: 'br', gzip: 'gz' } as const;

/** The content of a response: a file of the build. */
interface Answer {
  name: string;
  content: Buffer;
  /** The path of the compressed copy, without its ending, if the build made one. */
  file?: string;
  cookies?: readonly string[];
  /** True for a document that the sandbox's own page frames. */
  framed?: boolean;
}

/** Serves the built page as a static host would: files below the base path, and index.html for every route of the page. */
export function servePage(options: PageOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const compressor = new Compressor();
  return async (request, response) => {
    const method = request.method ?? 'GET';
    if (method !== 'GET' && method !== 'HEAD')
      return refuse(response, 405, `${method} is not answered here`, { allow: 'GET, HEAD' });
    const url = new URL(request.url ?? '/', 'http://page');
    const inside = pathInside(url.pathname, options.basePath);
    if (inside === undefined) return refuse(response, 404, `the page is served below ${options.basePath}`);
    const answer = await find(inside, request, url, options);
    if (!answer) return refuse(response, 404, `no file ${url.pathname} in the build`);
    const origins = originsOf(request, options.names);
    const headers = headersFor(await readHeaderRules(options.directory), `/${inside}`, origins);
    if (!LOOPBACK_NAMES.includes(new URL(origins.api).hostname)) delete headers[IGNORED_ON_PLAIN_HTTP];
    await send(request, response, answer, answer.framed ? framedHeaders(headers) : headers, compressor);
  };
}

/** The API and the device channel on the address that the request used, or on loopback if that is not one of this server. */
function originsOf({ headers: { host = '' }, socket }: IncomingMessage, names: readonly string[]): Origins {
  const authority = names.includes(hostName(host)) ? host : `127.0.0.1:${socket.localPort}`;
  return { api: `http://${authority}`, ws: `ws://${authority}` };
}

/** The path below the base path, without its first slash. Undefined for a path outside, also by `..`. */
function pathInside(pathname: string, basePath: string): string | undefined {
  const below = `${pathname}/` === basePath ? basePath : pathname;
  if (!below.startsWith(basePath)) return undefined;
  try {
    const inside = decodeURIComponent(below.slice(basePath.length));
    const climbs =
      inside.split(/[\\/]/).some((part) => part.startsWith('.')) || inside.includes('\0') || path.isAbsolute(inside);
    return climbs ? undefined : inside;
  } catch {
    return undefined;
  }
}

async function find(
  inside: string,
  request: IncomingMessage,
  url: URL,
  options: PageOptions,
): Promise<Answer | undefined> {
  const isRoute = path.extname(inside) === '' || inside === 'index.html';
  const name = isRoute ? 'index.html' : inside;
  const file = path.join(options.directory, 'app', name);
  const content = await read(file);
  if (!content) return undefined;
  if (isRoute) {
    const { present, cookie } = weixinChoice(request, url.searchParams);
    const chosen = demoLanguage(request, url.searchParams, options.language);
    const html = withTitle(withBase(content.toString('utf8'), options.basePath), options.brand, chosen.language);
    const cookies = [cookie, chosen.cookie].filter((each) => each !== undefined);
    return { name, content: Buffer.from(onPhone(html, present)), cookies, framed: isFramedHere(request.headers) };
  }
  const { basePath, brand, reportUrl } = options;
  if (name === 'app-config.json' && (basePath !== '/' || brand || options.language || reportUrl)) {
    const { language } = demoLanguage(request, url.searchParams, options.language);
    const built = JSON.parse(content.toString('utf8')) as Record<string, unknown>;
    const configuration = {
      ...(brand ? withDemoBrand(built, brand, language) : built),
      ...(options.language ? { language: options.language } : {}),
      ...(reportUrl ? { report: { url: reportUrl } } : {}),
      basePath,
    };
    return { name, content: Buffer.from(JSON.stringify(configuration, null, 2)) };
  }
  return { name, content, file };
}

function withBase(html: string, basePath: string): string {
  return html.replace(/(<base\b[^>]*\bhref=")\/(")/i, (_, before: string, after: string) => before + basePath + after);
}

/** Names the brand before the page has read its configuration. */
function withTitle(html: string, brand: DemoBrand | undefined, language: DemoLanguage): string {
  const name = brand && brandNameOf(brand, language);
  return name === undefined ? html : html.replace(/<title>[^<]*/i, `<title>${name}`);
}

/** The request headers that the answer depends on. */
function variesBy(name: string): string {
  if (name === 'index.html') return `Accept-Encoding, Cookie, ${FRAMING_HEADERS}`;
  return name === 'app-config.json' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding';
}

async function read(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (thrown) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes((thrown as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw thrown;
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { name, content, file, cookies = [], framed }: Answer,
  headers: Record<string, string>,
  compressor: Compressor,
): Promise<void> {
  const digest = digestOf(content);
  const encoding = isText(name) ? acceptedEncoding(request.headers['accept-encoding']) : undefined;
  const compressed =
    encoding &&
    ((file && (await read(`${file}.${ENDINGS[encoding]}`))) ?? (await compressor.compress(content, digest, encoding)));
  const etag = `"${digest}${compressed ? `-${encoding}` : ''}${framed ? '-framed' : ''}"`;
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
  response.setHeader('etag', etag);
  response.setHeader('vary', variesBy(name));
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    response.writeHead(304).end();
    return;
  }
  const body = compressed ?? content;
  response.setHeader('content-type', contentTypeOf(name));
  response.setHeader('content-length', body.length);
  if (compressed && encoding) response.setHeader('content-encoding', encoding);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers })
    .end(`${message}\n`);
}
