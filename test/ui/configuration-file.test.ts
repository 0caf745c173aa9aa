import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { safeAddress } from '../../src/adapters/http/http-address.ts';
import { readConfiguration as readWith } from '../../src/ui/start/configuration-file.ts';

const PAGE = 'https://shop.test';
const SECOND = 1_000;

const readConfiguration = (load: Parameters<typeof readWith>[0], page: string) =>
  readWith(load, page, (address) => safeAddress(address, new URL(page).origin));
const answer = (json: unknown) => async () => new Response(JSON.stringify(json));
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Problem ? thrown.code : thrown),
  );
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );

let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warned.push(line));
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('readConfiguration', () => {
  test('The configuration is read, and a relative API address resolves against the page', async () => {
    const { configuration } = await readConfiguration(answer({ apiBase: '/api', brand: { name: '诊所' } }), PAGE);
    expect(configuration.values).toMatchObject({
      apiBase: 'https://shop.test/api',
      brand: { name: '诊所', description: '' },
    });
    expect(warned).toEqual([]);
  });

  test.each(['api.shop.test/api', 'api', '//api.shop.test'])(
    'The API address %s, which is neither https nor a path, is refused and named on the console',
    async (apiBase) => {
      expect(await codeOf(readConfiguration(answer({ apiBase }), PAGE))).toBe('configuration');
      expect(warned).toEqual(['app-config.json: apiBase: expected an https address, or a path such as /api']);
    },
  );

  test('A configuration with unknown fields is accepted, and one console warning names them', async () => {
    const json = {
      apiBase: '/api',
      colour: 'red',
      brand: { nmae: 'A' },
      endpoints: { 'order.getOrder': { path: '/a' } },
    };
    await readConfiguration(answer(json), PAGE);
    expect(warned).toEqual(['app-config.json: unknown fields colour, brand.nmae, endpoints.order.getOrder']);
  });

  test('Values of the presets that the tables lack are named in one console warning with what replaces them', async () => {
    await readConfiguration(answer({ apiBase: '/api', tables: { minutes: [30, 60] } }), PAGE);
    expect(warned).toEqual(['app-config.json: tables.minutes lacks 180 of the mode sleep, which is replaced by 60']);
  });

  test('The links and pictures of the operator resolve against the page, and the console names those that are not safe', async () => {
    const json = {
      apiBase: '/api',
      basePath: '/h5',
      brand: { logo: './logo.svg', shareImage: 'http://cdn.test/share.png' },
      links: { terms: '/terms', help: 'https://help.test/', refund: '//evil.test', signIn: 'javascript:alert(1)' },
    };
    const { configuration } = await readConfiguration(answer(json), 'https://shop.test/h5/');
    const { brand, links } = configuration.values;
    expect(brand).toMatchObject({ logo: 'https://shop.test/h5/logo.svg', shareImage: undefined });
    expect(links).toEqual({
      terms: 'https://shop.test/terms',
      help: 'https://help.test/',
      refund: undefined,
      signIn: undefined,
    });
    expect(warned).toEqual([
      'app-config.json: ignored brand.shareImage, links.refund, links.signIn: expected an https address, or a path on this site that begins with / or ./',
    ]);
  });

  test('A value that is no colour is named on the console', async () => {
    await readConfiguration(answer({ apiBase: '/api', brand: { accent: 'purple', accentDark: '#cfaaf0' } }), PAGE);
    expect(warned).toEqual(['app-config.json: ignored brand.accent purple: expected a colour such as #0b6a5c']);
  });

  test('Loading the configuration fails as a network error after 8 s, even if a part of the body has arrived', async () => {
    const halfway = async (signal: AbortSignal) => {
      const body = new ReadableStream({
        start: (stream) =>
          void signal.addEventListener('abort', () => stream.error(new DOMException('aborted', 'AbortError'))),
      });
      return new Response(body);
    };
    for (const load of [never, halfway]) {
      let ended: unknown;
      void codeOf(readConfiguration(load, PAGE)).then((code) => (ended = code));
      await vi.advanceTimersByTimeAsync(7.9 * SECOND);
      expect(ended).toBeUndefined();
      await vi.advanceTimersByTimeAsync(0.1 * SECOND);
      expect(ended).toBe('network');
    }
  });

  test.each([
    ['{"apiBase": "/api",\n  "brand": {},\n}', /not valid JSON, line 3, column 1: /],
    ['{"apiBase": "/api"', /not valid JSON, line 1, column 19: /],
    ['{"apiBase": "http://api.test/"}', /^apiBase: plain http is only accepted for this machine/],
  ])('What is wrong with the file stands on the screen and on the console: %s', async (text, words) => {
    const reading = readConfiguration(async () => new Response(text), PAGE);
    const problem = await reading.catch((thrown: unknown) => thrown);
    expect(problem).toMatchObject({ code: 'configuration', message: expect.stringMatching(words) });
    expect(warned).toEqual([`app-config.json: ${(problem as Problem).message}`]);
  });

  test.each([
    ['/h5/', PAGE, /^basePath \/h5\/: the <base> element of index\.html names \/;/],
    [undefined, `${PAGE}/h5/`, /^basePath \/: the <base> element of index\.html names \/h5\/;/],
  ])(
    'A page whose configuration names another path (%s) than its address (%s) says so',
    async (basePath, page, words) => {
      const reading = readConfiguration(answer({ apiBase: '/api', basePath }), page);
      expect(await reading.catch((thrown: unknown) => thrown)).toMatchObject({
        code: 'configuration',
        message: expect.stringMatching(words),
      });
    },
  );

  test('A page on plain http may call its own server', async () => {
    const { configuration } = await readConfiguration(answer({ apiBase: '/api' }), 'http://192.168.0.2:5180/');
    expect(configuration.values.apiBase).toBe('http://192.168.0.2:5180/api');
  });

  test('A missing connection is a network error, and any response other than a valid configuration is a configuration error', async () => {
    expect(await codeOf(readConfiguration(() => Promise.reject(new TypeError('Failed to fetch')), PAGE))).toBe(
      'network',
    );
    expect(await codeOf(readConfiguration(async () => new Response('<!doctype html>'), PAGE))).toBe('configuration');
    expect(await codeOf(readConfiguration(async () => new Response('{}', { status: 404 }), PAGE))).toBe(
      'configuration',
    );
    expect(await codeOf(readConfiguration(answer({ brand: {} }), PAGE))).toBe('configuration');
  });
});
