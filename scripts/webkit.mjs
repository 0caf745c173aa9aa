// Runs the journeys and opens every screen in WebKit, the engine of every iPhone. Further arguments go to vitest: npm run webkit -- -t 'bind a phone'
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

function isInstalled(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function run(program, ...options) {
  return spawnSync(program, options, { stdio: 'inherit' }).status === 0;
}

const missing = ['WebKitWebDriver', 'xvfb-run', 'xauth'].filter((program) => !isInstalled(program));
if (missing.length > 0) {
  console.error(
    `Cannot run WebKit: ${missing.join(', ')} not found.\nOn Debian: apt-get install webkit2gtk-driver xvfb xauth (and fonts-noto-cjk for Chinese text)`,
  );
  process.exitCode = 2;
} else {
  const isReady = isBuilt(root) || run(process.execPath, 'scripts/build.mjs');
  process.exitCode =
    isReady && run(path.join(root, 'node_modules/.bin/vitest'), 'run', '--project', 'webkit', ...process.argv.slice(2))
      ? 0
      : 1;
}
