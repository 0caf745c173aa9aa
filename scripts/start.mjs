// Serves the app with the sandbox on one port. Builds first if the build is missing or outdated.
//   --dev      with hot reload       --no-page  the sandbox alone       --port N       --brand demo|demo2|none
//   --host     also for phones in the local network; --host ADDRESS on one address of this machine      --lang zh-CN|en
//   --no-report  the app sends no reports to the sandbox
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const options = process.argv.slice(2);

if (options.includes('--dev')) {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' });
  const { runWithMiddleware } = await vite.ssrLoadModule('/sandbox/program.ts');
  await runWithMiddleware(
    options.filter((option) => option !== '--dev'),
    vite.middlewares,
  );
} else {
  if (!isBuilt(root)) {
    console.error('Building …');
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  }
  process.argv.splice(
    2,
    process.argv.length,
    ...options,
    ...(options.includes('--no-page') ? [] : ['--dist', path.join(root, 'dist')]),
  );
  await import('../dist/sandbox/main.js');
}
