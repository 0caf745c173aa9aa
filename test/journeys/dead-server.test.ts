import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { typePhysio } from '../helpers/pty.ts';

let home: string;
const servers: Server[] = [];
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(home, { recursive: true, force: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function goesAway(): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
}

const physio = (api: string, typed: string, input = '') =>
  typePhysio(typed.split(' '), { home, env: { PHYSIO_API: `${api}/api`, PHYSIO_TOKEN: 'canary-token-4711' }, input });

test('device check of five thousand devices ends within seconds when the server goes down, and reports each device', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, at) => `SNO${10_000 + at}`);
  let answers = 0;
  const api = await serve((_request, response) => {
    response.end('{"code":"404","message":"没有这台设备","data":null}');
    answers += 1;
    if (answers === 200) goesAway();
  });
  const began = performance.now();
  const { code, out, said } = await physio(
    api,
    'device check - --concurrency 16 --json sno,message',
    numbers.join('\n'),
  );
  expect(performance.now() - began).toBeLessThan(25_000);
  const told = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { sno: string; message: string });
  expect([code, told.length]).toEqual([1, numbers.length]);
  const skipped = told.filter(({ message }) => message.startsWith('skipped')).length;
  expect(skipped).toBeGreaterThan(4_000);
  const errors = said.split('\n').filter((line) => line.startsWith('{"error"'));
  expect(errors.map((line) => JSON.parse(line) as object)).toEqual([
    {
      error: expect.objectContaining({
        exit: 1,
        message: expect.stringMatching(
          new RegExp(
            `^Stopped after \\d+ consecutive failures: skipped ${skipped} devices\\. Could not reach the server`,
          ),
        ),
      }),
    },
  ]);
});

test('A redirect to another host is not followed: the token is not sent there, and the message names the host', async () => {
  let elsewhereAsked = 0;
  const elsewhere = await serve((_request, response) => {
    elsewhereAsked += 1;
    response.end('{"code":"200","data":[]}');
  });
  const api = await serve(
    (_request, response) => void response.writeHead(308, { location: `${elsewhere}/api/other?key=secret` }).end(),
  );
  const { code, said } = await physio(api, 'device list');
  expect([code, said]).toEqual([
    1,
    `physio: The API address redirects to ${elsewhere}, which physio does not follow (HTTP status 308). Set the API address: --api URL, physio profile set api URL, or PHYSIO_API\n`,
  ]);
  expect(elsewhereAsked).toBe(0);
});

test('doctor reports once that each path returns a web page', async () => {
  const api = await serve(
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>'),
  );
  const { code, out } = await physio(api, 'doctor');
  expect(code).toBe(1);
  expect(out.match(/leads to a web page, not to the API/g)).toHaveLength(1);
  expect(out.match(/^BAD/gm)).toHaveLength(1);
});
