import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const routerForDevelopment = createRequire(import.meta.resolve('react-router-dom')).resolve('react-router');
const router = (file: string) => path.join(path.dirname(routerForDevelopment), '../production', file);

/** The path of a source below the project, whatever the folder of its map. */
const fromRoot = (source: string, map: string) =>
  path.relative(import.meta.dirname, path.resolve(path.dirname(map), source)).replaceAll(path.sep, '/');

/** Builds the page as static files under dist/app, for iOS 15 and for Android WeChat from Chromium 107. */
export default defineConfig({
  base: './',
  plugins: [react()],
  // The export conditions of react-router give bundlers its development build.
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: router('index.mjs') },
      { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
    ],
  },
  css: { modules: { generateScopedName: (name, file) => `${name}-${path.basename(file, '.module.css')}` } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    // iOS 15 and Chromium 107 read ES2022, but for a class field whose first value uses other names (WebKit bug 236843)
    // and static blocks. With `safari15` each private field of a library would be a WeakMap. A test looks for both.
    target: 'es2022',
    cssTarget: ['chrome107', 'safari15'],
    assetsInlineLimit: 0,
    // scripts/build-identity.mjs moves the maps out of the served files.
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 850,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Whoever builds wants to know what was built, not how long each plugin took.
      checks: { bundlerTimings: false },
      output: {
        sourcemapPathTransform: fromRoot,
      },
    },
  },
});
