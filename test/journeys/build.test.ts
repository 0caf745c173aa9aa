import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  totalOf,
  weightsOfAllRoutes,
  weightsOfEnglish,
  weightsOfFirstRoute,
  weightsOfReports,
} from '../helpers/page-bytes.ts';

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const read = (file: string) => readFileSync(file, 'latin1');

describe('the build output', () => {
  const app = filesIn('dist/app');
  const texts = app.filter((file) => /\.(js|css|html|json|svg)$/.test(file));

  test('The build output contains the page and nothing else', () => {
    expect(texts.length).toBeGreaterThan(40);
    expect(
      app.filter((file) => !/\.(js|css|wasm)(\.br|\.gz)?$|[\\/](index\.html|app-config\.json)$/.test(file)),
    ).toEqual([]);
  });

  test('The build output contains a gzip and a Brotli copy of each compressible file', () => {
    const assets = app.filter((file) => /\.(js|css|wasm)$/.test(file));
    expect(assets.length).toBeGreaterThan(40);
    for (const file of assets) {
      const content = readFileSync(file);
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(content), file).toBe(true);
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(content), file).toBe(true);
    }
  });

  test.each([
    ['no source map', /sourceMappingURL/],
    ['no sandbox code', /sandbox(?!ed)/i],
    ['no path or address of the build machine', /127\.0\.0\.1:\d|["'`]\/(tmp|home|root|work|Users)\//],
    ['no development tool', /__REACT_DEVTOOLS_GLOBAL_HOOK__\.inject\(.*development|react-refresh|@vite\/client/],
    // inversify contains the Function constructor and does not call it: `jitless` in src/container/entry.ts.
    ['no eval', /\beval\(/],
  ])('The build output contains %s', (_what, pattern) => {
    expect(texts.filter((file) => pattern.test(read(file)))).toEqual([]);
  });

  test('The first page contains neither inline script nor inline style', () => {
    const page = read('dist/app/index.html');
    expect(page).toContain('<script type="module"');
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|javascript:/i);
  });

  test('The CLI build contains neither source maps nor sandbox code', () => {
    const files = filesIn('dist/cli');
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(files.filter((file) => /__sandbox/.test(read(file)))).toEqual([]);
  });
});

describe('download size', () => {
  const first = weightsOfFirstRoute();
  const all = weightsOfAllRoutes();
  const textOf = (files: Iterable<string>) => [...files].map((file) => read(path.join('dist/app', file))).join('\n');

  test('The first screen loads at most 130 kB of script and style', () => {
    expect(first.size).toBeGreaterThan(1);
    expect(totalOf(first)).toBeLessThanOrEqual(130_000);
  });

  test('All screens load at most 240 kB of script and style', () => {
    expect(all.size).toBeGreaterThan(first.size);
    expect(totalOf(all)).toBeLessThanOrEqual(240_000);
  });

  test('The English texts are one script of at most 6 kB, and no other script contains any of them', () => {
    const english = weightsOfEnglish();
    expect(english.size).toBe(1);
    expect(totalOf(english)).toBeLessThanOrEqual(6_000);
    expect(textOf(english.keys())).toContain('Stop treatment');
    expect(textOf(all.keys())).not.toMatch(/Stop treatment|Rent a device|Choose a plan/);
  });

  test('What sends reports is a script of at most 3 kB and web-vitals of at most 2.3 kB, and the first scripts contain neither', () => {
    const [sender, vitals, ...others] = [...weightsOfReports().values()];
    expect(sender).toBeLessThanOrEqual(3_000);
    expect(vitals).toBeLessThanOrEqual(2_300);
    expect(others).toEqual([]);
    expect(textOf(weightsOfReports().keys())).toContain('physio.web_vital');
    expect(textOf(all.keys())).not.toMatch(/physio\.(failures|flow|web_vital)|resourceLogs/);
  });

  test('The first scripts import no script that the first page does not load', () => {
    const awaited = [
      ...textOf([...first.keys()].filter((file) => file.endsWith('.js'))).matchAll(
        /(?:\bfrom|^import)\s*["']\.\/([^"']+)["']/g,
      ),
    ].map(([, file]) => `assets/${file}`);
    expect(awaited.filter((file) => !first.has(file))).toEqual([]);
    expect(first.size).toBeLessThanOrEqual(4);
  });

  test('The bootstrap script is one file that loads before the rendering script', () => {
    const scripts = [...first].filter(([file]) => file.endsWith('.js'));
    expect(scripts.map(([file]) => file.replace(/.*\/([^-]+)-.*/, '$1')).slice(0, 2)).toEqual(['bootstrap', 'index']);
    expect(scripts[0]?.[1]).toBeLessThanOrEqual(14_500); // with its header, ten packets: what a new connection receives in one round trip
  });

  test.each([
    ["the user's own pages", ['My', 'screens'], 8_000],
    ['the plans', ['Lease', 'screens'], 9_400],
    ['a treatment', ['Process', 'treatment', 'page-device-channel', 'screens', 'payments'], 23_500],
    [
      'the stop dialog',
      ['DialogSurface', 'Process', 'treatment', 'page-device-channel', 'screens', 'payments'],
      32_500,
    ],
  ])('The additional download for %s stays below its limit', (_, entries, most) => {
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
  ])('The code that %s is not part of the first download', (_, mark) => {
    const holding = (files: Iterable<string>) => [...files].filter((file) => textOf([file]).includes(mark));
    expect(holding(first.keys())).toEqual([]);
    expect(holding(all.keys())).not.toEqual([]);
  });
});
