// `device check` of a thousand devices, compared with a plain loop that makes the same calls to the same server, and
// the memory for a hundred thousand devices, compared with a thousand.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, rounded, printMeasurement } from './measurement.mjs';

const ROUNDS = 9;
const CONCURRENCY = '16';
const physio = path.resolve('dist/cli/physio.js');
const home = mkdtempSync(path.join(tmpdir(), 'physio-'));

const numbers = (count) => Array.from({ length: count }, (_, index) => `DEV${100_000 + index}\n`).join('');
const checkOf = (fields) => [physio, 'device', 'check', '-', '--concurrency', CONCURRENCY, '--json', fields];
const check = checkOf('sno,status');

/** Starts a server that answers after `ms`, in a separate process. */
async function serving(ms) {
  const server = spawn(process.execPath, ['bench/fleet-server.mjs', String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await new Promise((resolve) =>
    server.stdout.once('data', (text) => resolve(String(text).trim().split('\n'))),
  );
  const url = `http://127.0.0.1:${port}/api`;
  return {
    url,
    env: { PATH: process.env.PATH, HOME: home, PHYSIO_API: url, PHYSIO_TOKEN: 'bench-token' },
    end: () => server.kill(),
  };
}

function took(argv, count, env) {
  const began = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    input: numbers(count),
    env,
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').length - 1;
  if (lines !== count) throw new Error(`${argv.join(' ')} printed ${lines} of ${count} lines: ${stderr}`);
  return performance.now() - began;
}

/** Compares a check with the loop that makes the same calls: one for each device, or two `withDetails`. */
async function compare(ms, { withDetails = false } = {}) {
  const { url, env, end } = await serving(ms);
  const raw = [];
  const crossFetch = [];
  const own = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    raw.push(took(['bench/raw-loop.mjs', url, CONCURRENCY, 'http', ...(withDetails ? ['details'] : [])], 1_000, env));
    if (!withDetails) crossFetch.push(took(['bench/raw-loop.mjs', url, CONCURRENCY, 'cross-fetch'], 1_000, env));
    own.push(took(withDetails ? checkOf('sno,status,online') : check, 1_000, env));
  }
  end();
  const floor = median(raw);
  return {
    ratio: floor / median(own),
    crossFetchAlone: withDetails ? undefined : rounded(floor / median(crossFetch)),
    ownMs: rounded(median(own), 0),
    rawMs: rounded(floor, 0),
  };
}

/** The peak memory of a check in MB, as counted by the kernel. */
async function memory(count) {
  const { env, end } = await serving(0);
  const { stderr } = spawnSync(process.execPath, ['-r', './bench/max-memory.cjs', ...check], {
    input: numbers(count),
    env,
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  });
  end();
  return Number(/MAXRSS (\d+)/.exec(stderr)?.[1]) / 1024;
}

const common = { unit: '× raw loop', anchor: 'raw keep-alive http' };
const gates = { gate: '≥ 0.85', aim: '≥ 0.9' };
const country = await compare(20);
printMeasurement({
  what: 'device check of 1,000 at concurrency 16, a server that answers in 20 ms, like one in the same country',
  value: rounded(country.ratio),
  ...common,
  ...gates,
  met: country.ratio >= 0.85,
  ...country,
});
const described = await compare(20, { withDetails: true });
printMeasurement({
  what: 'the same with names and connections, which takes a second call for each device',
  value: rounded(described.ratio),
  ...common,
  ...gates,
  met: described.ratio >= 0.85,
  ...described,
});
for (const ms of [2, 0]) {
  const near = await compare(ms);
  printMeasurement({
    what: `the same, a server on the same machine that answers in ${ms} ms: the cost of the program itself`,
    value: rounded(near.ratio),
    ...common,
    ...near,
  });
}
const [few, many] = [await memory(1_000), await memory(100_000)];
printMeasurement({
  what: 'memory of device check, 100,000 against 1,000',
  value: rounded(many / few),
  unit: '× as much',
  gate: '≤ 2',
  met: many / few <= 2,
  fewMb: rounded(few, 0),
  manyMb: rounded(many, 0),
});
rmSync(home, { recursive: true });
