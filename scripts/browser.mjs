// Finds a browser for the journeys, and gets one where there is none.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const INSTALL_TIMEOUT_MS = 600_000;
const VERSION_TIMEOUT_MS = 30_000;
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=120'];

/** The command line of Playwright, by its package's own list of programs: the package exports no such path. */
function playwrightCommand() {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const { bin } = createRequire(manifest)('./package.json');
  return path.join(path.dirname(manifest), bin['playwright-core']);
}

/** What this machine offers; each part may be replaced in a test. */
export const machine = {
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  /** Where Playwright keeps the browser it downloads. */
  async downloadedBrowser() {
    const { chromium } = await import('playwright-core');
    return chromium.executablePath();
  },
  playwrightCommand,
  /** Throws where the program ends with anything but 0, is missing, or takes too long. */
  run(program, options, timeout = INSTALL_TIMEOUT_MS) {
    execFileSync(program, options, { stdio: ['ignore', 'ignore', 'pipe'], timeout, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  },
  log: (line) => console.error(line),
};

/** Why a step failed, in one line: the last line that names an error (Node writes `Error: …`, apt `E: …`), else the last line of all. */
function reasonOf(thrown) {
  const lines = String(thrown.stderr || thrown.message).split('\n').map((line) => line.trim()).filter(Boolean);
  return lines.filter((line) => /^(\w*Error|E): /.test(line)).at(-1) ?? lines.at(-1) ?? 'it said nothing';
}

/** The path of a browser: one that is there, else Playwright's download, else the system's package where that may be installed. Throws an error that names what was tried. */
export async function findBrowser(on = machine) {
  const starts = (program) => {
    try {
      on.run(program, ['--version'], VERSION_TIMEOUT_MS);
      return true;
    } catch {
      return false;
    }
  };
  const present = async () => {
    const candidates = [on.environment.CHROMIUM_PATH, ...SYSTEM_PATHS, await on.downloadedBrowser()];
    return candidates.find((candidate) => candidate && on.exists(candidate) && starts(candidate));
  };
  const failures = [];
  const attempt = (title, step) => {
    on.log(`browser: ${title} …`);
    try {
      step();
    } catch (thrown) {
      const failure = `${title} failed: ${reasonOf(thrown)}`;
      failures.push(failure);
      on.log(`browser: ${failure}`);
    }
  };

  const found = await present();
  if (found) return found;

  attempt("Playwright's download", () => on.run(process.execPath, [on.playwrightCommand(), 'install', 'chromium']));
  const downloaded = await present();
  if (downloaded) return downloaded;

  if (on.isRoot) {
    attempt('apt-get update', () => on.run('apt-get', [...WAIT_FOR_LOCK, 'update']));
    attempt('apt-get install chromium fonts-noto-cjk', () =>
      on.run('apt-get', [...WAIT_FOR_LOCK, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']),
    );
    const installed = await present();
    if (installed) return installed;
  } else {
    failures.push('apt-get not tried: only root may install packages (sudo apt-get install chromium fonts-noto-cjk)');
  }
  throw new Error(`no browser for the journeys: install Chromium, or set CHROMIUM_PATH to one.\n${failures.join('\n')}`);
}
