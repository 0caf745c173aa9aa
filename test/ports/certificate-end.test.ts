import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificateEnd } from '../../src/adapters/node/network/certificate-end.ts';

const file = (name: string) => readFileSync(`test/journeys/certificates/${name}`);
const TRUSTED = { servername: 'api.example.com', ca: file('trusted-ca.pem') };

async function serverAt(): Promise<URL> {
  const server = createServer({ key: file('upstream.key'), cert: file('upstream.pem') }, (socket) => socket.end());
  server.on('tlsClientError', () => {});
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
}

test('The end of a certificate is that which it names', async () => {
  const { validTo } = new X509Certificate(file('upstream.pem'));
  expect(await certificateEnd(await serverAt(), TRUSTED)).toBe(Date.parse(validTo));
});

test('Nothing is said of a certificate that is not accepted, or of a server that does not answer', async () => {
  expect(await certificateEnd(await serverAt())).toBeUndefined();
  expect(await certificateEnd(new URL('https://127.0.0.1:1/'))).toBeUndefined();
});
