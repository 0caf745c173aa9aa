import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sandbox } from './callers.ts';

const PAGE =
  '<!doctype html><html><head><base href="/"><script type="module" src="/main.ts"></script></head><body>设备</body></html>';

async function develop(content: string, type: string) {
  const handle = (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', type);
    response.write(content.slice(0, 20));
    response.end(content.slice(20));
  };
  const { at } = await sandbox({ page: { kind: 'middleware', handle } });
  return async (path: string, accept = 'text/html') => (await fetch(at + path, { headers: { accept } })).text();
}

describe('the page of a development server', () => {
  test('The development page contains the WeChat simulation before its own scripts', async () => {
    const page = await (await develop(PAGE, 'text/html'))('/my');
    expect(page).toBe(PAGE.replace('<base href="/">', '<base href="/"><script src="/__sandbox/weixin.js"></script>'));
  });

  test('The development page contains the phone’s clock only where the address turns the WeChat simulation off', async () => {
    expect(await (await develop(PAGE, 'text/html'))('/my?weixin=off')).toBe(
      PAGE.replace('<base href="/">', '<base href="/"><script src="/__sandbox/clock.js"></script>'),
    );
  });

  test('The development page has the settings of the demo brand', async () => {
    const { at } = await sandbox({ brand: 'demo2', page: { kind: 'middleware', handle: () => undefined } });
    const configuration = await (await fetch(`${at}/app-config.json`)).json();
    expect(configuration).toMatchObject({ apiBase: '/api', brand: { name: '悦康理疗' }, notice: { version: '1' } });
    expect(configuration).not.toHaveProperty('report');
  });

  test('The development page sends its reports to the sandbox if the sandbox is told so', async () => {
    const { at, state } = await sandbox({ report: true, page: { kind: 'middleware', handle: () => undefined } });
    const configuration = await (await fetch(`${at}/app-config.json`)).json();
    expect(configuration).toMatchObject({ apiBase: '/api', report: { url: '/__sandbox/otlp' } });
    expect(await state()).toMatchObject({ reporting: true });
  });
});
