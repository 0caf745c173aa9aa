// Start time of the command line, compared with a program that only loads commander and prints its version. The runs alternate, so that all see the same
// machine load.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, rounded, printMeasurement } from './measurement.mjs';

const ROUNDS = 41;
const GATE = 1.2;
const home = mkdtempSync(path.join(tmpdir(), 'physio-'));
mkdirSync(path.join(home, '.config/physio'), { recursive: true });
writeFileSync(
  path.join(home, '.config/physio/config.json'),
  JSON.stringify({ profile: 'shop', profiles: { shop: { api: 'https://api.example.com/api' } } }),
);
const env = { PATH: process.env.PATH, HOME: home };
const physio = path.resolve('dist/cli/physio.js');
const commander = JSON.stringify(createRequire(import.meta.url).resolve('commander'));
const alone = path.join(home, 'commander-alone.cjs');
writeFileSync(alone, `const { Command } = require(${commander});\nnew Command('physio').version('1.0.0').parse();\n`);
/** Commander with a command that does nothing, to tell the cost of commander's dispatch from that of our command. */
const dispatch = path.join(home, 'commander-dispatch.cjs');
writeFileSync(
  dispatch,
  `const { Command } = require(${commander});\nconst program = new Command('physio');\nprogram.command('profile').command('list').action(() => console.log());\nprogram.parse();\n`,
);
const runs = {
  nothing: ['-e', '0'],
  commander: [alone, '--version'],
  dispatch: [dispatch, 'profile', 'list'],
  version: [physio, '--version'],
  offline: [physio, 'profile', 'list'],
};

function took(argv) {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, argv, { env });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`);
  return performance.now() - began;
}

const times = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
for (const argv of Object.values(runs)) took(argv);
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, argv] of Object.entries(runs)) times[name].push(took(argv));
rmSync(home, { recursive: true });

const middle = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
for (const [name, what] of [
  ['version', 'physio --version'],
  ['offline', 'physio profile list'],
]) {
  const ratio = middle[name] / middle.commander;
  printMeasurement({
    what: `start of ${what}`,
    value: rounded(ratio),
    unit: '× commander alone',
    anchor: `commander alone ${rounded(middle.commander / middle.nothing)} × node -e 0`,
    gate: `≤ ${GATE}`,
    aim: '≤ 1.1',
    met: ratio <= GATE,
    ms: rounded(middle[name], 1),
    commanderMs: rounded(middle.commander, 1),
    dispatchMs: rounded(middle.dispatch, 1),
  });
}
