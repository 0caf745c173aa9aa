import { defineConfig } from 'vite';

/** What runs in Node, the command line and the sandbox, with all that it needs in its own folder. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
