// Start time of the command line, compared with an empty Node program. The runs alternate, so that both see the same machine load.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, rounded, printMeasurement } from './measurement.mjs';

const ROUNDS = 31;
const home = mkdtempSync(path.join(tmpdir(), 'physio-'));
mkdirSync(path.join(home, '.config/physio'), { recursive: true });
writeFileSync(path.join(home, '.config/physio/config.json'), JSON.stringify({ profile: 'shop', profiles: { shop: { api: 'https://api.example.com/api' } } }));
const env = { PATH: process.env.PATH, HOME: home };
const physio = path.resolve('dist/cli/physio.js');
const runs = { nothing: ['-e', '0'], version: [physio, '--version'], offline: [physio, 'profile', 'list'] };

function took(argv) {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, argv, { env });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`);
  return performance.now() - began;
}

const times = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
for (const argv of Object.values(runs)) took(argv);
for (let round = 0; round < ROUNDS; round += 1) for (const [name, argv] of Object.entries(runs)) times[name].push(took(argv));
rmSync(home, { recursive: true });

const floor = median(times.nothing);
for (const [name, what] of [['version', 'physio --version'], ['offline', 'physio profile list']]) {
  const ratio = median(times[name]) / floor;
  printMeasurement({ what: `start of ${what}`, value: rounded(ratio), unit: '× node -e 0', anchor: 'commander alone 1.22', gate: '≤ 1.4', aim: '≤ 1.3', met: ratio <= 1.4, ms: rounded(median(times[name]), 1), floorMs: rounded(floor, 1) });
}
