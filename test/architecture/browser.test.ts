import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { findBrowser, machine, type Machine } from '../../scripts/browser.mjs';

const DOWNLOADED = '/home/newcomer/.cache/browser';

/** A machine without a browser. Each named installer succeeds; all others fail with the given message. */
function bareMachine({
  isRoot = false,
  installs = {},
  words = 'it broke',
}: { isRoot?: boolean; installs?: Record<string, string>; words?: string } = {}) {
  const there = new Set<string>();
  const ran: string[] = [];
  const logged: string[] = [];
  const bare: Machine = {
    environment: {},
    isRoot,
    exists: (path) => there.has(path),
    downloadedBrowser: async () => DOWNLOADED,
    playwrightCommand: () => '/node_modules/playwright-core/cli.js',
    run: (program, options) => {
      if (options.includes('--version')) return;
      const line = [program === process.execPath ? 'node' : program, ...options].join(' ');
      ran.push(line);
      const [, path] = Object.entries(installs).find(([installer]) => line.includes(installer)) ?? [];
      if (path) there.add(path);
      else throw Object.assign(new Error('Command failed'), { stderr: words });
    },
    log: (line) => void logged.push(line),
  };
  return { bare, ran, logged, put: (path: string) => there.add(path) };
}

describe('findBrowser', () => {
  test('The installed Playwright package contains the command that downloads a browser', () => {
    const version = execFileSync(process.execPath, [machine.playwrightCommand(), '--version'], { encoding: 'utf8' });
    expect(version).toMatch(/^Version \d+\.\d+/);
  });

  test('findBrowser returns an installed browser and installs nothing, and prefers CHROMIUM_PATH', async () => {
    const { bare, ran, put } = bareMachine();
    put('/usr/bin/google-chrome');
    expect(await findBrowser(bare)).toBe('/usr/bin/google-chrome');
    put('/opt/chrome');
    expect(await findBrowser({ ...bare, environment: { CHROMIUM_PATH: '/opt/chrome' } })).toBe('/opt/chrome');
    expect(ran).toEqual([]);
  });

  test('findBrowser downloads Playwright’s browser if none is installed', async () => {
    const { bare, ran } = bareMachine({ installs: { 'install chromium': DOWNLOADED } });
    expect(await findBrowser(bare)).toBe(DOWNLOADED);
    expect(ran).toEqual(['node /node_modules/playwright-core/cli.js install chromium']);
  });

  test('findBrowser installs the system package as root if the download fails', async () => {
    const { bare, ran, logged } = bareMachine({
      isRoot: true,
      installs: { 'apt-get -o DPkg::Lock::Timeout=120 update': '/updated', 'install -y': '/usr/bin/chromium' },
      words: 'Error: getaddrinfo ENOTFOUND\n  at onlookup {\n}\n',
    });
    expect(await findBrowser(bare)).toBe('/usr/bin/chromium');
    expect(ran.at(-1)).toBe(
      'apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends chromium fonts-noto-cjk',
    );
    expect(logged).toContain("browser: Playwright's download failed: Error: getaddrinfo ENOTFOUND");
  });

  test('findBrowser reports one line per failure and the package to install to a user without root rights', async () => {
    const { bare, ran } = bareMachine({ words: 'E: no network\n' });
    const failure = await findBrowser(bare).catch((thrown: Error) => thrown.message);
    expect(ran).toHaveLength(1);
    expect(String(failure).split('\n')).toEqual([
      'no browser for the journeys: install Chromium, or set CHROMIUM_PATH to one.',
      "Playwright's download failed: E: no network",
      'apt-get not tried: only root may install packages (sudo apt-get install chromium fonts-noto-cjk)',
    ]);
  });
});
