// Checks the accessibility of every screen, dialog and message in every state, in light, dark and large type. `--english` checks the page in English.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const CHROMIUM_PATH = await findBrowser();
if (!isBuilt(root)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const vitest = path.join(root, 'node_modules/.bin/vitest');
const options = process.argv.slice(2).filter((option) => option !== '--english');
if (options.length < process.argv.length - 2) process.env.PAGE_LANGUAGE = 'en';
const env = { ...process.env, CHROMIUM_PATH, EXAMINE: 'all' };
process.exitCode =
  spawnSync(vitest, ['run', '--project', 'journeys', 'test/journeys/screens.test.ts', ...options], {
    stdio: 'inherit',
    env,
  }).status ?? 1;
