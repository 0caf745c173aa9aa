import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** The commit that is built, with `-dirty` after it if files differ from it. Undefined outside a git checkout of the project. */
function builtCommit(): string | undefined {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(import.meta.dirname)) return undefined;
    return git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*');
  } catch {
    return undefined;
  }
}

/** Replaces an optional module by an empty one. */
function withoutModule(name: string): Plugin {
  const empty = `\0without-${name}`;
  return {
    name: `without-${name}`,
    enforce: 'pre',
    resolveId: (id) => (id === name ? empty : undefined),
    load: (id) => (id === empty ? 'export {};' : undefined),
  };
}

export default defineConfig({
  publicDir: false,
  define: {
    BUILT_COMMIT: JSON.stringify(builtCommit()) ?? 'undefined',
    // ws works without these native packages. A built program requires nothing from the folders around it.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
  },
  plugins: [withoutModule('encoding')], // node-fetch works without it
  resolve: {
    alias: {
      // node-fetch bundles a URL polyfill that dominates its load time. Node has URL built in.
      'whatwg-url': 'node:url',
      // extra-typings adds only types; its module would load commander a second time.
      '@commander-js/extra-typings': 'commander',
    },
  },
  ssr: { noExternal: true },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
