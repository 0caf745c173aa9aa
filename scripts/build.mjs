// Builds the page (dist/app) with its source maps (dist/maps), the command line (dist/cli) and the sandbox (dist/sandbox), and the headers the page needs.
import { chmod, copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, runnerImport } from 'vite';
import { buildForNode } from './build-for-node.mjs';
import { builtCommit, identifyBuild, moveSourceMaps } from './build-identity.mjs';
import { writeCliPackage } from './cli-package.mjs';
import { licensesOf } from './licenses.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRoot = (...parts) => path.join(root, ...parts);

/** Few files start sooner than many: what runs any command, with the offline commands, is one, the declarations of all others are another, and what calls the API is a third. */
const chunks = [
  {
    name: 'command-line',
    priority: 3,
    test: /[\\/]src[\\/]cli[\\/]((physio|program)\.ts$|run[\\/]run-action\.ts$|commands[\\/]profile[\\/](declare|list|show|use)\.ts)/,
  },
  {
    name: 'commands',
    priority: 2,
    test: /[\\/]src[\\/]cli[\\/](commands[\\/]arguments|commands[\\/][a-z]+[\\/]declare|completion[\\/][a-z]+)\.ts$/,
  },
  // What knows of proxies is loaded only where one is named.
  {
    name: 'core',
    priority: 1,
    test: /[\\/]src[\\/](container\.ts|cli[\\/]services\.ts|core[\\/]|adapters[\\/](?!node[\\/]network[\\/]proxy-))/,
  },
];

/**
 * A site of the nginx sample, with the page at `base` and its headers in place of each `@headers` line. The policy stands
 * once, as a variable.
 */
async function nginxSite(base) {
  const rules = JSON.parse(await readFile(inRoot('deploy/headers.json'), 'utf8'));
  const origins = { '{api}': 'https://api.example.com', '{ws}': 'wss://shop.example.com wss://channel.example.com:*' };
  const { 'Content-Security-Policy': policy } = rules['/*'];
  const headersOf = (pattern) =>
    Object.entries({ ...rules['/*'], ...rules[pattern] })
      .map(([name, value]) => {
        const served = value === policy ? '$page_policy' : `"${value}"`;
        return `        add_header ${name} ${served}${name === 'Cache-Control' ? '' : ' always'};`;
      })
      .join('\n');
  const template = await readFile(inRoot('deploy/nginx.template.conf'), 'utf8');
  const belowPath = `\n        sub_filter '<base href="/"' '<base href="${base}"';`;
  const beside = `

    location = ${base.slice(0, -1)} {
        rewrite ^ ${base} last;
    }

    # The directory of root may contain more than the page. Here goes what else this host serves.
    location / {
        return 404;
    }`;
  return template
    .replaceAll('@root@', base === '/' ? '/srv/physiolease/app' : '/srv/physiolease')
    .replace('@substitutions@', base === '/' ? '' : belowPath)
    .replace('@beside@', base === '/' ? '' : beside)
    .replaceAll('@base@', base)
    .replace(
      '@policy@',
      policy.replaceAll(/\{api\}|\{ws\}/g, (origin) => origins[origin]),
    )
    .replaceAll(/^@headers (.+)@$/gm, (_, pattern) => headersOf(pattern));
}

/**
 * Lets the browser paint that the page starts, in its style, before the script arrives. A script of the page's head is
 * fetched beside the style, at the same priority, and Vite leaves no attribute of it.
 */
async function paintFirst() {
  const page = inRoot('dist/app/index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('<script type="module"', '<script type="module" fetchpriority="low"'));
}

/** Writes the build id into the page, and moves the source maps to dist/maps/BUILDID. */
async function nameBuild() {
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const commit = builtCommit(root) ?? 'unknown';
  const buildId = await identifyBuild(inRoot('dist/app'), { version, commit, time });
  await moveSourceMaps(inRoot('dist/app/assets'), inRoot('dist/maps'), buildId);
  return buildId;
}

/** Writes a copy of each asset at the strongest compression, which is too slow for a server to apply per request. */
async function compressPage() {
  const compressed = async (file) => {
    const content = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  };
  const assets = (await readdir(inRoot('dist/app/assets'))).map((name) => inRoot('dist/app/assets', name));
  await Promise.all([...assets, inRoot('dist/app/starting.js')].map(compressed));
}

/** The man page of the command line. To read it: man ./dist/cli/physio.1 */
async function manPage() {
  const { module } = await runnerImport(inRoot('manual/manual.ts'), { root, configFile: false, logLevel: 'error' });
  return module.page;
}

/** The page's image decoder, which the command line uses as well. */
async function compressedDecoder() {
  const name = (await readdir(inRoot('dist/app/assets'))).find((each) => /^zxing_reader-.*\.wasm\.br$/.test(each));
  return inRoot('dist/app/assets', name);
}

process.chdir(root);
// With another value of the caller's, vite would build a page for development and a sandbox that does not start.
process.env.NODE_ENV = 'production';
const time = new Date().toISOString();
const page = await build({ root, logLevel: 'warn' });
await writeFile(inRoot('dist/app/THIRD_PARTY_LICENSES.txt'), await licensesOf('The page', [page].flat()));
await paintFirst();
const buildId = await nameBuild();
await compressPage();
const commandLine = await buildForNode(root, 'src/cli/physio.ts', 'cli', 'physio.js', {
  format: 'cjs',
  minify: true,
  codeSplitting: { groups: chunks },
});
await writeCliPackage(root, inRoot('dist/cli'), [commandLine].flat());
await buildForNode(root, 'sandbox/program.ts', 'sandbox', 'main.js');

const program = inRoot('dist/cli/physio.js');
const text = await readFile(program, 'utf8');
await writeFile(program, text.startsWith('#!') ? text : `#!/usr/bin/env node\n${text}`);
await chmod(program, 0o755);
await writeFile(inRoot('dist/cli/physio.1'), await manPage());
await copyFile(await compressedDecoder(), inRoot('dist/cli/zxing_reader.wasm.br'));
await copyFile(inRoot('deploy/headers.json'), inRoot('dist/headers.json'));
await copyFile(inRoot('deploy/nginx-shared.conf'), inRoot('dist/nginx-shared.conf'));
await writeFile(inRoot('dist/nginx.conf'), await nginxSite('/'));
await writeFile(inRoot('dist/nginx-below-a-path.conf'), await nginxSite('/h5/'));
await writeFile(inRoot('dist/built'), `${time}\n`);
console.log(`built dist/app (the page, build ${buildId}), dist/cli and dist/sandbox`);
