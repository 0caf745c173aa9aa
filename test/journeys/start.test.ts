import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from '../helpers/until.ts';

test.each([
  ['with the page', []],
  ['without the page', ['--no-page']],
])('The sandbox started %s prints that it is ready, and the address to open in its last line', async (_, options) => {
  const child = spawn(process.execPath, ['scripts/start.mjs', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until(
      () => said,
      (text) => text.includes('\nready '),
    );
    const lines = said.trimEnd().split('\n');
    const [, url = ''] = /^ready (http:\/\/127\.0\.0\.1:\d+\/)$/.exec(lines.at(-2) ?? '') ?? [];
    expect(lines.at(-1)).toMatch(new RegExp(` ${url}__sandbox/$`));
    const page = await fetch(`${url}__sandbox/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
});
