// Runs the page and the command line under seeded faults for a given time, and counts the real effects.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser } from './browser.mjs';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } } });
for (const [name, value] of Object.entries(values)) {
  if (!(Number(value) > 0)) {
    console.error(`invalid value for --${name}: enter a number above 0`);
    process.exit(2);
  }
}

const run = (program, ...options) => spawnSync(program, options, { stdio: 'inherit', env: process.env }).status;
process.env.CHROMIUM_PATH = await findBrowser();
process.env.SOAK_MINUTES = values.minutes;
if (values.seed) process.env.SOAK_SEED = values.seed;
if (!isBuilt(root) && run(process.execPath, 'scripts/build.mjs') !== 0) process.exit(1);
process.exitCode =
  run(path.join(root, 'node_modules/.bin/vitest'), 'run', '--project', 'soak', '--disable-console-intercept') ?? 1;
