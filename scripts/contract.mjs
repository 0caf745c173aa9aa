// Writes the contract for other developers: dist/contract/openapi.json (the calls) and dist/contract/asyncapi.json (the device channel).
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const directory = path.join(root, 'dist/contract');
const { module } = await runnerImport(path.join(root, 'contract/documents.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});

await mkdir(directory, { recursive: true });
for (const [name, document] of Object.entries(module.documents())) {
  const file = path.join(directory, name);
  await writeFile(file, `${JSON.stringify(document, undefined, 2)}\n`);
  console.log(path.relative(process.cwd(), file));
}
