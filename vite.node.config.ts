import path from 'node:path';
import { defineConfig } from 'vite';
import { builtCommit } from './scripts/build-identity.mjs';

export default defineConfig({
  publicDir: false,
  define: {
    BUILT_COMMIT: JSON.stringify(builtCommit(import.meta.dirname)) ?? 'undefined',
    // ws works without these native packages.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
  },
  resolve: {
    alias: {
      // node-fetch works without this optional module. A built program requires nothing from the folders around it.
      encoding: path.join(import.meta.dirname, 'src/cli/no-encoding.ts'),
      // node-fetch bundles a URL polyfill that dominates its load time. Node has URL built in.
      'whatwg-url': 'node:url',
      // extra-typings adds only types; its module would load commander a second time.
      '@commander-js/extra-typings': 'commander',
    },
  },
  ssr: { noExternal: true },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
