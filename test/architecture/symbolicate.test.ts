import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identifyBuild, moveSourceMaps } from '../../scripts/build-identity.mjs';
import { SourceMaps, symbolicate } from '../../scripts/symbolicate.mjs';

/** The planted bug is in line 6: the basket has no tenth price. */
const BASKET = `interface Price {
  fen: number;
}
export class Basket {
  constructor(private readonly prices: readonly Price[]) {}
  total = (): number => [0, 9].reduce((sum, at) => sum + (this.prices[at] as Price).fen, 0);
}
`;
const MAIN = `import { Basket } from './basket.ts';

function payBasket(fen: number): number {
  const basket = new Basket([{ fen }]);
  return basket.total() + 1;
}
export const main = (): number => payBasket(Date.now());
`;

const directory = mkdtempSync(path.join(tmpdir(), 'symbolicate-'));
const inDirectory = (...parts: string[]) => path.join(directory, ...parts);
const maps = new SourceMaps(inDirectory('maps'));
let buildId = '';
/** The stack of the planted bug, as the page reports it. */
let stack = '';

beforeAll(async () => {
  mkdirSync(inDirectory('src'));
  writeFileSync(inDirectory('src/basket.ts'), BASKET);
  writeFileSync(inDirectory('src/main.ts'), MAIN);
  writeFileSync(inDirectory('index.html'), '<meta charset="utf-8" />');
  await build({
    root: directory,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: 'app',
      sourcemap: 'hidden',
      minify: true,
      rolldownOptions: {
        input: inDirectory('src/main.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/[name]-[hash:6].js' },
      },
    },
  });
  writeFileSync(inDirectory('app/index.html'), '<meta charset="utf-8" />');
  buildId = await identifyBuild(inDirectory('app'), { version: '1.2.3', commit: 'c', time: 't' });
  await moveSourceMaps(inDirectory('app/assets'), inDirectory('maps'), buildId);
  const [file = ''] = readdirSync(inDirectory('app/assets'));
  const built = pathToFileURL(inDirectory('app/assets', file)).href;
  const { main } = (await import(/* @vite-ignore */ built)) as { main: () => number };
  try {
    main();
  } catch (thrown) {
    stack = (thrown as Error).stack ?? '';
  }
  stack = stack
    .split('\n')
    .filter((line) => line.includes('/assets/'))
    .map((line) => line.replace(/\S*\/(?=assets\/)/, (before) => (before.startsWith('(') ? '(' : '')))
    .join('\n');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const exported = (id: string) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'physio.build.id', value: { stringValue: id } }] },
      scopeLogs: [
        {
          logRecords: [
            { eventName: 'physio.problem', attributes: [] },
            {
              eventName: 'physio.bug',
              timeUnixNano: '1790000000000000000',
              attributes: [
                { key: 'exception.type', value: { stringValue: 'TypeError' } },
                { key: 'exception.stacktrace', value: { stringValue: stack } },
                { key: 'url.template', value: { stringValue: '/lease' } },
              ],
            },
          ],
        },
      ],
    },
  ],
});

const AT = '2026-09-21T14:13:20Z';
const line = 'physio.bug';
/** A time and a line, as Loki keeps them. */
const entry = ['1790000000000000000', line] as const;
/** The attributes of the record, as Loki names them. */
const labels = () => ({
  service_name: 'physiolease',
  physio_build_id: buildId,
  exception_type: 'TypeError',
  exception_stacktrace: stack,
  url_template: '/lease',
});

const SOURCES = [/at Basket\.total \(\S*src\/basket\.ts:6:\d+\)/, /at payBasket \(\S*src\/main\.ts:5:\d+\)/] as const;

