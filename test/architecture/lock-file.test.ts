import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = <Shape>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Shape;
const folders = ['.', 'contract/check'];

describe.each(folders)('what is installed in %s is what was looked at', (folder) => {
  const asked = read<Locked>(`${folder}/package.json`);
  const { packages, lockfileVersion } = read<{ packages: Record<string, Locked>; lockfileVersion: number }>(`${folder}/package-lock.json`);
  const { '': root, ...locked } = packages;

  test('each package is asked for in one version, and the lock file says the same', () => {
    expect(lockfileVersion).toBe(3);
    expect([root?.dependencies, root?.devDependencies]).toEqual([asked.dependencies, asked.devDependencies]);
    for (const [name, version] of Object.entries({ ...asked.dependencies, ...asked.devDependencies })) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect([name, locked[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });

  test('each comes from a registry, never from elsewhere, and is known by its digest', () => {
    expect(Object.keys(locked).length).toBeGreaterThan(100);
    const loose = Object.entries(locked).filter(([, { link, resolved, integrity }]) => link || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) || !integrity?.startsWith('sha512-'));
    expect(loose.map(([name]) => name)).toEqual([]);
  });
});
