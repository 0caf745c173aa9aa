// Holds what an operator installs against the programs that read it: the alerts and metrics against promtool, the sites against nginx. It fetches a program that this machine does not have.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { findProgram } from './debian-program.mjs';
import { isBuilt } from './freshness.mjs';

const FILES = {
  unit: ['test/architecture/telemetry-receiver.test.ts'],
  journeys: [
    'test/journeys/monitoring.test.ts',
    'test/journeys/nginx.test.ts',
    'test/journeys/telemetry-nginx.test.ts',
  ],
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

/** Runs a script of Node and returns whether it succeeded. A program that a signal ends says nothing itself. */
function run(...command) {
  const { status, signal, error } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0)
    console.error(`FAILED: node ${command.join(' ')} (${error?.message ?? signal ?? `exit code ${status}`})`);
  return status === 0;
}

const found = ['promtool', 'nginx'].map((name) => {
  const { path: place, why } = findProgram(name);
  console.log(`${name}: ${place ?? `none (${why})`}`);
  return place;
});
process.env.CHROMIUM_PATH = await findBrowser();
const isReady = found.every(Boolean) && (isBuilt(root) || run('scripts/build.mjs'));
const test = ([project, files]) => run('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files);
process.exitCode = isReady && Object.entries(FILES).map(test).every(Boolean) ? 0 : 1;
