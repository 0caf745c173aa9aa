import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConnectProxy } from '../helpers/connect-proxy.ts';
import { CLOSED_PORT } from '../helpers/free-port.ts';
import { typePhysio } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';
import { Upstream } from './upstream.ts';

const PASSWORD = 'canary-password';

let world: World;
let upstream: Upstream;
let proxy: ConnectProxy;
let home: string;
beforeAll(async () => {
  world = await World.start();
  upstream = await Upstream.start(world.url);
});
afterAll(async () => {
  await upstream.close();
  await world.close();
});
beforeEach(async () => {
  proxy = await ConnectProxy.start(Number(new URL(upstream.url).port));
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  writeFileSync(path.join(home, 'token.txt'), (await world.user('leaser')).accessToken, { mode: 0o600 });
});
afterEach(async () => {
  await proxy.stops();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the CLI on a machine that reaches the API server only through the proxy. */
const physio = (line: string, env: Record<string, string> = {}) =>
  typePhysio([...line.split(' '), '--api', 'https://api.example.com/api', '--token-file', 'token.txt'], {
    home,
    env: {
      HTTPS_PROXY: `http://me:${PASSWORD}@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: path.resolve('test/journeys/certificates/trusted-ca.pem'),
      ...env,
    },
  });

test('Behind a proxy, the calls and the device channel both reach the server, and doctor names the proxy without its credentials', async () => {
  const { code, out, said } = await physio('doctor --device PL10003');
  expect([code, out + said]).toEqual([0, expect.stringMatching(/ok\s+channel ping/)]);
  expect(out).toMatch(new RegExp(`^note\tproxy\t+127\\.0\\.0\\.1:${proxy.port} \\(HTTPS_PROXY\\)\t$`, 'm'));
  expect(out + said).not.toContain(PASSWORD);
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['api.example.com:443']));
  expect(proxy.asked.length).toBeLessThan(10);
});

test('A proxy that refuses or is unreachable is named in the message, and the command exits with 1', async () => {
  proxy.refusesWith = 407;
  const refused = await physio('device list');
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringContaining(`The proxy 127.0.0.1:${proxy.port} (HTTPS_PROXY) failed (HTTP status 407)`),
  ]);
  expect(refused.said).not.toMatch(/Could not reach the server|canary/);
  const doctor = await physio('doctor');
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(/BAD\s+proxy\s[\s\S]*HTTP status 407/)]);
  expect(doctor.out).not.toMatch(/BAD\s+(?:address|tls)/);
  const gone = await physio('device list', { HTTPS_PROXY: `http://127.0.0.1:${CLOSED_PORT}` });
  expect([gone.code, gone.said]).toEqual([
    1,
    expect.stringContaining(
      `The proxy 127.0.0.1:${CLOSED_PORT} (HTTPS_PROXY) failed (connection refused, ECONNREFUSED)`,
    ),
  ]);
});

test('A command refuses an invalid proxy before it sends a request', async () => {
  const { code, out, said } = await physio('doctor', { HTTPS_PROXY: `socks5://me:${PASSWORD}@127.0.0.1:1080` });
  expect([code, out + said]).toEqual([2, expect.stringContaining('HTTPS_PROXY uses socks5')]);
  expect(out + said).not.toContain(PASSWORD);
  expect(proxy.asked).toEqual([]);
});
