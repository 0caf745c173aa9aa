import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { servePage } from '../../sandbox/page/serve-page.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

const html = '<!doctype html><html><head><meta charset="utf-8" /><base href="/" /><title>App</title></head><body></body></html>';
const script = `console.log("${'a long script '.repeat(200)}");`;
const wasm = Buffer.alloc(2_000, 7);
const headers = {
  '/assets/*': { 'Cache-Control': 'public, max-age=31536000, immutable' },
  '/*': { 'Cache-Control': 'no-cache', 'Content-Security-Policy': "connect-src 'self' {api} {ws}", 'Referrer-Policy': 'no-referrer' },
};
const TAG = '<base href="/" /><script src="/__sandbox/weixin.js"></script>';

let directory: string;
let server: Server;

async function serve(basePath = '/'): Promise<void> {
  const page = servePage({ directory, basePath, origin: () => ({ api: 'http://127.0.0.1:5180', ws: 'ws://127.0.0.1:5180' }) });
  server = createServer((incoming, response) => void page(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Asks for the path exactly as it is written, dots and all. */
function get(at: string, sent: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: at, method, headers: sent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString('utf8') });
      });
    })
      .on('error', reject)
      .end();
  });
}

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'page-'));
  await mkdir(path.join(directory, 'app/assets'), { recursive: true });
  await writeFile(path.join(directory, 'headers.json'), JSON.stringify(headers));
  await writeFile(path.join(directory, 'app/index.html'), html);
  await writeFile(path.join(directory, 'app/app-config.json'), JSON.stringify({ apiBase: '/api', basePath: '/' }));
  await writeFile(path.join(directory, 'app/assets/main.js'), script);
  await writeFile(path.join(directory, 'app/assets/reader.wasm'), wasm);
  await serve();
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true, force: true });
});

describe('what is served', () => {
  test.each(['/', '/lease?type=recharge', '/my/orderList', '/no/such/route'])('%s is the page', async (at) => {
    const { status, headers, text } = await get(at);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('<title>App</title>');
  });

  test.each(['/assets/gone.js', '/robots.txt', '/headers.json'])('%s is not there', async (at) => {
    expect((await get(at)).status).toBe(404);
  });

  test.each(['/../headers.json', '/%2e%2e/headers.json', '/assets/..%2f..%2fheaders.json', '/..%5cheaders.json', '/%00.js', '/%zz.js', '//etc/passwd.txt', '/.env'])(
    '%s leads nowhere outside',
    async (at) => {
      const { status, text } = await get(at);
      expect(status).toBe(404);
      expect(text).not.toContain('Cache-Control');
    },
  );

  test('a module of WebAssembly says that it is one', async () => {
    const { headers, body } = await get('/assets/reader.wasm');
    expect(headers['content-type']).toBe('application/wasm');
    expect(body.equals(wasm)).toBe(true);
  });

  test('nothing but reading is answered', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
    const { status, body, headers } = await get('/', {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(Number(headers['content-length'])).toBeGreaterThan(html.length);
  });

  test('a page that was built again shows at once', async () => {
    await get('/');
    await writeFile(path.join(directory, 'app/index.html'), html.replace('App', 'Newer'));
    expect((await get('/')).text).toContain('<title>Newer</title>');
  });
});

describe('headers', () => {
  test('the build’s own apply, with the sandbox’s origins', async () => {
    const { headers } = await get('/lease');
    expect(headers['content-security-policy']).toBe("connect-src 'self' http://127.0.0.1:5180 ws://127.0.0.1:5180");
    expect(headers['cache-control']).toBe('no-cache');
  });

  test('of two patterns the longer wins, and the rest of the shorter stays', async () => {
    const { headers } = await get('/assets/main.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('what a browser has already is not sent again', async () => {
    const { headers } = await get('/assets/main.js');
    const again = await get('/assets/main.js', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get('/assets/main.js', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('compression', () => {
  test.each([
    ['gzip, deflate, br', 'br', (body: Buffer) => brotliDecompressSync(body).toString()],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body).toString()],
    ['gzip;q=1, br;q=0', 'gzip', (body: Buffer) => gunzipSync(body).toString()],
  ])('a browser that takes %s gets %s', async (accepted, encoding, unpack) => {
    const { headers, body } = await get('/assets/main.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(body.length).toBeLessThan(script.length / 2);
    expect(unpack(body)).toBe(script);
  });

  test('a browser that takes none, and a small file, get it plain', async () => {
    expect((await get('/assets/main.js', { 'accept-encoding': 'identity' })).text).toBe(script);
    expect((await get('/app-config.json', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });
});

describe('WeChat in the page', () => {
  test('its script comes before everything else that is loaded', async () => {
    expect((await get('/')).text).toContain(TAG);
  });

  test('is left out where the address says so, and from then on in this browser', async () => {
    const { text, headers } = await get('/?weixin=off');
    expect(text).toContain('<base href="/" /><script src="/__sandbox/clock.js"></script><title>');
    const cookie = String(headers['set-cookie']?.[0]).split(';')[0];
    expect(cookie).toBe('weixin=off');
    expect((await get('/my', { cookie: `a=b; ${cookie}` })).text).not.toContain('weixin.js');
  });

  test('comes back where the address says so', async () => {
    const { text, headers } = await get('/?weixin=on', { cookie: 'weixin=off' });
    expect(text).toContain(TAG);
    expect(headers['set-cookie']?.[0]).toMatch(/^weixin=;.*Max-Age=0/);
  });

  test('with it and without it are different to a browser’s cache', async () => {
    const [there, left] = [await get('/'), await get('/', { cookie: 'weixin=off' })];
    expect(there.headers.etag).not.toBe(left.headers.etag);
    expect(there.headers.vary).toContain('Cookie');
  });
});

describe('below a path of its own', () => {
  beforeEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await serve('/clinic/');
  });

  test.each(['/clinic/', '/clinic', '/clinic/lease'])('%s is the page, and knows where it stands', async (at) => {
    const { status, text } = await get(at);
    expect(status).toBe(200);
    expect(text).toContain('<base href="/clinic/" /><script src="/__sandbox/weixin.js"></script>');
  });

  test('the configuration says so too, and the files are there with their headers', async () => {
    expect(JSON.parse((await get('/clinic/app-config.json')).text)).toEqual({ apiBase: '/api', basePath: '/clinic/' });
    const { text, headers } = await get('/clinic/assets/main.js');
    expect(text).toBe(script);
    expect(headers['cache-control']).toContain('immutable');
  });

  test.each(['/', '/lease', '/clinics', '/assets/main.js'])('%s is not the page’s', async (at) => {
    expect((await get(at)).status).toBe(404);
  });
});
