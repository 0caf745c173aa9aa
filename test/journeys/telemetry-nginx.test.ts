import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';
import { hasNginx, mainConfiguration, NGINX } from './nginx.ts';

const snippet = (name: string) => readFileSync(path.join('deploy/telemetry', name), 'utf8');

describe.skipIf(!hasNginx)('the receiver of reports behind a real nginx (skipped where nginx is not installed)', () => {
  let directory: string;
  let collector: Server;
  let nginx: ChildProcess;
  let url: string;
  const came: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];

  beforeAll(async () => {
    collector = createServer(async (request, response) => {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      came.push({ path: request.url, headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const sitePort = await freePort();
    url = `http://127.0.0.1:${sitePort}`;
    directory = mkdtempSync(path.join(tmpdir(), 'nginx-'));
    mkdirSync(path.join(directory, 'logs'));
    const location = snippet('nginx-otlp.conf')
      .replace('http://127.0.0.1:4318', `http://127.0.0.1:${port}`)
      .replace('/var/log/nginx/physiolease-error.log', path.join(directory, 'logs/error.log'));
    writeFileSync(
      path.join(directory, 'site.conf'),
      `${snippet('nginx-otlp-limits.conf')}\nserver {\n listen 127.0.0.1:${sitePort};\n access_log off;\n ${location}\n location / { return 204; }\n}\n`,
    );
    writeFileSync(path.join(directory, 'nginx.conf'), mainConfiguration(directory));
    nginx = spawn(NGINX, ['-p', directory, '-c', path.join(directory, 'nginx.conf')], {
      stdio: 'ignore',
    });
    await until(
      () =>
        nginx.exitCode === null
          ? fetch(url).then(
              () => true,
              () => false,
            )
          : expect.fail(readFileSync(path.join(directory, 'logs/error.log'), 'utf8')),
      Boolean,
    );
  });
  afterAll(async () => {
    if (nginx.exitCode === null) {
      const gone = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      await gone;
    }
    await new Promise((resolve) => collector.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  });

  const sends = (at: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url + at, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  test('A report reaches the collector with its content type and nothing that identifies the sender', async () => {
    const identifying = {
      cookie: 'id=7',
      authorization: 'token',
      referer: 'http://a.example/?t=1',
      'x-forwarded-for': '8.8.8.8',
    };
    const { status, headers } = await sends('/otlp/v1/metrics', '{"resourceMetrics":[]}', identifying);
    expect([status, headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([
      200,
      'nosniff',
      'no-store',
    ]);
    expect(came.splice(0)).toEqual([
      {
        path: '/v1/metrics',
        headers: { host: 'localhost', 'content-type': 'application/json', 'content-length': '22' },
        body: '{"resourceMetrics":[]}',
      },
    ]);
  });

  test('A browser may ask for a page of another origin, and the collector answers', async () => {
    const origin = 'https://shop.example.com';
    const asked = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    expect((await fetch(`${url}/otlp/v1/logs`, { method: 'OPTIONS', headers: asked })).status).toBe(200);
    expect((await sends('/otlp/v1/logs', '{}', { origin })).status).toBe(200);
    expect(came.splice(0)).toMatchObject([{ headers: asked }, { headers: { origin } }]);
  });

  test('Another method, a compressed or a long body, and another path do not reach the collector', async () => {
    expect((await fetch(`${url}/otlp/v1/logs`)).status).toBe(403);
    expect((await sends('/otlp/v1/logs', '{}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await sends('/otlp/v1/logs', ' '.repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await sends('/otlp/v1/traces', '{}')).status).toBe(204);
    expect(came).toEqual([]);
    expect((await sends('/otlp/v1/logs', ' '.repeat(64 * 1024))).status).toBe(200);
    expect(came.splice(0)).toHaveLength(1);
  });

  test('One address that sends without end is told to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => sends('/otlp/v1/logs', '{}')));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(came.length).toBe(statuses.filter((status) => status === 200).length);
  });
});
