// Runs the benchmarks one after another. Prints a JSON line for each figure and a table of all figures at the end.
//   node scripts/bench.mjs [NAME...]   only benchmarks whose names start with NAME
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
if (!isBuilt(root)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });

const wanted = process.argv.slice(2);
const ENDING = '.bench.mjs';
const benches = readdirSync('bench')
  .filter((file) => file.endsWith(ENDING) && (wanted.length === 0 || wanted.some((name) => file.startsWith(name))))
  .toSorted();

/** Runs one benchmark, prints its lines as they arrive, and returns them. */
async function linesOf(file) {
  const bench = spawn(process.execPath, [path.join('bench', file)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => bench.once('close', resolve));
  const lines = [];
  for await (const line of createInterface({ input: bench.stdout })) {
    console.log(line);
    lines.push(JSON.parse(line));
  }
  if ((await ended) !== 0) throw new Error(`${file} failed`);
  return lines;
}

const all = [];
for (const file of benches) all.push(...(await linesOf(file)));

const cell = (value) => (value === undefined ? '' : String(value).replaceAll('|', '\\|'));
const verdict = ({ met }) => (met === undefined ? '' : met ? 'met' : 'MISSED');
console.log(
  `\n${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
console.log('| what | measured | anchor | gate | aim | |\n|---|---|---|---|---|---|');
for (const line of all)
  console.log(
    `| ${cell(line.what)} | ${cell(line.value)} ${cell(line.unit)} | ${cell(line.anchor)} | ${cell(line.gate)} | ${cell(line.aim)} | ${verdict(line)} |`,
  );
process.exitCode = all.some(({ met }) => met === false) ? 1 : 0;
