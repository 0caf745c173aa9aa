import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { servedPage } from '../../src/adapters/node/served-page.ts';

const POLICY = "connect-src 'self'";

test.each([
  ['the page', '<meta name="build" content="1.0.0 a1">', { 'content-security-policy': POLICY }, POLICY],
  ['the page without one', '<meta name="build" content="1.0.0 a1">', {}, ''],
  ['another page', '<title>Sign in</title>', { 'content-security-policy': POLICY }, undefined],
])('The policy of an address is read from the page alone: %s', async (_, html, headers, policy) => {
  const server = createServer((request, response) =>
    response.writeHead(request.method === 'GET' ? 200 : 405, headers).end(html),
  );
  expect((await servedPage(await listening(server), {}))?.policy).toBe(policy);
});

test.each([
  ['/h5/app-config.json', '{"apiBase":"/api"}'],
  ['/app-config.json', expect.objectContaining({ code: 'http', status: 404 })],
])('The configuration of a page is read beside it, as the page does: at %s', async (served, read) => {
  const server = createServer(({ url }, response) => {
    if (url === '/h5/my/orders') return response.end('<base href="/h5/" /><meta name="build" content="1.0.0 a1">');
    return response.writeHead(url === served ? 200 : 404).end('{"apiBase":"/api"}');
  });
  const page = await servedPage(`${await listening(server)}h5/my/orders`, {});
  expect(page?.configuration).toEqual(read);
  expect(new URL(page?.base ?? '').pathname).toBe('/h5/');
});

test('Of a server that does not answer nobody says that it has no page', async () => {
  await expect(servedPage('http://127.0.0.1:1/', {})).rejects.toMatchObject({ code: 'network' });
});

test.each([301, 403, 502])(
  'Of a server that answers with status %i nobody says that it has no page',
  async (status) => {
    const server = createServer((_, response) => response.writeHead(status).end('<title>Error</title>'));
    await expect(servedPage(await listening(server), {})).rejects.toMatchObject({ code: 'http', status });
  },
);

async function listening(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
