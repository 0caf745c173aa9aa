import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { totalOf, weightsOfAllRoutes, weightsOfFirstRoute } from '../helpers/page-bytes.ts';

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const read = (file: string) => readFileSync(file, 'latin1');

describe('what is built to be served', () => {
  const app = filesIn('dist/app');
  const texts = app.filter((file) => /\.(js|css|html|json|svg)$/.test(file));

  test('is the page, and nothing else', () => {
    expect(texts.length).toBeGreaterThan(40);
    expect(
      app.filter((file) => !/\.(js|css|wasm)(\.br|\.gz)?$|[\\/](index\.html|app-config\.json)$/.test(file)),
    ).toEqual([]);
  });

  test('lies beside itself compressed, for a server that hands out what is there', () => {
    const assets = app.filter((file) => /\.(js|css|wasm)$/.test(file));
    expect(assets.length).toBeGreaterThan(40);
    for (const file of assets) {
      const content = readFileSync(file);
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(content), file).toBe(true);
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(content), file).toBe(true);
    }
  });

  test.each([
    ['no map to its sources', /sourceMappingURL/],
    ['nothing of the sandbox', /sandbox(?!ed)/i],
    ['no place on the machine it was built on', /127\.0\.0\.1:\d|["'`]\/(tmp|home|root|work|Users)\//],
    [
      'no tool of those who make it',
      /__REACT_DEVTOOLS_GLOBAL_HOOK__\.inject\(.*development|react-refresh|@vite\/client/,
    ],
    ['no way to make code out of text', /\beval\(|new Function\(/],
  ])('holds %s', (_what, pattern) => {
    expect(texts.filter((file) => pattern.test(read(file)))).toEqual([]);
  });

  test('has neither script nor style within its first page', () => {
    const page = read('dist/app/index.html');
    expect(page).toContain('<script type="module"');
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|javascript:/i);
  });

  test('the command line comes without its sources and without the sandbox', () => {
    const files = filesIn('dist/cli');
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(files.filter((file) => /__sandbox/.test(read(file)))).toEqual([]);
  });
});

describe('what is fetched on a slow line', () => {
  const first = weightsOfFirstRoute();
  const all = weightsOfAllRoutes();
  const textOf = (files: Iterable<string>) => [...files].map((file) => read(path.join('dist/app', file))).join('\n');

  test('weighs at most 130 kB of script and style before the first screen', () => {
    expect(first.size).toBeGreaterThan(1);
    expect(totalOf(first)).toBeLessThanOrEqual(130_000);
  });

  test('and at most 240 kB for all screens', () => {
    expect(all.size).toBeGreaterThan(first.size);
    expect(totalOf(all)).toBeLessThanOrEqual(240_000);
  });

  test('is asked for at once: the first scripts wait for no other', () => {
    const awaited = [
      ...textOf([...first.keys()].filter((file) => file.endsWith('.js'))).matchAll(
        /(?:\bfrom|^import)\s*["']\.\/([^"']+)["']/g,
      ),
    ].map(([, file]) => `assets/${file}`);
    expect(awaited.filter((file) => !first.has(file))).toEqual([]);
    expect(first.size).toBeLessThanOrEqual(4);
  });

  test('asks the server with a script that comes in one go, before the one that draws', () => {
    const scripts = [...first].filter(([file]) => file.endsWith('.js'));
    expect(scripts.map(([file]) => file.replace(/.*\/(.*)-.{8}\.js$/, '$1')).slice(0, 2)).toEqual([
      'bootstrap',
      'index',
    ]);
    expect(scripts[0]?.[1]).toBeLessThanOrEqual(15_600); // a seventh of the one that draws
  });

  test.each([
    ["the user's own pages", ['My', 'StatusBars', 'screens', 'payment-store'], 12_000],
    ['the plans', ['Lease', 'plans', 'screens', 'payment-store'], 19_500],
    ['a treatment', ['Process', 'treatment', 'page-device-channel', 'screens', 'payment-store'], 23_500],
    [
      'the question whether to stop it',
      ['DialogSurface', 'Process', 'treatment', 'page-device-channel', 'screens', 'payment-store'],
      32_500,
    ],
  ])('%s come with little else', (_, entries, most) => {
    const files = [...all.keys()];
    const scripts = entries.map(
      (entry) => files.find((file) => file.startsWith(`assets/${entry}-`) && file.endsWith('.js')) ?? '',
    );
    const wanted = new Set(scripts);
    for (const script of wanted)
      for (const [, file = ''] of textOf([script]).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g))
        wanted.add(`assets/${file}`);
    const more = [...wanted].filter((file) => !first.has(file));
    expect(more.length).toBeGreaterThan(scripts.length);
    expect(totalOf(new Map(more.map((file) => [file, all.get(file) ?? Infinity])))).toBeLessThanOrEqual(most);
  });

  test.each([
    ['pays', 'getBrandWCPayRequest'],
    ['follows a device', 'login_req'],
    ['starts a device', 'confirm-deduction'],
    ['places an order', 'productServiceDetailId'],
    ['scans', 'getUserMedia'],
    ['draws a dialog', 'DialogContent'],
  ])('what %s comes with the screen that does', (_, mark) => {
    const holding = (files: Iterable<string>) => [...files].filter((file) => textOf([file]).includes(mark));
    expect(holding(first.keys())).toEqual([]);
    expect(holding(all.keys())).not.toEqual([]);
  });
});
