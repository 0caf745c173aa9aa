// Installs tools that only one command needs, when that command first asks for them. They have a package.json and a lock file of their own.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Installs a folder's tools exactly as its lock file pins them, without install scripts; does nothing when they are already there. Throws with npm's output where npm fails. */
export function installTools(folder) {
  const lock = path.join(folder, 'package-lock.json');
  const installed = path.join(folder, 'node_modules/.installed-lock.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) return;
  console.error(`installing the tools of ${path.relative(process.cwd(), folder)} (once; up to 200 MB)`);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  copyFileSync(lock, installed);
}
