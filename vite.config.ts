import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const routerForDevelopment = createRequire(import.meta.resolve('react-router-dom')).resolve('react-router');
const router = (file: string) => path.join(path.dirname(routerForDevelopment), '../production', file);

const BOOTSTRAP = 'bootstrap';

/**
 * Vite merges the scripts of index.html into one entry. This plugin adds the bootstrap script again, so that it runs
 * first.
 */
const bootstrapScript: Plugin = {
  name: 'bootstrap-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunk = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === BOOTSTRAP);
      if (!chunk) throw new Error('the build has no bootstrap chunk');
      const script = '<script type="module" crossorigin';
      return html.replace(script, `${script} src="./${chunk.fileName}"></script>\n    ${script}`);
    },
  },
};

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null;
}

function isImportedBy(screens: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (screens.test(id)) return true;
  seen.add(id);
  return (
    graph
      .getModuleInfo(id)
      ?.importers.some((importer) => !seen.has(importer) && isImportedBy(screens, importer, graph, seen)) ?? false
  );
}

/** A group for the modules that these screens share with other deferred chunks. */
const sharedBy = (name: string, screens: RegExp, priority: number) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) => (isImportedBy(screens, id, graph) ? name : null),
  test: /[\\/]src[\\/]|@oxc-project/,
  minShareCount: 2,
  priority,
});

/** A group for screens that lead to each other. Modules that other chunks share stay outside. */
const together = (name: string, screens: RegExp) => ({ name, test: screens, priority: 1 });

/** Rolldown names a shared chunk after its group, followed by `~` and all its importers. */
const withoutImporters = (name: string) => name.split('~')[0] ?? name;

/** The path of a source below the project, whatever the folder of its map. */
const fromRoot = (source: string, map: string) =>
  path.relative(import.meta.dirname, path.resolve(path.dirname(map), source)).replaceAll(path.sep, '/');

/** Builds the page as static files under dist/app, for iOS 15 and for Android WeChat from Chromium 107. */
export default defineConfig({
  base: './',
  plugins: [react(), bootstrapScript],
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
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, inline: 2 }, format: { comments: false } },
    modulePreload: {
      polyfill: false,
      // The first script would carry the names of all scripts that only the English texts import.
      resolveDependencies: (file, dependencies) => (/[\\/]en-/.test(file) ? [] : dependencies),
    },
    rolldownOptions: {
      output: {
        sourcemapPathTransform: fromRoot,
        chunkFileNames: ({ name }) => `assets/${withoutImporters(name)}-[hash:6].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${withoutImporters(path.parse(name).name)}-[hash:6][extname]`,
        codeSplitting: {
          groups: [
            // The first screen loads two self-contained scripts: more requests, or nested ones, cost more than bytes.
            { name: BOOTSTRAP, test: /[\\/]ui[\\/]bootstrap\.ts$/, priority: 16 },
            { name: 'main', tags: ['$initial'], priority: 15 },
            // The plans and the sign-in share these; a treatment must not load them.
            { name: 'terms', test: /[\\/](parts[\\/]Agreements|copy[\\/]zh-CN-terms)\./, priority: 15 },
            { name: 'update', test: /[\\/](parts[\\/]UpdateBar|copy[\\/]zh-CN-update)\./, priority: 15 },
            together(
              'orders',
              /[\\/]screens[\\/](OrderList|OrderDetail|CardList|RefundList|order-list|order-detail|card-list)/,
            ),
            // The page loads these together.
            together('treatment', /[\\/](container[\\/]treatment|adapters[\\/]browser[\\/]page-device-channel)\./),
            together('rest', /[\\/](container[\\/]rest|adapters[\\/]browser[\\/]browser-adapters)\./),
            together('my-lists', /[\\/]screens[\\/]my[\\/](LeaseHistory|RunningTreatments)/),
            together(
              'account',
              /[\\/]parts[\\/]AccountAccess|[\\/]screens[\\/](Login|Feedback|About|NotFound|Share|login|feedback|share)/,
            ),
            // A module of several deferred chunks belongs to the group that the page needs first.
            sharedBy('shared-my', /[\\/](screens[\\/]My|container[\\/]screens)\.tsx?$/, 14),
            sharedBy('shared-lease', /[\\/]screens[\\/]Lease\.tsx$/, 13),
            sharedBy(
              'shared-process',
              /[\\/](screens[\\/]Process|parts[\\/]DialogSurface|container[\\/]treatment)\.tsx?$/,
              12,
            ),
            sharedBy(
              'shared-payments',
              /[\\/](parts[\\/]StatusBars|container[\\/]payments|stores[\\/]payment-store)\.tsx?$/,
              11,
            ),
            sharedBy('shared', /./, 10),
          ],
        },
      },
    },
  },
});
