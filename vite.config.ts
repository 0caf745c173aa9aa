import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const developed = createRequire(import.meta.resolve('react-router-dom')).resolve('react-router');
const router = (file: string) => path.join(path.dirname(developed), '../production', file);

/** A hook asked of all of React by a name that is spelled out only as it runs keeps all of React, and what makes an object of it. */
const namedHooks: Plugin = {
  name: 'named-hooks',
  apply: 'build',
  transform: {
    filter: { id: /@radix-ui|react-router[\\/]dist[\\/]production/ },
    handler: (code) => code.replaceAll(/\b(React\d*)\[" (\w+) "\.trim\(\)\.toString\(\)\]/g, '$1.$2').replace('React3[USE_OPTIMISTIC]', 'React3.useOptimistic'),
  },
};

/** The router's names for developer tools keep in the build what nobody uses of it, and so does what is called as it is loaded. */
const leanRouter: Plugin = {
  name: 'lean-router',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production/ },
    handler: (code) =>
      code.replace(/^\w+\.displayName = .*;$/gm, '').replace(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2'),
  },
};

const REACT: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};
const packages = path.dirname(path.dirname(createRequire(import.meta.url).resolve('react/package.json')));
const reactFiles = Object.fromEntries(Object.entries(REACT).map(([name, file]) => [name, normalizePath(path.join(packages, file))]));

/** React's CommonJS as modules: otherwise each file of the page would carry what makes the one look like the other, and all of React what nobody uses of it. */
const leanReact: Plugin = {
  name: 'lean-react',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => reactFiles[id],
  transform(code, id) {
    if (!id.includes('node_modules')) return undefined;
    if (id.endsWith('ReflectLite.js')) return `${code}\nexport {};`; // it hands out nothing
    if (Object.values(reactFiles).includes(id)) return asModule(code);
    return code.replaceAll(/\bimport\s*([\w$]+)\s*(?:,\s*(\{[^}]*\}))?\s*from\s*["'](react|react-dom)["'];?/g, (_, all: string, named: string | undefined, name: string) =>
      `import * as ${all} from '${name}';${named ? ` import ${named} from '${name}';` : ''}`,
    );
  },
};

/** Every `exports.name =` that stands by itself becomes a name that can be left out; where the file asks itself for one, they stay together. */
function asModule(code: string): string {
  const GIVEN = /^exports\.(\w+) =/gm;
  const given = [...code.matchAll(GIVEN)].map(([, name = '']) => name);
  const apart = code.split(/\bexports\./).length - 1 === new Set(given).size;
  return [
    apart ? '' : 'const exports = {};',
    code
      .replaceAll(/^var ((?:\w+ = require\("[^"]+"\),?\s*)+);/gm, (_, all: string) => all.replaceAll(/(\w+) = require\("([^"]+)"\),?/g, "import * as $1 from '$2';"))
      .replaceAll(GIVEN, (whole, name: string) => (apart ? `const $${name} =` : whole)),
    ...new Set(given.map((name) => `${apart ? '' : `const $${name} = exports.${name}; `}export { $${name} as ${name} };`)),
  ].join('\n');
}

/** What asks the server is a script of its own before the one that draws: it runs as soon as it is there. */
const firstThings: Plugin = {
  name: 'first-things',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const link = /\s*<link rel="modulepreload"([^>]*) href="([^"]*\bmain-first-[^"]*)">/.exec(html);
      if (!link) throw new Error('the page does not name its first script');
      const [whole, attributes, file] = link;
      return html.replace(whole, '').replace('<script type="module"', `<script type="module"${attributes} src="${file}"></script>\n    <script type="module"`);
    },
  },
};

/** The screens that are there before the rest of the house is joined, what they are joined with, and what a treatment's stop asks with. */
const EARLIER = /[\\/]ui[\\/](screens[\\/](Lease|Process)|parts[\\/]DialogSurface|main-(plans|treatment))\.tsx?$/;

interface Graph {
  getModuleInfo(id: string): { importers: string[] } | null;
}

function isPartOf(whole: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (whole.test(id)) return true;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => !seen.has(importer) && isPartOf(whole, importer, graph, seen)) ?? false;
}

/** The page: static files under dist/app, for iOS 15 and for Android WeChat from Chromium 107. */
export default defineConfig({
  base: './',
  plugins: [react(), leanReact, namedHooks, leanRouter, firstThings],
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
      checks: { importIsUndefined: false }, // React asks its scheduler for what only its development has
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs comes in two files, since depth and number of requests cost more than bytes: what asks the server, and what draws.
            { name: 'main-first', test: /src[\\/](core[\\/](api|session|prefetch|problem|time|query-string|paging|money|web-address|once)|core[\\/]\w+[\\/]api|adapters)|src[\\/]ui[\\/](main-first|ask-ahead|screens|addresses|polyfills)\.ts|node_modules[\\/]valibot/, tags: ['$initial'], priority: 3 },
            { name: 'main', tags: ['$initial'], priority: 2 },
            // What several of the screens after it ask and show comes once and at one go; apart from the rest, what the plans and a treatment are drawn from.
            { debugName: 'shared', name: (id, graph) => (isPartOf(EARLIER, id, graph) ? 'earlier' : 'later'), test: /src[\\/](core|adapters|container|ui)[\\/]|@oxc-project/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
