// Serves the app with the sandbox on one port. Builds first if the build is missing or outdated.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './freshness.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const options = process.argv.slice(2);

// npm passes SIGTERM on to the shell that it started this in, and the shell ends alone.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref();
}

const HELP = `Serves the app with the sandbox on one port, on this machine only. Builds first if the build is missing or outdated.

  npm start -- [options]       npm run dev -- [options]: with hot reload       npm run sandbox -- [options]: without the page

  --port N                    port (default: PORT of the environment, else 5180)
  --host [ADDRESS]            also answer the local network, or one address of this machine
  --brand demo|demo2|none     the demo operator (default: demo); none: the build's own app-config.json
  --lang zh-CN|en             language of the demo operator and of this output (default: zh-CN)
  --no-report                 the app sends no reports to the sandbox
  --base-path /PATH/          serve the page below a path
  --help                      show this`;

if (options.includes('--help') || options.includes('-h')) {
  console.log(HELP);
} else if (options.includes('--dev')) {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' });
  const { runWithMiddleware } = await vite.ssrLoadModule('/sandbox/program.ts');
  await runWithMiddleware(
    options.filter((option) => option !== '--dev'),
    vite.middlewares,
  );
  // Vite watches the sources until it is closed.
  if (process.exitCode) await vite.close();
} else {
  if (!isBuilt(root)) {
    console.error('Building …');
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  }
  process.argv.splice(
    2,
    process.argv.length,
    ...(options.includes('--no-page') ? [] : ['--dist', path.join(root, 'dist')]),
    ...options,
  );
  await import('../dist/sandbox/main.js');
}
