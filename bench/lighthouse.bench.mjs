// Lighthouse's mobile preset on the built page, served compressed, and in the same run on a page with the given libraries alone.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';
import { median, rounded, tell } from './telling.mjs';

const RUNS = 5;
const TOOL = path.resolve('bench/lighthouse');
const GATE = { score: 97, lcp: 1.9, tbt: 80, cls: 0.01 };

/** Lighthouse and its driver of a browser, fetched on the first run: they weigh more than all else here. */
async function loadTool() {
  if (!existsSync(path.join(TOOL, 'node_modules/lighthouse'))) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: TOOL, stdio: ['ignore', 'ignore', 'inherit'] });
  const require = createRequire(path.join(TOOL, 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const [{ default: lighthouse }, { default: puppeteer }] = await Promise.all([load('lighthouse'), load('puppeteer-core')]);
  return { lighthouse, puppeteer };
}

/** The libraries alone, built as the page is. */
async function buildFloor() {
  const directory = mkdtempSync(path.join(tmpdir(), 'physiolease-floor-'));
  await build({ root: path.resolve('bench/floor'), configFile: path.resolve('vite.config.ts'), logLevel: 'error', build: { outDir: path.join(directory, 'app') } });
  copyFileSync('dist/headers.json', path.join(directory, 'headers.json'));
  copyFileSync('dist/app/app-config.json', path.join(directory, 'app/app-config.json'));
  return directory;
}

/** A build behind the pretend cloud, in a process of its own. */
async function serve(directory) {
  const server = spawn(process.execPath, ['dist/sandbox/main.js', '--port', '0', '--dist', directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (text) => {
      said += text;
      const [, ready] = /^ready (\S+)$/m.exec(said) ?? [];
      if (ready) resolve(ready);
    });
    server.once('exit', () => reject(new Error(`the server has ended: ${said}`)));
  });
  return { url, end: () => server.kill() };
}

/** The address by which a demo user comes from WeChat. */
async function cameAs(id, url, place) {
  const { users } = await (await fetch(new URL('__sandbox/state', url))).json();
  const { searchParams } = new URL(users.find((user) => user.id === id).entryLink, url);
  for (const [name, value] of new URLSearchParams(place.split('?')[1])) searchParams.set(name, value);
  searchParams.set('weixin', 'off');
  return new URL(`${place.split('?')[0]}?${searchParams.toString()}`, url).href;
}

/** One run in a page of its own; a run of which Lighthouse says that its record broke is made again. */
async function once({ lighthouse }, browser, address, before, tries = 3) {
  const page = await browser.newPage();
  try {
    if (before) await before(page);
    const { lhr } = await lighthouse(address, { onlyCategories: ['performance'], logLevel: 'silent' }, undefined, page);
    if (!lhr.runtimeError) return lhr;
    if (tries === 1) throw new Error(`${new URL(address).pathname}: ${lhr.runtimeError.message}`);
  } finally {
    await page.close();
  }
  return once({ lighthouse }, browser, address, before, tries - 1);
}

/** The medians of five runs after one that is not counted. */
async function measure(tool, executablePath, address, before) {
  const browser = await tool.puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const runs = [];
  try {
    for (let run = 0; run <= RUNS; run += 1) {
      const { audits, categories } = await once(tool, browser, address, before);
      const value = (audit) => audits[audit].numericValue;
      if (run > 0) runs.push({ score: categories.performance.score * 100, lcp: value('largest-contentful-paint') / 1000, fcp: value('first-contentful-paint') / 1000, tbt: value('total-blocking-time'), cls: value('cumulative-layout-shift') });
    }
  } finally {
    await browser.close();
  }
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, rounded(median(runs.map((each) => each[name])))]));
}

const tool = await loadTool();
const executablePath = findBrowser();
const unit = 'score';
const anchor = 'template 99 / LCP 1.94 s; litemall 94 / 2.59; evcc 73 / 4.17';
const floorBuild = await buildFloor();
const floor = await serve(floorBuild);
process.once('exit', floor.end);
const { score: floorScore, ...floorRest } = await measure(tool, executablePath, floor.url);
tell({ what: 'Lighthouse mobile, the given libraries alone', value: floorScore, unit, ...floorRest });
floor.end();
rmSync(floorBuild, { recursive: true });

const app = await serve(path.resolve('dist'));
process.once('exit', app.end);
/** A treatment or a choice of plans needs the device that somebody has come to. */
const entered = (user, device, shown) => async (page) => {
  await page.goto(await cameAs(user, app.url, `/?sno=${device}`));
  await page.waitForFunction((where) => window.location.pathname === where, {}, shown);
};
const routes = [
  ['/', await cameAs('leaser', app.url, '/')],
  ['/my', await cameAs('leaser', app.url, '/my?tab=device')],
  ['/lease', new URL('lease?weixin=off', app.url).href, entered('ordinary', 'PL10001', '/lease')],
  ['/process', new URL('process?sno=PL10005&weixin=off', app.url).href, entered('card', 'PL10005', '/process')],
];
for (const [route, address, before] of routes) {
  const { score, lcp, tbt, cls, ...rest } = await measure(tool, executablePath, address, before);
  const met = score >= GATE.score && lcp <= GATE.lcp && tbt <= GATE.tbt && cls <= GATE.cls;
  tell({ what: `Lighthouse mobile, ${route}: LCP ${lcp} s, TBT ${tbt} ms, CLS ${cls}`, value: score, unit, anchor, gate: '≥ 97, LCP ≤ 1.9 s, TBT ≤ 80 ms, CLS ≤ 0.01', aim: '≥ 99, LCP ≤ 1.6 s', met, lcp, tbt, cls, ...rest });
}
app.end();
