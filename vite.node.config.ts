import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  resolve: {
    alias: {
      // node-fetch brings a URL of its own for Nodes without one; it takes longer to load than all else of it.
      'whatwg-url': 'node:url',
      // The typed commander adds types only; its module would load commander a second time.
      '@commander-js/extra-typings': 'commander',
    },
  },
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
