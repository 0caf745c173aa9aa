import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** What runs in Node, the command line and the sandbox, with all that it needs in its own folder. */
export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  publicDir: false,
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
