import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildIdOf } from '../../scripts/build-identity.mjs';
import { SourceMaps, symbolicate } from '../../scripts/symbolicate.mjs';
import { weightsOfAllRoutes, weightsOfEnglish, weightsOfFirstRoute, weightsOfReports } from '../helpers/page-bytes.ts';

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const read = (file: string) => readFileSync(file, 'latin1');

describe('the build output', () => {
  const app = filesIn('dist/app');
  const texts = app.filter((file) => /\.(js|css|html|json|svg)$/.test(file));

  test('The build output contains the page and nothing else', () => {
    expect(texts.length).toBeGreaterThan(10);
    expect(
      app.filter(
        (file) =>
          !/\.(js|css|wasm)(\.br|\.gz)?$|[\\/](index\.html|app-config\.json|version\.json|THIRD_PARTY_LICENSES\.txt)$/.test(
            file,
          ),
      ),
    ).toEqual([]);
  });

  test('The build output contains a gzip and a Brotli copy of each compressible file', () => {
    const assets = app.filter((file) => /\.(js|css|wasm)$/.test(file));
    expect(assets.length).toBeGreaterThan(5);
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
    // inversify contains the Function constructor and does not call it: `jitless` in src/container.ts.
    ['no eval', /\beval\(/],
  ])('The build output contains %s', (_what, pattern) => {
    expect(texts.filter((file) => pattern.test(read(file)))).toEqual([]);
  });

  test('The first page contains neither inline script nor inline style', () => {
    const page = read('dist/app/index.html');
    expect(page).toContain('<script type="module"');
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|javascript:/i);
  });

  test('The browser fetches the style of the first paint before the script', () => {
    const page = read('dist/app/index.html');
    expect(page).toContain('<script type="module" fetchpriority="low"');
    expect(page.slice(0, page.indexOf('<body>'))).not.toMatch(/<script(?! type="module")/);
  });

  test('The page and version.json name the same build, which is a hash of the built files', async () => {
    const { version, commit, buildId, time } = JSON.parse(read('dist/app/version.json')) as Record<string, string>;
    expect(buildId).toBe(await buildIdOf('dist/app'));
    expect(read('dist/app/index.html')).toContain(`<meta name="build" content="${version} ${buildId}" />`);
    expect(version).toBe((JSON.parse(read('package.json')) as { version: string }).version);
    expect(commit).toMatch(/^([0-9a-f]{40}(-dirty)?|unknown)$/);
    expect(new Date(time ?? '').toISOString()).toBe(time);
  });

  test('Each script has a source map outside the served files, with paths below the project', async () => {
    const maps = `dist/maps/${await buildIdOf('dist/app')}`;
    const scripts = texts
      .filter((file) => file.endsWith('.js') && !/rolldown-runtime|starting\.js/.test(file)) // the one has no source, the other is its source
      .map((file) => `${path.basename(file)}.map`);
    expect(readdirSync(maps).toSorted()).toEqual(scripts.toSorted());
    const sources = scripts.flatMap((file) => {
      const { sources } = JSON.parse(read(path.join(maps, file))) as { sources: string[] };
      return sources;
    });
    expect(sources).toContain('src/ui/main.tsx');
    expect(sources.filter((source) => path.isAbsolute(source) || source.startsWith('..'))).toEqual([]);
  });

  test('A place in a built script is symbolicated to its source, line and function', () => {
    const holding = texts.find(
      (file) => file.endsWith('.js') && read(file).includes('a screen needs an ApplicationProvider around it'),
    );
    const before =
      readFileSync(holding ?? '', 'utf8').split('a screen needs an ApplicationProvider around it')[0] ?? '';
    const lines = before.split('\n');
    const stack = `    at x (assets/${path.basename(holding ?? '')}:${lines.length}:${(lines.at(-1) ?? '').length + 1})`;
    const inSource = read('src/ui/application.ts').split('a screen needs an ApplicationProvider around it')[0] ?? '';
    expect(symbolicate(stack, new SourceMaps('dist/maps'))).toContain(
      `at useApplication (src/ui/application.ts:${inSource.split('\n').length}:`,
    );
  });

  test('The CLI build contains neither source maps nor sandbox code', () => {
    const files = filesIn('dist/cli');
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(files.filter((file) => /__sandbox/.test(read(file)))).toEqual([]);
  });
});

describe('the scripts of the page', () => {
  const first = weightsOfFirstRoute();
  const all = weightsOfAllRoutes();
  const textOf = (files: Iterable<string>) => [...files].map((file) => read(path.join('dist/app', file))).join('\n');

  test('The English texts are one script, and no other script contains any of them', () => {
    const english = weightsOfEnglish();
    expect(english.size).toBe(1);
    expect(textOf(english.keys())).toContain('Stop treatment');
    expect(textOf(all.keys())).not.toMatch(/Stop treatment|Rent a device|Choose a plan/);
  });

  test('What sends reports and web-vitals are two scripts, and the first scripts contain neither', () => {
    const reports = weightsOfReports();
    expect(reports.size).toBe(2);
    expect(textOf(reports.keys())).toContain('physio.web_vital');
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

  test('The code that reads a QR code is not part of the first download', () => {
    const holding = (files: Iterable<string>) => [...files].filter((file) => textOf([file]).includes('tryDenoise'));
    expect(holding(first.keys())).toEqual([]);
    expect(holding(all.keys())).not.toEqual([]);
  });
});
