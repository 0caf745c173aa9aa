import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const developed = createRequire(import.meta.resolve('react-router-dom')).resolve('react-router');
const router = (file: string) => path.join(path.dirname(developed), '../production', file);

/** The router's names for developer tools keep in the build what nobody uses of it, and so does what is called as it is loaded. */
const leanRouter: Plugin = {
  name: 'lean-router',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production/ },
    handler: (code) =>
      code.replace(/^\w+\.displayName = .*;$/gm, '').replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2'),
  },
};

/** The page: static files under dist/app, for iOS 15 and for Android WeChat from Chromium 107. */
export default defineConfig({
  base: './',
  plugins: [react(), leanRouter],
  // Its package offers bundlers the build for development.
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: router('index.mjs') },
      { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
    ],
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: ['chrome107', 'safari15'],
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs comes in one file: depth and number of requests cost more than bytes.
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'first', test: /rolldown[\\/]runtime/, priority: 3 },
            // What the screens after it ask, and what several of them show, comes once and at one go.
            { name: 'later', test: /src[\\/](core|adapters|container)[\\/]/, priority: 1 },
            { name: 'shared', test: /src[\\/]ui[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
