// Makes the built command line (dist/cli) a package of its own: its package.json, README, licence, and the licences of what is bundled into it.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { licensesOf } from './licenses.mjs';

/** The name that no registry knows: the package is installed from its tarball. */
const NAME = '@physiolease/cli';

/** Writes what npm needs into the directory of the built command line. `bundles` are the results of its build. */
export async function writeCliPackage(root, directory, bundles) {
  const { version, license, engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const description = {
    name: NAME,
    version,
    description: 'Rent, pay for and run physiotherapy devices from the terminal',
    license,
    private: true,
    type: 'commonjs',
    engines,
    bin: { physio: 'physio.js' },
    man: ['./physio.1'],
    files: ['physio.js', 'physio.1', 'chunks', 'zxing_reader.wasm.br', 'THIRD_PARTY_LICENSES'],
  };
  await writeFile(path.join(directory, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  await writeFile(path.join(directory, 'THIRD_PARTY_LICENSES'), await licensesOf('physio', bundles));
  await copyFile(path.join(root, 'LICENSE'), path.join(directory, 'LICENSE'));
  const readme = await readFile(path.join(root, 'deploy/cli/README.md'), 'utf8');
  await writeFile(path.join(directory, 'README.md'), readme.replaceAll('{version}', version));
}
