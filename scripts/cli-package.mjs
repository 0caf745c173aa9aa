// Makes the built command line (dist/cli) a package of its own: its package.json, README, licence, and the licences of what is bundled into it.
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The name that no registry knows: the package is installed from its tarball. */
const NAME = '@physiolease/cli';

/** Code that a package contains in compiled form, and whose licence it does not include. The licence's text is that of a bundled package. */
const COMPILED = {
  'zxing-wasm': {
    name: 'zxing-cpp',
    note: 'Copyright the ZXing authors. https://github.com/zxing-cpp/zxing-cpp, compiled into the image decoder',
    license: 'Apache-2.0',
    textOf: 'reflect-metadata',
  },
};

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
  await writeFile(path.join(directory, 'THIRD_PARTY_LICENSES'), await licensesOf(packagesIn(bundles)));
  await copyFile(path.join(root, 'LICENSE'), path.join(directory, 'LICENSE'));
  const readme = await readFile(path.join(root, 'deploy/cli/README.md'), 'utf8');
  await writeFile(path.join(directory, 'README.md'), readme.replaceAll('{version}', version));
}

/** The directories of the packages that have code in the bundles. */
function packagesIn(bundles) {
  const modules = bundles
    .flatMap(({ output }) => output)
    .flatMap((chunk) => Object.entries(chunk.modules ?? {}))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]);
  return [...new Set(modules.filter((directory) => directory !== undefined))];
}

/** The licences of some packages as one text. Throws for a package without one. */
async function licensesOf(directories) {
  const packages = await Promise.all(directories.map(licenseOf));
  const compiled = packages.flatMap(({ name }) => COMPILED[name] ?? []);
  const known = new Map(packages.map(({ name, text }) => [name, text]));
  const all = [...packages, ...compiled.map(({ textOf, ...each }) => ({ ...each, text: known.get(textOf) }))];
  const sections = all
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, version, license, note, text }) => {
      if (!text) throw new Error(`${name} is bundled, and its licence is not known`);
      const title = `${[name, version].filter(Boolean).join(' ')} (${license})`;
      return [title, '='.repeat(title.length), ...(note ? [note, ''] : []), text.trim()].join('\n');
    });
  return ['physio contains the following packages.', ...sections].join('\n\n').concat('\n');
}

async function licenseOf(directory) {
  const { name, version, license } = JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
  const files = (await readdir(directory)).filter((file) => /^(licen[cs]e|notice|copyrightnotice)/i.test(file));
  const texts = await Promise.all(files.toSorted().map((file) => readFile(path.join(directory, file), 'utf8')));
  return { name, version, license, text: texts.join('\n') };
}
