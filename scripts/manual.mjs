// Writes what is said about the command line from the program itself: docs/cli.md and the man page dist/cli/physio.1 (to read it: man ./dist/cli/physio.1).
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { module } = await runnerImport(path.join(root, 'manual/documents.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});

for (const [name, text] of Object.entries(module.documents)) {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  console.log(path.relative(process.cwd(), file));
}
