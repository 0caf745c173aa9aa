import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { getUser } from '../../src/core/account/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { World } from '../helpers/world.ts';
import { hasBrotli, hasNginx, Site } from './nginx.ts';
import { theBrowser } from './phones.ts';
import { Upstream } from './upstream.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const CANARY = 'canary-token-0815';
const assets = () => readdirSync('dist/app/assets').map((name) => `/assets/${name}`);
const sizeOf = (at: string) => statSync(`dist/app${at}`).size;
const largest = (ending: string) =>
  assets()
    .filter((name) => name.endsWith(ending))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? '';
const rules = JSON.parse(readFileSync('deploy/headers.json', 'utf8')) as Record<string, Record<string, string>>;

if (!hasNginx) process.stdout.write('skipped the sample site: nginx is not installed\n');
else if (!hasBrotli) process.stdout.write('tested the sample site without Brotli: the nginx module is not installed\n');

describe.skipIf(!hasNginx)('the sample site in a real nginx', () => {
  let world: World;
  let upstream: Upstream;
  let site: Site;
  beforeAll(async () => {
    world = await World.start();
    upstream = await Upstream.start(world.url);
    site = await Site.start(world.url, upstream);
  });
  afterAll(async () => {
    await site.close();
    await upstream.close();
    await world.close();
  });

  function get(at: string, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(site.url);
      request({ hostname, port, path: at, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end();
    });
  }

  test.each(['/', '/my', '/my/orderList?type=cardlist', '/lease', '/no/such/place', '/index.html'])(
    'nginx serves the page at %s with every security header and without caching',
    async (at) => {
      const { status, headers, body } = await get(at);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body.toString()).toContain('<div id="root">');
      for (const [name, value] of Object.entries(rules['/*'] ?? {})) {
        const served = headers[name.toLowerCase()];
        expect([name, name === 'Content-Security-Policy' ? String(served).split('; connect-src')[0] : served]).toEqual([
          name,
          value.split('; connect-src')[0],
        ]);
      }
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  test('A second shop on the same nginx serves its page below a path, with the headers and the files of the page', async () => {
    const page = await fetch(`${site.belowAPath}my`);
    const text = await page.text();
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-content-type-options')]).toEqual([
      200,
      'no-cache',
      'nosniff',
    ]);
    expect(page.headers.get('content-security-policy')).toBe(
      (await fetch(site.url)).headers.get('content-security-policy'),
    );
    expect(text).toContain('<base href="/h5/"');
    const script = /src="\.\/(assets\/index-[^"]+\.js)"/.exec(text)?.[1] ?? '';
    const file = await fetch(site.belowAPath + script);
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await fetch(`${site.belowAPath}version.json`)).headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${site.belowAPath}gone.js`)).status).toBe(404);
    expect(await (await fetch(`${site.belowAPath}index.html`)).text()).toBe(text);
  });

  test('Beside a page below a path, nginx serves nothing of its directory, and the page at the path without a slash', async () => {
    const host = new URL(site.belowAPath).origin;
    expect(existsSync(path.join(site.directory, 'site.conf'))).toBe(true);
    expect((await fetch(`${host}/site.conf`)).status).toBe(404);
    const { status, url } = await fetch(`${host}/h5?accessToken=${CANARY}`);
    expect([status, url]).toEqual([200, `${host}/h5?accessToken=${CANARY}`]);
  });

  test.each([
    ['share.jpg', 'image/jpeg'],
    ['logo.webp', 'image/webp'],
    ['terms.pdf', 'application/pdf'],
  ])('nginx serves what an operator puts beside the page as what it is: %s', async (name, type) => {
    writeFileSync(path.join(site.directory, 'app', name), 'a file of the operator');
    const { status, headers } = await get(`/${name}`);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  test('nginx serves the licences of what the page contains as text', async () => {
    const { status, headers, body } = await get('/THIRD_PARTY_LICENSES.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const name of ['react-dom', 'mobx', '@inversifyjs/core', 'valibot', 'zxing-cpp'])
      expect(body.toString()).toMatch(new RegExp(`^${name} .*\\(.+\\)$`, 'm'));
  });

  test('nginx serves app-config.json without caching', async () => {
    const { status, headers } = await get('/app-config.json');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
    ]);
  });

  test('nginx serves version.json with every security header, and forbids to store it', async () => {
    const { status, headers, body } = await get('/version.json');
    expect([status, headers['content-type'], headers['cache-control'], headers['x-content-type-options']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
      'nosniff',
    ]);
    expect(JSON.parse(body.toString())).toHaveProperty('buildId');
  });

  test('nginx serves files with a content hash as cacheable for a year, with the security headers', async () => {
    const named = assets();
    expect(named.length).toBeGreaterThan(20);
    for (const at of named) {
      const { status, headers } = await get(at);
      expect([at, status, headers['cache-control'], headers['x-content-type-options']]).toEqual([
        at,
        200,
        'public, max-age=31536000, immutable',
        'nosniff',
      ]);
    }
  });

  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.wasm', 'application/wasm'],
  ])('nginx serves %s files with their content type', async (ending, type) => {
    expect((await get(largest(ending))).headers['content-type']).toBe(type);
  });

  test.each([
    '/assets/gone.js',
    '/assets/',
    '/robots.txt',
    '/headers.json',
    '/maps/index.js.map',
    '/../headers.json',
    '/%2e%2e/headers.json',
    '/assets/..%2f..%2fheaders.json',
    '/.env',
  ])('nginx does not serve %s, and does not serve the page instead', async (at) => {
    const { status, body } = await get(at);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.toString()).not.toContain('id="root"');
  });

  test('nginx sends compressible files with gzip and with Vary', async () => {
    const at = largest('.js');
    const plain = await get(at);
    const packed = await get(at, { 'accept-encoding': 'gzip' });
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.equals(readFileSync(`dist/app${at}.gz`))).toBe(true);
    expect((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await get(largest('.wasm'), { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  test.skipIf(!hasBrotli)('nginx sends compressible files with Brotli if the module is installed', async () => {
    const at = largest('.js');
    const packed = await get(at, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.body).equals((await get(at)).body)).toBe(true);
    expect(packed.body.equals(readFileSync(`dist/app${at}.br`))).toBe(true);
  });

  test('nginx forwards API calls and marks the responses as not cacheable', async () => {
    const { accessToken } = await world.user('leaser');
    const response = await fetch(`${site.url}/api${getUser.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Authorization: accessToken },
      body: JSON.stringify({ appKey: 'physio', version: '1.0.0', data: {} }),
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({ code: '200', data: { nickname: '周桂芳' } });
  });

  test('nginx forwards the device channel', async () => {
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws/app/v1`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ cmd: 'ping' }));
    const [frame] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(frame.toString())).toMatchObject({ cmd: 's2c_invalid_msg' });
    socket.close();
  });

  test.each(['stranger', 'misnamed'] as const)(
    'nginx sends no token to an upstream with a %s certificate, and answers the API and the channel with 502',
    async (certificate) => {
      const impostor = await Upstream.start(world.url, certificate);
      const before = await Site.start(world.url, impostor);
      try {
        const answer = await fetch(`${before.url}/api${getUser.path}`, {
          method: 'POST',
          headers: { Authorization: CANARY },
          body: '{}',
        });
        expect(answer.status).toBe(502);
        const socket = new WebSocket(`${before.url.replace('http', 'ws')}/ws/app/v1`);
        const [thrown] = (await once(socket, 'error')) as [Error];
        expect(thrown.message).toContain('502');
        expect(impostor.came.count).toBe(0);
      } finally {
        await before.close();
        await impostor.close();
      }
    },
  );

  test('The page starts a treatment through nginx under its content security policy', async () => {
    const browser = await theBrowser();
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    const { entryLink } = await world.user('leaser');
    await page.goto(`${site.url}${entryLink}&sno=PL10003`);
    await page.getByRole('heading', { name: copy.titles.modeMenu }).waitFor();
    await page.getByRole('button', { name: copy.modes.tiles.light, exact: true }).click();
    await page.getByRole('button', { name: copy.treatment.stop }).waitFor();
    expect((await world.effects()).starts).toBe(1);
    await page.context().close();
  });

  test('The nginx logs contain no query, whatever the request and its result', async () => {
    const { accessToken } = await world.user('leaser');
    for (const at of ['/', '/my', '/assets/gone.js', '/gone.txt', '/%zz', '/assets/%00'])
      await get(`${at}?accessToken=${CANARY}`);
    await get(`/?accessToken=${CANARY}`, {
      host: 'shop.example.com',
      referer: `https://shop.example.com/?accessToken=${CANARY}`,
    });
    expect(site.log()).toMatch(/^127\.0\.0\.1 shop\.example\.com \[.*\] GET \/my 200 \d+$/m);
    for (const secret of [CANARY, accessToken, '?']) expect(site.log()).not.toContain(secret);
  });

  test('The nginx logs contain no query when the page is a file that nginx cannot read', async () => {
    const broken = await Site.start(world.url, upstream);
    try {
      const page = path.join(broken.directory, 'app/index.html');
      rmSync(page);
      symlinkSync('index.html', page);
      await fetch(`${broken.url}/my?accessToken=${CANARY}`);
      expect(broken.log()).toMatch(/ GET \/my 404 \d+$/m);
      expect(broken.log()).not.toContain(CANARY);
    } finally {
      await broken.close();
    }
  });

  test('The nginx log names each call and each channel that the API failed, and no other', async () => {
    const { accessToken } = await world.user('leaser');
    const call = () =>
      fetch(`${site.url}/api${getUser.path}`, {
        method: 'POST',
        headers: { Authorization: accessToken, 'content-type': 'application/json' },
        body: JSON.stringify({ appKey: 'physio', version: '1.0.0', data: {} }),
      });
    const lines = () => site.log().split('\n');
    const before = new Set(lines());
    await world.fault({ path: getUser.path, kind: 'http', status: 503 });
    expect([(await call()).status, (await call()).status]).toEqual([503, 200]);
    expect((await get('/ws/app/v1')).status).toBe(404);
    expect(lines().filter((line) => !before.has(line))).toEqual([
      expect.stringContaining(` POST /api${getUser.path} 503 `),
      expect.stringContaining(' GET /ws/app/v1 404 '),
    ]);
  });
});
