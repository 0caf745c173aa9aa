import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'loopback-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a script like a tool of the contract check, and returns its output. */
async function asTool(script: string): Promise<string> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '--require=./contract/check/loopback-only.cjs',
    REFUSED_CONNECTIONS: path.join(directory, 'refused'),
  };
  return (await promisify(execFile)(process.execPath, ['-e', script], { env })).stdout.trim();
}

test('A tool of the contract check that connects to another machine is refused, and the host is recorded', async () => {
  const script = [
    "fetch('https://telemetry.example.com/').catch(({ cause }) => console.log(cause.message));",
    "require('node:http').get('http://update.example.com/').on('error', ({ message }) => console.log(message));",
  ].join('\n');
  const output = await asTool(script);
  expect(output.split('\n').toSorted()).toEqual(
    ['telemetry', 'update'].map((name) => `no connection to ${name}.example.com: the check stays on this machine`),
  );
  expect(readFileSync(path.join(directory, 'refused'), 'utf8').trim().split('\n').toSorted()).toEqual([
    'telemetry.example.com',
    'update.example.com',
  ]);
});

test('A tool of the contract check that connects to this machine is allowed', async () => {
  const server = createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    expect(await asTool(`fetch('http://127.0.0.1:${port}/').then((answer) => answer.text()).then(console.log)`)).toBe(
      'here',
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
