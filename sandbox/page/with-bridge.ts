import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../exchange.ts';
import { withDemoBrand, type DemoBrand } from '../shop/demo-brands.ts';
import { demoLanguage, type DemoLanguage } from './demo-language.ts';
import { onPhone, weixinChoice } from './weixin-choice.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** The configuration that the build copies, relative to the project's root. */
const CONFIGURATION = 'public/app-config.json';

interface Settings {
  brand?: DemoBrand | undefined;
  language?: DemoLanguage | undefined;
  reportUrl?: string | undefined;
}

/** A development server's page with the simulation script in its documents and the settings of the demo. */
export function withBridge(serve: Serve, { brand, language: configured, reportUrl }: Settings = {}): Serve {
  return async (request, response) => {
    const wantsDocument = request.headers.accept?.includes('text/html') ?? false;
    const url = new URL(request.url ?? '/', 'http://page');
    const { language, cookie: chosen } = demoLanguage(request, url.searchParams, configured);
    if ((brand || reportUrl) && url.pathname === '/app-config.json') {
      const built = JSON.parse(await readFile(CONFIGURATION, 'utf8')) as Record<string, unknown>;
      return sendJson(response, 200, {
        ...(brand ? withDemoBrand(built, brand, language) : built),
        ...(configured ? { language: configured } : {}),
        ...(reportUrl ? { report: { url: reportUrl } } : {}),
      });
    }
    const { present, cookie } = weixinChoice(request, url.searchParams);
    const cookies = [cookie, chosen].filter((each) => each !== undefined);
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    if (wantsDocument) amend(response, present);
    return serve(request, response);
  };
}

/** Buffers the whole document and sends it with the script. */
function amend(response: ServerResponse, weixin: boolean): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  const parts: Buffer[] = [];
  const keep = (part: unknown) => {
    if (typeof part === 'string') parts.push(Buffer.from(part));
    else if (part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  response.write = ((part: unknown) => {
    keep(part);
    return true;
  }) as typeof response.write;
  response.end = ((part: unknown) => {
    keep(part);
    const body = Buffer.concat(parts).toString('utf8');
    const amended = String(response.getHeader('content-type')).startsWith('text/html') ? onPhone(body, weixin) : body;
    if (!response.headersSent) response.setHeader('content-length', Buffer.byteLength(amended));
    return end(amended);
  }) as typeof response.end;
}
