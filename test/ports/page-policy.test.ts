import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { pagePolicy } from '../../src/adapters/node/page-policy.ts';

const POLICY = "connect-src 'self'";

test.each([
  ['the page', '<meta name="build" content="1.0.0 a1">', { 'content-security-policy': POLICY }, POLICY],
  ['the page without one', '<meta name="build" content="1.0.0 a1">', {}, ''],
  ['another page', '<title>Sign in</title>', { 'content-security-policy': POLICY }, undefined],
])('The policy of an address is read from the page alone: %s', async (_, html, headers, policy) => {
  const server = createServer((request, response) =>
    response.writeHead(request.method === 'GET' ? 200 : 405, headers).end(html),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await pagePolicy(`http://127.0.0.1:${port}/`, {})).toBe(policy);
});

test('Of a server that does not answer nobody says that it has no page', async () => {
  await expect(pagePolicy('http://127.0.0.1:1/', {})).rejects.toMatchObject({ code: 'network' });
});
