// Explores the interleavings of the models of test/model: npm run model -- --depth N, and --model NAME, --scenario NAME to choose.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { module } = await runnerImport(path.join(root, 'test/model/run.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.run(process.argv.slice(2), (line) => console.log(line));
