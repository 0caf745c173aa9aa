// Checks whether the build is newer than its sources.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCES = [
  'src',
  'sandbox',
  'public',
  'deploy',
  'manual',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.node.config.ts',
  'scripts/build.mjs',
  'scripts/build-for-node.mjs',
  'scripts/build-identity.mjs',
  'scripts/cli-package.mjs',
];

function newest(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

export function isBuilt(root) {
  const built = statSync(path.join(root, 'dist/built'), { throwIfNoEntry: false });
  return built !== undefined && SOURCES.every((source) => newest(path.join(root, source)) <= built.mtimeMs);
}
