// Builds one program for Node: the command line, its executable, or the sandbox.
import path from 'node:path';
import { build } from 'vite';

/** Builds the entry into a directory of dist/, or an absolute one, with more of the bundler's output options. Resolves to the bundles. */
export async function buildForNode(root, entry, outDir, name, output = {}) {
  return build({
    root,
    configFile: path.join(root, 'vite.node.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: path.join(root, entry),
      outDir: path.resolve(root, 'dist', outDir),
      rolldownOptions: { output: { entryFileNames: name, chunkFileNames: 'chunks/[name]-[hash].js', ...output } },
    },
  });
}
