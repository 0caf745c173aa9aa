// The fast checks, all at once: types, lint, format, dead code. Each runs the npm script of its name; what failed is printed at the end.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const CHECKS = ['types', 'lint', 'format:check', 'dead-code'];
const bin = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: bin },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
    child.once('close', (code) => resolve({ passed: code === 0, text }));
  });
}

async function check(name) {
  const startedAt = Date.now();
  const parts = await Promise.all(scripts[name].split(' && ').map(run));
  const passed = parts.every((part) => part.passed);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`);
  return { name, passed, text: parts.flatMap((part) => (part.passed ? [] : part.text.trimEnd())).join('\n') };
}

const failed = (await Promise.all(CHECKS.map(check))).filter(({ passed }) => !passed);
for (const { name, text } of failed) console.log(`\n— ${name}\n${text}`);
if (failed.length > 0)
  console.log(`\n${failed.length} of ${CHECKS.length} checks failed: ${failed.map(({ name }) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
