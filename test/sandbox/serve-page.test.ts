import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
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

const html =
  '<!doctype html><html><head><meta charset="utf-8" /><base href="/" /><title>App</title></head><body></body></html>';
const script = `console.log("${'a long script '.repeat(200)}");`;
const wasm = Buffer.alloc(2_000, 7);
const headers = {
  '/assets/*': { 'Cache-Control': 'public, max-age=31536000, immutable' },
  '/*': {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': "connect-src 'self' {api} {ws}",
    'Referrer-Policy': 'no-referrer',
  },
};
const TAG = '<base href="/" /><script src="/__sandbox/weixin.js"></script>';

let directory: string;
let server: Server;

async function serve(basePath = '/', reportUrl?: string): Promise<void> {
  const page = servePage({ directory, basePath, reportUrl, names: ['127.0.0.1', '192.168.1.5'] });
  server = createServer((incoming, response) => void page(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Requests the path unchanged, without resolving its dots. */
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

describe('the files of the page', () => {
  test.each(['/', '/lease?type=recharge', '/my/orderList', '/no/such/route'])(
    'The address %s serves the page',
    async (at) => {
      const { status, headers, text } = await get(at);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('<title>App</title>');
    },
  );

  test.each(['/assets/gone.js', '/robots.txt', '/headers.json'])('The address %s is not found', async (at) => {
    expect((await get(at)).status).toBe(404);
  });

  test.each([
    '/../headers.json',
    '/%2e%2e/headers.json',
    '/assets/..%2f..%2fheaders.json',
    '/..%5cheaders.json',
    '/%00.js',
    '/%zz.js',
    '//etc/passwd.txt',
    '/.env',
  ])('The address %s serves no file outside the page’s folder', async (at) => {
    const { status, text } = await get(at);
    expect(status).toBe(404);
    expect(text).not.toContain('Cache-Control');
  });
});

describe('the headers of the page', () => {
  test.each([
    ['192.168.1.5:5180', '192.168.1.5:5180'],
    ['elsewhere.example:5180', undefined],
    ["127.0.0.1'; script-src *", undefined],
  ])(
    'The build’s own headers apply, with the address that the browser used if it is one of this machine: %s',
    async (host, named) => {
      const authority = named ?? `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { headers } = await get('/lease', { host });
      expect(headers['content-security-policy']).toBe(`connect-src 'self' http://${authority} ws://${authority}`);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );
});

describe('the page in a frame', () => {
  const OPENED: Record<string, string>[] = [
    {},
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'embed', 'sec-fetch-site': 'same-origin' },
  ];
  const FRAMED = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
  const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);

  beforeEach(async () => {
    await copyFile('deploy/headers.json', path.join(directory, 'headers.json'));
  });

  test.each(OPENED)('The page may not be framed if it is requested with %j', async (sent) => {
    expect(policyOf(await get('/my', sent))).toContain("frame-ancestors 'none'");
  });

  test('Only this origin may frame the page that its own page requests for a frame, and nothing else differs', async () => {
    const framed = await get('/my', FRAMED);
    const opened = await get('/my');
    expect(policyOf(framed)).toBe(policyOf(opened).replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
    expect(policyOf(framed)).not.toBe(policyOf(opened));
    const { 'content-security-policy': _one, etag: _two, date: _three, ...same } = framed.headers;
    expect(opened.headers).toMatchObject(same);
    expect(framed.text).toBe(opened.text);
  });
});

describe('the compression of the page', () => {
  test.each([
    ['gzip, deflate, br', 'br', (body: Buffer) => brotliDecompressSync(body).toString()],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body).toString()],
    ['gzip;q=1, br;q=0', 'gzip', (body: Buffer) => gunzipSync(body).toString()],
  ])('A browser that accepts %s receives %s', async (accepted, encoding, unpack) => {
    const { headers, body } = await get('/assets/main.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(body.length).toBeLessThan(script.length / 2);
    expect(unpack(body)).toBe(script);
  });
});

describe('the WeChat simulation in the page', () => {
  test('The script of the WeChat simulation comes before everything else that is loaded', async () => {
    expect((await get('/')).text).toContain(TAG);
  });
});

describe('a page that reports', () => {
  beforeEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await serve('/', '/__sandbox/otlp');
  });

  test('The configuration names the receiver of reports and stays as it was built in everything else', async () => {
    expect(JSON.parse((await get('/app-config.json')).text)).toEqual({
      apiBase: '/api',
      basePath: '/',
      report: { url: '/__sandbox/otlp' },
    });
  });
});

describe('a page below a base path', () => {
  beforeEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await serve('/clinic/');
  });

  test.each(['/clinic/', '/clinic', '/clinic/lease'])(
    'The address %s serves the page, which knows its base path',
    async (at) => {
      const { status, text } = await get(at);
      expect(status).toBe(200);
      expect(text).toContain('<base href="/clinic/" /><script src="/__sandbox/weixin.js"></script>');
    },
  );

  test.each(['/', '/lease', '/clinics', '/assets/main.js'])(
    'The address %s outside the base path is not found',
    async (at) => {
      expect((await get(at)).status).toBe(404);
    },
  );
});
