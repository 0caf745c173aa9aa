// Builds the executable of the command line and runs the journeys of the command line with it, on a terminal and off it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const JOURNEYS = ['command-line', 'ended-by-signal', 'proxy', 'two-processes'];
const run = (program, words, env = process.env) => {
  const { status } = spawnSync(program, words, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
};

run(process.execPath, ['scripts/build-executable.mjs']);
run(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'journeys', ...JOURNEYS.map((name) => `test/journeys/${name}.test.ts`)],
  { ...process.env, PHYSIO_PROGRAM: 'dist/executable/physio' },
);
