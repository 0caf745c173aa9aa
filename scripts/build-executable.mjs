// Builds the command line as one executable (dist/executable) for the machine that it is built on: a copy of this Node with the program inside.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildForNode } from './build-for-node.mjs';
import { isBuilt } from './freshness.mjs';
import { installTools } from './install-tools.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRoot = (...parts) => path.join(root, ...parts);
const POSTJECT = inRoot('tools/executable/node_modules/postject/dist/cli.js');
/** Shows the errors of a program only if it fails: postject warns of sections that it leaves alone. */
const QUIETLY = { stdio: ['ignore', 'ignore', 'pipe'] };
const DECODER = 'zxing_reader.wasm.br';
/** The mark in Node's binary that says whether it contains a program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const RESOURCE = 'NODE_SEA_BLOB';

process.chdir(root);
if (!isBuilt(root)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
installTools(inRoot('tools/executable'));

if (!readFileSync(process.execPath).includes(FUSE)) {
  console.error(
    `${process.execPath} cannot contain a program, as some distributions build Node: use Node from nodejs.org`,
  );
  process.exit(1);
}

const directory = inRoot('dist/executable');
const name = process.platform === 'win32' ? 'physio.exe' : 'physio';
const temporary = mkdtempSync(path.join(tmpdir(), 'physio-'));
try {
  const program = path.join(temporary, name);
  await makeExecutable(program);
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  if (said !== version) throw new Error(`the executable printed the version ${said} instead of ${version}`);
  rmSync(directory, { recursive: true, force: true }); // a running program cannot be overwritten
  mkdirSync(directory, { recursive: true });
  copyFileSync(program, path.join(directory, name));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
copyFileSync(inRoot('LICENSE'), path.join(directory, 'LICENSE'));
writeFileSync(
  path.join(directory, 'THIRD_PARTY_LICENSES'),
  `${readFileSync(inRoot('dist/cli/THIRD_PARTY_LICENSES'), 'utf8')}\n${licenseOfNode()}`,
);
const megabytes = (statSync(path.join(directory, name)).size / 1e6).toFixed(1);
console.log(
  `dist/executable/${name}: ${megabytes} MB, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
);

/** Puts the program into a copy of this Node. */
async function makeExecutable(program) {
  // Node runs one CommonJS file from inside an executable, so the chunks are joined.
  await buildForNode(root, 'src/cli/physio.ts', temporary, 'physio.cjs', {
    format: 'cjs',
    minify: true,
    codeSplitting: false,
    dynamicImportInCjs: false,
  });
  // The executable contains the path of `main` as it is given here.
  writeFileSync(
    path.join(temporary, 'sea.json'),
    JSON.stringify({
      main: 'physio.cjs',
      output: 'blob',
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: { [DECODER]: inRoot('dist/cli', DECODER) },
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', 'sea.json'], { ...QUIETLY, cwd: temporary });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  // macOS runs no binary whose signature does not fit.
  const isMac = process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', program]);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execFileSync(
    process.execPath,
    [POSTJECT, program, RESOURCE, path.join(temporary, 'blob'), '--sentinel-fuse', FUSE, ...segment],
    QUIETLY,
  );
  if (isMac) execFileSync('codesign', ['--sign', '-', program]);
}

/** Node's licence where its installation includes it, otherwise where to find it. */
function licenseOfNode() {
  const title = `Node.js ${process.versions.node} (MIT, with the licences of its own dependencies)`;
  const folders = [path.dirname(process.execPath), path.resolve(path.dirname(process.execPath), '..')];
  const file = folders.map((folder) => path.join(folder, 'LICENSE')).find((each) => existsSync(each));
  const text =
    file === undefined
      ? `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
      : readFileSync(file, 'utf8').trim();
  return [title, '='.repeat(title.length), text, ''].join('\n');
}
