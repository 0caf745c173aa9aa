// Simulates the use-cases of test/simulation: npm run simulate -- --minutes N runs on, --seed S replays a run; with both, S is the first.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { module } = await runnerImport(path.join(root, 'test/simulation/run.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.run(process.argv.slice(2), (line) => console.log(line));
