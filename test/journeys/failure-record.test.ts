import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const here = (file: string) => JSON.stringify(path.resolve('test/journeys', file));

const PLANTED = `
  import { expect, test } from 'vitest';
  import { theBrowser } from ${here('phones.ts')};
  import { afterThisTest } from ${here('failure-record.ts')};

  const shows = async (words) => {
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();
    await page.setContent('<h1>' + words + '</h1>');
    await page.evaluate((said) => console.error('the page says ' + said), words);
    return context;
  };

  test.concurrent('A test that passes', async () => {
    const context = await shows('all is well');
    afterThisTest(() => context.close());
  });
  test.concurrent('A test that fails and closes its page', async () => {
    const context = await shows('payment failed');
    afterThisTest(() => context.close());
    expect(1).toBe(2);
  });
  test.concurrent('A test that fails before it closes its page', async () => {
    const context = await shows('device offline');
    expect(1).toBe(2);
    await context.close();
  });
  test.concurrent('A test that closes its page while a route handler runs', async () => {
    const context = await shows('still loading');
    const [page] = context.pages();
    const closed = new Promise((resolve) => context.once('close', resolve));
    const handled = new Promise((resolve) => {
      void page.route('http://localhost/data', async () => {
        resolve();
        await closed;
        throw new Error('the page is closed');
      });
    });
    await page.evaluate(() => void fetch('http://localhost/data').catch(() => undefined));
    await handled;
    afterThisTest(() => context.close());
  });
`;

let folder: string;
let output: string;
const results = (...names: string[]) => path.join(folder, 'test-results/planted', ...names);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'failing-'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'planted.test.ts'), PLANTED);
  writeFileSync(
    path.join(folder, 'vitest.config.mjs'),
    `export default { test: { include: ["planted.test.ts"], setupFiles: [${here('setup.ts')}], testTimeout: 60_000, hookTimeout: 60_000 } };\n`,
  );
  mkdirSync(results('A-test-that-passes'), { recursive: true });
  const { stdout, stderr } = spawnSync(path.resolve('node_modules/.bin/vitest'), ['run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', TRACE: '1', TMPDIR: folder },
  });
  output = stdout + stderr;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('A failed test names the folder of its record, and a passed test deletes the folder of an earlier run', () => {
  expect(output).toContain('2 failed | 2 passed');
  expect(readdirSync(results()).toSorted()).toEqual([
    'A-test-that-fails-and-closes-its-page',
    'A-test-that-fails-before-it-closes-its-page',
  ]);
  for (const name of readdirSync(results()))
    expect(output).toContain(`The pages of this test are saved in test-results/planted/${name}`);
});

test('A test may close its page while a route handler runs', () => {
  expect(output).not.toContain('Unhandled');
});

test.each([
  ['A-test-that-fails-and-closes-its-page', 'payment failed'],
  ['A-test-that-fails-before-it-closes-its-page', 'device offline'],
])('The folder %s contains the screenshot, the HTML, the console and the trace of its own page', (name, words) => {
  expect(readdirSync(results(name)).toSorted()).toEqual([
    '1-console.txt',
    '1-page-1.html',
    '1-page-1.png',
    '1-trace.zip',
  ]);
  expect(readFileSync(results(name, '1-page-1.html'), 'utf8')).toContain(`<h1>${words}</h1>`);
  expect(readFileSync(results(name, '1-console.txt'), 'utf8')).toContain(`console error: the page says ${words}`);
  expect(readFileSync(results(name, '1-page-1.png')).subarray(1, 4).toString()).toBe('PNG');
  expect(statSync(results(name, '1-trace.zip')).size).toBeGreaterThan(1_000);
});
