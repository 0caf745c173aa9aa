// Films the story on the sandbox's page into docs/pictures/film.webp, for README.md.
//   --lang zh-CN   films it in Chinese       --output FILE
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from './browser.mjs';
import { isBuilt } from './freshness.mjs';
import { installTools } from './install-tools.mjs';

const STEPS = ['scan', 'rent', 'pay', 'treat', 'lose', 'stop'];
/** The page is laid out for this window, and the film is this much smaller. */
const WINDOW = { width: 1280, height: 800 };
const FILM_WIDTH = 960;
/** How long the film shows the result of a step, and its end. */
const RESULT_MS = 2_600;
const END_MS = 4_000;
/** A picture that takes longer, because the page was still loading, is shown only this long. */
const LONGEST_FRAME_MS = 250;
const MAX_BYTES = 1_500_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({ options: { lang: { type: 'string' }, output: { type: 'string' } } });
const output = path.resolve(values.output ?? path.join(root, 'docs/pictures/film.webp'));
process.chdir(root);
const executablePath = await findBrowser();
if (!isBuilt(root)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
installTools(path.join(root, 'tools/film'));
const sharp = createRequire(path.join(root, 'tools/film/package.json'))('sharp');

/** The pictures of the film, each with the time that it is shown. */
const frames = [];
const sandbox = spawn(process.execPath, ['scripts/start.mjs', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const language = values.lang ?? 'en';
  const page = await (await browser.newContext({ viewport: WINDOW, locale: language })).newPage();
  await page.goto(`${await addressOf(sandbox)}__sandbox/?lang=${language}`);
  await page.frameLocator('#phone-frame').locator('main button').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await shoot(page);
  hold(RESULT_MS);
  for (const step of STEPS) {
    await page.locator(`[data-step=${step}]`).click();
    await shootUntil(page, page.locator('#steps[aria-busy=false]').waitFor());
    hold(RESULT_MS);
    if (step === 'treat') await tenMinutesPass(page);
  }
  hold(END_MS);
} finally {
  await browser.close();
  sandbox.kill();
}

const pictures = await Promise.all(frames.map(({ picture }) => sharp(picture).resize(FILM_WIDTH).png().toBuffer()));
const film = await sharp(pictures, { join: { animated: true } })
  .webp({ delay: frames.map(({ ms }) => ms), loop: 0, quality: 70, effort: 5, minSize: true })
  .toBuffer();
if (film.length > MAX_BYTES) throw new Error(`the film has ${film.length} bytes; it may have ${MAX_BYTES}`);
mkdirSync(path.dirname(output), { recursive: true });
writeFileSync(output, film);
const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
console.log(`${path.relative(root, output)}: ${seconds.toFixed(0)} s, ${frames.length} pictures, ${film.length} bytes`);

/** The address that the sandbox prints when it is ready. */
async function addressOf(program) {
  for await (const line of createInterface({ input: program.stdout })) {
    const [, url] = /^ready (.*)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the sandbox ended with ${(await once(program, 'close'))[0]}`);
}

/** Advances the one clock of the page, the device and the app. */
async function tenMinutesPass(page) {
  await page.locator('[data-advance="600000"]').click();
  const elapsed = page.frameLocator('#phone-frame').locator('main strong', { hasText: /^10$/ });
  await shootUntil(page, elapsed.waitFor());
  hold(RESULT_MS);
}

/** Takes a picture, and shows the last one for the time since it was taken. A picture that equals the last one only prolongs it. */
async function shoot(page) {
  const picture = await page.screenshot();
  const now = performance.now();
  const last = frames.at(-1);
  if (last) last.ms += Math.min(Math.round(now - last.until), LONGEST_FRAME_MS);
  if (last?.picture.equals(picture)) last.until = now;
  else frames.push({ picture, ms: 0, until: now });
}

async function shootUntil(page, done) {
  let going = true;
  const ended = done.finally(() => {
    going = false;
  });
  while (going) await shoot(page);
  await ended;
  await shoot(page);
}

function hold(ms) {
  const last = frames.at(-1);
  if (last) last.ms += ms;
}
