// Finds a browser for the journeys, and gets one where there is none.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function runs(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

function present() {
  const candidates = [process.env.CHROMIUM_PATH, ...SYSTEM, chromium.executablePath()];
  return candidates.find((candidate) => candidate && existsSync(candidate) && runs(candidate));
}

function attempt(program, ...options) {
  try {
    execFileSync(program, options, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    return undefined;
  } catch (thrown) {
    return `${program} ${options.join(' ')}: ${String(thrown.stderr || thrown.message).trim().split('\n').at(-1)}`;
  }
}

/** The path of a browser: one that is there, else Playwright's download, else the system's package where that may be installed. */
export function findBrowser() {
  const there = present();
  if (there) return there;
  const tried = [];
  const playwright = createRequire(import.meta.url).resolve('playwright-core/cli.js');
  tried.push(attempt(process.execPath, playwright, 'install', 'chromium'));
  const downloaded = present();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0) {
    const patient = ['-o', 'DPkg::Lock::Timeout=120'];
    tried.push(attempt('apt-get', ...patient, 'update'));
    tried.push(attempt('apt-get', ...patient, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'));
    const installed = present();
    if (installed) return installed;
  }
  throw new Error(`no browser for the journeys: install Chromium or set CHROMIUM_PATH.\n${tried.filter(Boolean).join('\n')}`);
}
