import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

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

/** The scripts and styles that a chunk cannot do without, itself among them. */
function neededBy(fileName: string, bundle: Rolldown.OutputBundle, known = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || known.has(fileName)) return known;
  known.add(fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) known.add(style);
  for (const imported of chunk.imports) neededBy(imported, bundle, known);
  return known;
}

/**
 * Whoever comes to a screen by its address would wait for the first file before the screen's own is asked for. A small script beside it asks for both at once: it knows by its last
 * word which screen an address means. Where a browser does not know such links, nothing is lost.
 */
function screensAhead(): Plugin {
  let script = '';
  return {
    name: 'screens-ahead',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const filesOf = (wanted: (chunk: Rolldown.OutputChunk) => boolean) => chunks.filter(wanted).flatMap(({ fileName }) => [...neededBy(fileName, bundle)]);
        const there = new Set(filesOf(({ isEntry }) => isEntry));
        const rest = filesOf(({ name }) => name === 'main-later');
        const screens = chunks.filter(({ facadeModuleId }) => /ui[\\/]screens[\\/]\w+\.tsx$/.test(facadeModuleId ?? ''));
        const files = screens.map(({ name, fileName }) => [name.charAt(0).toLowerCase() + name.slice(1), [...new Set([...neededBy(fileName, bundle), ...rest])].filter((file) => !there.has(file))]);
        const reference = this.emitFile({ type: 'asset', name: 'ahead.js', source: `(${askAhead.toString()})(${JSON.stringify(files)})` });
        script = this.getFileName(reference);
      },
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { async: true, src: `./${script}` }, injectTo: 'head' as const }],
  };
}

/** Runs in the page. */
function askAhead(files: [screen: string, needed: string[]][]): void {
  for (const [screen, needed] of files) {
    if (!window.location.pathname.endsWith(`/${screen}`)) continue;
    for (const file of needed) {
      const link = document.createElement('link');
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
      if (file.endsWith('.css')) link.as = 'style';
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    }
  }
}

/** The page: static files under dist/app, for iOS 15 and for Android WeChat from Chromium 107. */
export default defineConfig({
  base: './',
  plugins: [react(), leanRouter, screensAhead()],
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