describe('symbolicate', () => {
  test('A stack of the minified build is printed with the files, lines and functions of the sources', () => {
    expect(stack).toMatch(/assets\/main-[\w-]{6}\.js:\d+:\d+/);
    expect(stack).not.toMatch(/basket/i);
    const printed = symbolicate(stack, maps);
    for (const place of SOURCES) expect(printed).toMatch(place);
    expect(symbolicate(stack, maps, { build: buildId })).toBe(printed);
  });

  test.each([
    ['one export', () => JSON.stringify(exported(buildId), null, 2)],
    ['exports, one per line', () => `${JSON.stringify({ resourceLogs: [] })}\n${JSON.stringify(exported(buildId))}\n`],
    [
      'an answer of Loki',
      () => JSON.stringify({ status: 'success', data: { result: [{ stream: labels(), values: [entry] }] } }),
    ],
    ['streams of Loki', () => JSON.stringify({ streams: [{ stream: labels(), values: [entry] }] })],
    [
      'an answer of Loki that sorts its labels',
      () =>
        JSON.stringify({ data: { result: [{ stream: {}, values: [[...entry, { structuredMetadata: labels() }]] }] } }),
    ],
    ['the output of logcli', () => `${JSON.stringify({ labels: labels(), line, timestamp: AT })}\n`],
    [
      'the logs that Grafana downloads',
      () => JSON.stringify([{ line, timestamp: entry[0], date: AT, fields: labels() }]),
    ],
  ])('Each stack in %s is printed below its event, type, route, build and time', (_, text) => {
    const [title = '', ...lines] = symbolicate(text(), maps).split('\n');
    expect(title).toBe(`physio.bug · TypeError · /lease · build ${buildId} · 2026-09-21T14:13:20.000Z`);
    for (const place of SOURCES) expect(lines.join('\n')).toMatch(place);
  });

  test.each([
    ['a string of JSON', () => JSON.stringify(stack)],
    ['a label of Loki', () => `exception_stacktrace=${JSON.stringify(stack)}\n`],
    ['a string within a string', () => JSON.stringify(JSON.stringify(stack))],
  ])('Every line of a stack that was copied out of %s is found, although its line breaks are escaped', (_, text) => {
    const missing: string[] = [];
    const printed = symbolicate(text(), maps, { onMissing: (reason) => void missing.push(reason) });
    for (const place of SOURCES) expect(printed).toMatch(place);
    expect(printed.match(/\bat /g)).toHaveLength(stack.split('\n').length);
    expect(missing).toEqual([]);
  });

  test('A line with several places, which is not understood, stays as it is, with the reason beside it', () => {
    const missing: string[] = [];
    const joined = stack.split('\n').join(' ');
    expect(symbolicate(joined, maps, { onMissing: (reason) => void missing.push(reason) })).toBe(joined);
    expect(missing).toEqual([`not understood: ${joined.trim()}`]);
  });

  test.each([
    [
      'of the build',
      (): string | undefined => buildId,
      (): string => `the build ${buildId} has no map of gone-123456.js`,
    ],
    ['of no build', () => undefined, () => 'no build has a map of gone-123456.js. '],
  ])(
    'A line of a file that is none %s stays as it is, and its file alone is named as missing',
    (_, ofBuild, reason) => {
      const missing: string[] = [];
      const unknown = '    at e (assets/gone-123456.js:1:2)';
      const printed = symbolicate(`${stack}\n${unknown}`, maps, {
        build: ofBuild(),
        onMissing: (each) => void missing.push(each),
      });
      for (const place of SOURCES) expect(printed).toMatch(place);
      expect(printed).toContain(unknown);
      expect(missing).toEqual([expect.stringContaining(reason())]);
    },
  );

  test('A place in a line that the script does not have stays as it is', () => {
    const missing: string[] = [];
    const wrong = stack.replace(/\.js:\d+:/g, '.js:9999:');
    expect(symbolicate(wrong, maps, { onMissing: (reason) => void missing.push(reason) })).toBe(wrong);
    expect(missing[0]).toMatch(new RegExp(`^build ${buildId} has no place main-\\S+\\.js:9999:\\d+$`));
  });

  test('A file beside the builds is no build', () => {
    writeFileSync(inDirectory('maps/0-notes.txt'), '');
    expect(maps.builds()).toEqual([buildId]);
    expect(symbolicate(stack, maps)).toMatch(SOURCES[0]);
  });

  test('An unknown build is named with the builds that are there', () => {
    const missing = new Set<string>();
    const printed = symbolicate(JSON.stringify(exported('0123456789')), maps, {
      onMissing: (reason) => void missing.add(reason),
    });
    expect(printed).toContain(stack);
    expect([...missing]).toEqual([expect.stringMatching(`no source maps of the build 0123456789 .*There: ${buildId}`)]);
  });

  test('The folder of one build in place of the folder of builds is named as such', () => {
    const missing: string[] = [];
    const onMissing = (reason: string) => void missing.push(reason);
    symbolicate(stack, new SourceMaps(inDirectory('maps', buildId)), { onMissing });
    expect(missing[0]).toMatch(`is the folder of one build: name the folder above it with --maps`);
  });

  test('A text or an export without a stack, or a damaged export, is refused with the reason', () => {
    expect(() => symbolicate('TypeError: x is not a function', maps)).toThrow(/no line of a stack found/);
    expect(() => symbolicate('{"resourceLogs":[]}', maps)).toThrow(/no log record has an exception\.stacktrace/);
    expect(() => symbolicate(JSON.stringify({ labels: {}, line }), maps)).toThrow(/--include-common-labels/);
    expect(() => symbolicate('{"logs":[1]}', maps)).toThrow('not understood: {"logs":[1]}');
    expect(() => symbolicate('{"resourceLogs":[]}\n{"resourceLogs":', maps)).toThrow(/line 2 is not JSON/);
  });

  test('The command reads the standard input and ends with 0, or with 1 and the reason', () => {
    const command = (...options: string[]) =>
      execFileSync(process.execPath, ['scripts/symbolicate.mjs', '--maps', inDirectory('maps'), ...options], {
        input: stack,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(command()).toMatch(SOURCES[0]);
    expect(command('-')).toMatch(SOURCES[0]);
    expect(() => command('--build', '0123456789')).toThrow(
      expect.objectContaining({ status: 1, stderr: expect.stringContaining('no source maps of the build 0123456789') }),
    );
    expect(() => command('nowhere.log')).toThrow(
      expect.objectContaining({ status: 2, stderr: 'symbolicate: no file nowhere.log; see --help\n' }),
    );
  });
});
