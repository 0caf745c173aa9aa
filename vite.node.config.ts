import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  resolve: {
    alias: {
      // node-fetch bundles a URL polyfill that dominates its load time. Node has URL built in.
      'whatwg-url': 'node:url',
      // extra-typings adds only types; its module would load commander a second time.
      '@commander-js/extra-typings': 'commander',
    },
  },
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
