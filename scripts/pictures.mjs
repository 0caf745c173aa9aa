// Takes a picture of every screen and state of the app into pictures/. With an argument WORD, it takes those of test/journeys/WORD.pictures.ts. `--english` shows the page in English.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const [which = 'every-place', ...options] = process.argv.slice(2).filter((option) => option !== '--english');
if (process.argv.includes('--english')) process.env.PAGE_LANGUAGE = 'en';
process.env.CHROMIUM_PATH = await findBrowser();
if (!isBuilt(root)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const vitest = path.join(root, 'node_modules/.bin/vitest');
process.exitCode =
  spawnSync(vitest, ['run', '--project', 'pictures', which, ...options], { stdio: 'inherit' }).status ?? 1;
