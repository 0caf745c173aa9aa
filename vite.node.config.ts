import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  // node-fetch brings a URL of its own for Nodes without one; it takes longer to load than all else of it.
  resolve: { alias: { 'whatwg-url': 'node:url' } },
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
