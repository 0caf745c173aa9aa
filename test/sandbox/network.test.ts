import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { networkAddresses } from '../../sandbox/local-network.ts';
import { startSandbox, type Sandbox } from '../../sandbox/main.ts';
import { enterPage } from '../../src/core/device/api.ts';

/** An address of this machine that is not 127.0.0.1. On a machine without a network, Linux has 127.0.0.2. */
const [ADDRESS = '127.0.0.2'] = networkAddresses();

let sandbox: Sandbox | undefined;
let directory: string | undefined;
afterEach(async () => {
  await sandbox?.close();
  if (directory !== undefined) rmSync(directory, { recursive: true });
  [sandbox, directory] = [undefined, undefined];
});

async function start(inNetwork: boolean, basePath = '/'): Promise<Sandbox> {
  directory = mkdtempSync(path.join(tmpdir(), 'network-'));
  mkdirSync(path.join(directory, 'app'));
  writeFileSync(path.join(directory, 'app/index.html'), '<base href="/"><title>App</title>');
  sandbox = await startSandbox({
    port: 0,
    quiet: true,
    addresses: inNetwork ? [ADDRESS] : [],
    basePath,
    page: { kind: 'static', directory },
  });
  return sandbox;
}

function get(
  port: number,
  at: string,
  host = `${ADDRESS}:${port}`,
  address = ADDRESS,
): Promise<{ status?: number; location?: string }> {
  return new Promise((resolve, reject) => {
    request({ host: address, port, path: at, headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });
}

describe('the sandbox in a network', () => {
  test('Only loopback answers unless the sandbox is opened to the network', async () => {
    const { port, networkUrls } = await start(false);
    await expect(get(port, '/')).rejects.toThrow('ECONNREFUSED');
    expect(networkUrls).toEqual([]);
  });

  test('A phone in the network enters as a demo user by a short address', async () => {
    const { port } = await start(true, '/h5/');
    const { status, location } = await get(port, '/__sandbox/enter/card?sno=PL10001');
    expect(status).toBe(302);
    expect(location).toMatch(/^\/h5\/\?accessToken=[^&]+&.*&sno=PL10001$/);
    expect(await get(port, location ?? '')).toMatchObject({ status: 200 });
    expect(await get(port, '/__sandbox/enter/no-such-user')).not.toMatchObject({ status: 302 });
  });

  test.each(['/__sandbox/state', '/__sandbox/enter/card'])(
    '%s answers under the addresses of this machine, and not under a foreign name that resolves to it',
    async (at) => {
      const { port, networkUrls } = await start(true);
      expect(networkUrls).toContain(`http://${ADDRESS}:${port}/`);
      expect((await get(port, at)).status).toBeLessThan(400);
      expect(await get(port, at, `elsewhere.example:${port}`)).toMatchObject({ status: 403, location: undefined });
    },
  );

  test('Loopback is answered as well, and no address that was not chosen', async () => {
    const { port } = await start(true);
    expect(await (await fetch(`http://127.0.0.1:${port}/__sandbox/effects`)).json()).toMatchObject({ charges: 0 });
    await expect(get(port, '/', 'localhost', '127.0.0.3')).rejects.toThrow('ECONNREFUSED');
  });

  test.each([
    [
      'with a port of its own',
      'shop.example.com:8443',
      { gizHost: 'shop.example.com', gizWsPort: '8443', gizWssPort: 8443 },
    ],
    ['at the usual ports', 'shop.example.com', { gizHost: 'shop.example.com', gizWsPort: '80', gizWssPort: 443 }],
  ])('Behind a proxy %s, the page is told the channel at the proxy', async (_, host, address) => {
    const { port, world } = await start(false);
    const authorization = world.users.get('leaser').accessToken;
    const headers = { host, authorization, 'content-type': 'application/json' };
    const options = { host: '127.0.0.1', port, path: `/api${enterPage.path}`, method: 'POST', headers };
    const [answer] = (await once(
      request(options).end(JSON.stringify({ appKey: 'physio', version: '1.0.0', data: { sno: 'PL10003' } })),
      'response',
    )) as [IncomingMessage];
    expect(await json(answer)).toMatchObject({ data: { deviceDetailWebSocketVo: address } });
  });
});
