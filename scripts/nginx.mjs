// Finds an nginx for the tests of the sample. If there is none, it unpacks one into node_modules/.cache without installing it, so that no service starts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache/nginx');
const UNPACKED = path.join(CACHE, 'usr/sbin/nginx');
const SYSTEM = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
  UNPACKED,
];
/** The Debian packages that have contained the program. */
const PACKAGES = ['nginx', 'nginx-light', 'nginx-core'];

function run(program, options, cwd) {
  execFileSync(program, options, { cwd, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 });
}

function runs(program) {
  try {
    run(program, ['-v']);
    return true;
  } catch {
    return false;
  }
}

function present() {
  return [process.env.NGINX_PATH, ...SYSTEM].find((candidate) => candidate && existsSync(candidate) && runs(candidate));
}

function unpack(name) {
  mkdirSync(path.dirname(CACHE), { recursive: true });
  const directory = mkdtempSync(`${CACHE}-`);
  try {
    run('apt-get', ['download', name], directory);
    for (const archive of readdirSync(directory)) run('dpkg-deb', ['-x', archive, '.'], directory);
    if (!existsSync(path.join(directory, 'usr/sbin/nginx'))) throw new Error('the package does not contain nginx');
    rmSync(CACHE, { recursive: true, force: true });
    renameSync(directory, CACHE);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The path of an nginx, or the reason why there is none. */
export function findNginx() {
  const there = present();
  if (there) return { path: there };
  const tried = [];
  for (const attempt of [
    ...PACKAGES.map((name) => () => unpack(name)),
    ...(process.getuid?.() === 0
      ? [
          () => run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'update']),
          ...PACKAGES.map((name) => () => unpack(name)),
        ]
      : []),
  ]) {
    try {
      attempt();
    } catch (thrown) {
      tried.push(
        String(thrown.stderr || thrown.message)
          .trim()
          .split('\n')
          .at(-1),
      );
    }
    if (existsSync(UNPACKED) && runs(UNPACKED)) return { path: UNPACKED };
  }
  return { why: tried.at(-1) };
}
