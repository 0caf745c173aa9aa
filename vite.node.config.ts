import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

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

export default defineConfig({
  publicDir: false,
  define: {
    BUILT_COMMIT: JSON.stringify(builtCommit()) ?? 'undefined',
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
