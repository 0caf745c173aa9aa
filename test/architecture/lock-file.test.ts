import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape;
const folders = ['.', 'contract/check', 'tools/film', 'tools/lighthouse', 'tools/mutation', 'tools/otlp'];
/** The maximum number of packages that `npm ci` installs on 64-bit Linux. */
const MOST_PACKAGES = 260;

describe.each(folders)('the lock file of %s', (folder) => {
  const manifest = read<Locked>(`${folder}/package.json`);
  const { packages, lockfileVersion } = read<{ packages: Record<string, Locked>; lockfileVersion: number }>(
    `${folder}/package-lock.json`,
  );
  const { '': root, ...locked } = packages;

  test(`The package.json of ${folder} pins every package to the version in the lock file`, () => {
    expect(lockfileVersion).toBe(3);
    expect([root?.dependencies, root?.devDependencies]).toEqual([manifest.dependencies, manifest.devDependencies]);
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect([name, locked[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });

  test(`The lock file of ${folder} names no registry, and has a digest for every package`, () => {
    expect(Object.keys(locked).length).toBeGreaterThan(['tools/film', 'tools/otlp'].includes(folder) ? 20 : 100);
    const loose = Object.entries(locked).filter(
      ([, { link, resolved, integrity }]) => link || resolved !== undefined || !integrity?.startsWith('sha512-'),
    );
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  test(`The lock file of ${folder} contains the packages for all platforms, which npm ci requires`, () => {
    const names = new Set(
      Object.keys(locked).map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    const builds = Object.values(locked).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(builds.filter((name) => !names.has(name))).toEqual([]);
  });
});

const isFor = (here: string, named?: string[]) => named === undefined || named.includes(here);
/** The packages of a lock file that npm installs on a 64-bit Linux with glibc. Packages that only those of other platforms need count as well, so it is never too few. */
const installedOnLinux = (packages: Record<string, Locked>) =>
  Object.entries(packages).filter(
    ([name, { os, cpu, libc }]) => name !== '' && isFor('linux', os) && isFor('x64', cpu) && isFor('glibc', libc),
  );

test(`npm ci installs at most ${MOST_PACKAGES} packages`, () => {
  const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
  expect(installedOnLinux(packages).length).toBeGreaterThan(100);
  expect(installedOnLinux(packages).length).toBeLessThanOrEqual(MOST_PACKAGES);
});

test('The tools for mutation testing use the Vitest of the project and install no other version', () => {
  const { packages } = read<{ packages: Record<string, Locked> }>('tools/mutation/package-lock.json');
  expect(packages).toHaveProperty('node_modules/@stryker-mutator/vitest-runner');
  expect(packages).not.toHaveProperty('node_modules/vitest');
});
