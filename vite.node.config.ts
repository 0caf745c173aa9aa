import { defineConfig, type Plugin } from 'vite';

/** What a package asks for and this program never comes to use, with what stands in for it: each takes longer to load than the package itself. */
const UNUSED = [
  { id: 'node:child_process', by: 'commander', instead: 'export function spawn() { throw new Error("no command of this program is another program"); }' },
  { id: 'whatwg-url', by: 'node-fetch', instead: "export { default } from 'node:url';" },
];

const lighter: Plugin = {
  name: 'lighter-packages',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const unused = UNUSED.find((each) => each.id === id && importer.split(/[\\/]/).includes(each.by));
    return unused && `\0${unused.id}`;
  },
  load: (id) => UNUSED.find((each) => id === `\0${each.id}`)?.instead,
};

export default defineConfig({
  plugins: [lighter],
  publicDir: false,
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'encoding'] },
  build: { target: 'node20', emptyOutDir: true, minify: false },
});
