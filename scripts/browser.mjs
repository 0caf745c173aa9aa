// Finds a browser for the journeys, and installs one if there is none.
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

/** The path of Playwright's command line. It comes from `bin` in the package's manifest, because the package does not export it. */
function playwrightCommand() {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const { bin } = createRequire(manifest)('./package.json');
  return path.join(path.dirname(manifest), bin['playwright-core']);
}

/** The machine that the script runs on. A test may replace each member. */
export const machine = {
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  /** The path at which Playwright stores the browser that it downloads. */
  async downloadedBrowser() {
    const { chromium } = await import('playwright-core');
    return chromium.executablePath();
  },
  playwrightCommand,
  /** Throws if the program is missing, times out, or ends with another code than 0. */
  run(program, options, timeout = INSTALL_TIMEOUT_MS) {
    execFileSync(program, options, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  },
  log: (line) => console.error(line),
};

/** The reason for a failed step in one line: the last line that names an error (Node prints `Error: …`, apt `E: …`), otherwise the last line. */
function reasonOf(thrown) {
  const lines = String(thrown.stderr || thrown.message)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.filter((line) => /^(\w*Error|E): /.test(line)).at(-1) ?? lines.at(-1) ?? 'no error message';
}

/** The path of a browser: an installed one, otherwise Playwright's download, otherwise the system's package if the user is root. Throws an error that lists the failed attempts. */
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
  throw new Error(
    `no browser for the journeys: install Chromium, or set CHROMIUM_PATH to one.\n${failures.join('\n')}`,
  );
}
