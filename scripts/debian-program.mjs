// Finds a program for the tests of what an operator installs. If there is none, it unpacks the Debian package into node_modules/.cache without installing it, so that no service starts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache');
const SYSTEM = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** By name: the packages that have contained the program, where it stands in them, the variable that names another one, and what it answers. */
const PROGRAMS = {
  nginx: {
    packages: ['nginx', 'nginx-light', 'nginx-core'],
    place: 'usr/sbin/nginx',
    variable: 'NGINX_PATH',
    question: '-v',
  },
  promtool: {
    packages: ['prometheus'],
    place: 'usr/bin/promtool',
    variable: 'PROMTOOL_PATH',
    question: '--version',
  },
};

function run(program, options, cwd) {
  execFileSync(program, options, { cwd, stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 });
}

function runs(program, question) {
  try {
    run(program, [question]);
    return true;
  } catch {
    return false;
  }
}

function unpack(packageName, { cache, place }) {
  mkdirSync(CACHE, { recursive: true });
  const directory = mkdtempSync(`${cache}-`);
  try {
    run('apt-get', ['download', packageName], directory);
    for (const archive of readdirSync(directory)) {
      run('dpkg-deb', ['-x', archive, '.'], directory);
      rmSync(path.join(directory, archive));
    }
    if (!existsSync(path.join(directory, place)))
      throw new Error(`the package ${packageName} does not contain ${place}`);
    rmSync(cache, { recursive: true, force: true });
    renameSync(directory, cache);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The path of a program, which its variable names from now on, or the reason why there is none. */
export function findProgram(name) {
  const { packages, place, variable, question } = PROGRAMS[name];
  const cache = path.join(CACHE, name);
  const unpacked = path.join(cache, place);
  const places = [process.env[variable], ...SYSTEM.map((directory) => path.join(directory, name)), unpacked];
  const present = () => places.find((each) => each && existsSync(each) && runs(each, question));
  const tried = [];
  for (const attempt of [
    () => {},
    ...packages.map((each) => () => unpack(each, { cache, place })),
    ...(process.getuid?.() === 0
      ? [
          () => run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'update']),
          ...packages.map((each) => () => unpack(each, { cache, place })),
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
    const found = present();
    if (found) {
      process.env[variable] = found;
      return { path: found };
    }
  }
  return { why: tried.at(-1) };
}
