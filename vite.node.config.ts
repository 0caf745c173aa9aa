import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const commander = normalizePath(join(dirname(createRequire(import.meta.url).resolve('commander')), 'lib'));
const COMMANDER = '\0commander';

/** Commander as modules, which start in half the time of its CommonJS, without the programs it could run as commands: this one has none. */
const lighterCommander: Plugin = {
  name: 'lighter-commander',
  enforce: 'pre',
  resolveId: (id) => (id === 'commander' ? COMMANDER : undefined),
  load: (id) =>
    id === COMMANDER ? ['argument', 'command', 'error', 'option'].map((name) => `export * from '${commander}/${name}.js';`).join('\n') : undefined,
  transform(code, id) {
    if (!id.startsWith(commander)) return undefined;
    const modern = code
      .replaceAll(/^const (\{.+\}) = require\('(\.\/.+)'\);$/gm, "import $1 from '$2';")
      .replaceAll(/^exports\.(\w+) = \1;/gm, 'export { $1 };')
      .replace("require('node:child_process')", '{}');
    if (/\bexports\b/.test(modern)) this.error(`${id} is written in another way than it was; see what it exports now`);
    return modern;
  },
};

/** What node-fetch brings for Nodes without a URL of their own: it takes longer to load than all the rest of it. */
const ownUrl: Plugin = {
  name: 'own-url',
  enforce: 'pre',
  resolveId: (id, importer = '') => (id === 'whatwg-url' && importer.split(/[\\/]/).includes('node-fetch') ? `\0${id}` : undefined),
  load: (id) => (id === '\0whatwg-url' ? "export { default } from 'node:url';" : undefined),
};

export default defineConfig({
  plugins: [lighterCommander, ownUrl],
  publicDir: false,
  // The typed commander adds types alone; its module would load commander a second time.
  resolve: { alias: { '@commander-js/extra-typings': 'commander' } },
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
