import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../helpers/until.ts';

function started(
  command: string,
  ...options: string[]
): { child: ChildProcess; said: () => string; url: () => string } {
  // A group of its own, so that the test leaves nothing behind.
  const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  onTestFinished(() => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  return {
    child,
    said: () => said,
    url: () => /^ready (http:\/\/127\.0\.0\.1:\d+\/)$/m.exec(said)?.[1] ?? '',
  };
}

const start = (...options: string[]) => started(process.execPath, 'scripts/start.mjs', ...options);

async function running(...options: string[]) {
  const { said, url } = start('--port', '0', ...options);
  await until(() => said().includes(`${url()}__sandbox/\n`), Boolean);
  return { said: said(), url: url() };
}

test.each([
  ['with the page', []],
  ['without the page', ['--no-page']],
])('The sandbox started %s prints that it is ready, and the address to open in its last line', async (_, options) => {
  const { said, url } = await running(...options);
  const lines = said.trimEnd().split('\n');
  expect(lines.at(-2)).toBe(`ready ${url}`);
  expect(lines.at(-1)).toMatch(new RegExp(` ${url}__sandbox/$`));
  const page = await fetch(`${url}__sandbox/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

/** What a start at a taken port says, and its exit code. */
const refusedAt = (port: string, ...options: string[]) => ended(start('--port', port, ...options).child);

/** What a start that is refused says, and its exit code. */
async function ended(child: ChildProcess): Promise<[string, number | null]> {
  const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
  return [said, code as number | null];
}

test('A start beside a running sandbox names its address, and how to choose another port', async () => {
  const { url } = await running('--no-page');
  expect(await refusedAt(new URL(url).port, '--no-page')).toEqual([
    expect.stringMatching(new RegExp(`sandbox runs already: open ${url}__sandbox/, .*--port N`)),
    2,
  ]);
});

test.each([
  ['as built', []],
  ['with hot reload', ['--dev']],
])('A start %s at the port of another program says so, and ends', async (_, options) => {
  const other = createServer((_request, response) => response.end('<html></html>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(await refusedAt(String(port), ...options)).toEqual([
    expect.stringMatching(new RegExp(`another program has port ${port}: .*--port N`)),
    2,
  ]);
});

test('A start with an option that lacks its value names the option', async () => {
  expect(await ended(start('--port').child)).toEqual([expect.stringMatching(/'--port <value>' argument missing/), 2]);
});

test('Ending npm start ends the server', async () => {
  const { child, url } = started('npm', 'start', '--', '--port', '0', '--no-page');
  await until(url, Boolean);
  child.kill('SIGTERM');
  await until(
    () =>
      fetch(url()).then(
        () => false,
        () => true,
      ),
    Boolean,
  );
});
