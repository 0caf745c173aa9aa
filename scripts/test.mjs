// Everything that proves the project: build, types, lint and import rules, format, dead code, tests, and the journeys in a real browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { findProgram } from './debian-program.mjs';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const reports = mkdtempSync(path.join(tmpdir(), 'physiolease-'));
const tally = { passed: 0, failed: 0, notRun: 0 };

const inOrder = (text) => process.stdout.write(text);

/**
 * Runs a program and returns whether it succeeded. `print` gets its output, and the lines around it.
 */
async function run(title, print, program, ...options) {
  const began = Date.now();
  print(`\n— ${title}\n`);
  const isShared = print === inOrder;
  const child = spawn(program, options, { stdio: isShared ? 'inherit' : ['ignore', 'pipe', 'pipe'], env: process.env });
  for (const stream of isShared ? [] : [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  const status = await once(child, 'close').then(
    ([code]) => code,
    (error) => void print(`${error.message}\n`),
  );
  print(`${status === 0 ? 'ok' : 'FAILED'}: ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
  return status === 0;
}

/** As `run`. What it prints waits until another program has ended. */
async function runBeside(other, title, program, ...options) {
  const texts = [];
  const good = await run(title, (text) => void texts.push(text), program, ...options);
  await other;
  inOrder(texts.join(''));
  return good;
}

function count(good) {
  tally[good ? 'passed' : 'failed'] += 1;
}

const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** Runs one test project and adds its results to the tally. A run without a report counts as failed. */
async function tests(project) {
  const file = path.join(reports, `${project}.json`);
  const good = await run(
    `tests: ${project}`,
    inOrder,
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    tally.passed += report.numPassedTests;
    tally.failed += report.numFailedTests;
    tally.notRun += report.numPendingTests;
    if (!good && report.numFailedTests === 0) tally.failed += 1;
    return report;
  } catch {
    tally.failed += 1;
    return { testResults: [] };
  }
}

/** Prints a table of the journeys by driver. Each test is named `journey › driver`; the output above says why a driver skips a journey. */
function table({ testResults }) {
  const drivers = ['use-cases', 'cli', 'browser'];
  const rows = new Map();
  for (const { title, ancestorTitles, status } of testResults.flatMap((file) => file.assertionResults)) {
    const journey = ancestorTitles.at(-1);
    if (journey && drivers.includes(title))
      rows.set(journey, { ...rows.get(journey), [title]: status === 'passed' ? 'pass' : 'FAIL' });
  }
  const width = Math.max(0, ...[...rows.keys()].map((name) => name.length));
  const line = (name, cells) => `${name.padEnd(width)}  ${cells.map((cell) => cell.padEnd(9)).join('  ')}`.trimEnd();
  console.log(`\n${line('journey', drivers)}`);
  for (const [journey, row] of rows)
    console.log(
      line(
        journey,
        drivers.map((driver) => row[driver] ?? '—'),
      ),
    );
}

process.env.CHROMIUM_PATH = await findBrowser();
console.log(`browser: ${process.env.CHROMIUM_PATH}`);
const nginx = findProgram('nginx');
console.log(`nginx: ${nginx.path ?? `none, so the tests of the nginx sample are skipped (${nginx.why})`}`);
// Neither the build nor the checks occupy every core by themselves.
const building = isBuilt(root) || run('build', inOrder, process.execPath, 'scripts/build.mjs');
const checking = runBeside(building, 'types, lint, format, dead code', 'npm', 'run', 'check');
const built = await building;
count(built);
count(await checking);
await tests('unit');
if (built) table(await tests('journeys'));
rmSync(reports, { recursive: true, force: true });

console.log(`\n${tally.passed} passed, ${tally.failed} failed${tally.notRun > 0 ? `, ${tally.notRun} not run` : ''}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
