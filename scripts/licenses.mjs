// Collects the licences of what a build contains: a licence must accompany each copy of the code.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Code that a package contains in compiled form, and whose licence it does not include. The licence's text is that of a bundled package, without its notices. */
const COMPILED = {
  'zxing-wasm': {
    name: 'zxing-cpp',
    note: 'Copyright the ZXing authors. https://github.com/zxing-cpp/zxing-cpp, compiled into the image decoder',
    license: 'Apache-2.0',
    textOf: 'reflect-metadata',
  },
};

/** The directories of the packages that have code in the bundles. */
function packagesIn(bundles) {
  const modules = bundles
    .flatMap(({ output }) => output)
    .flatMap((chunk) => Object.entries(chunk.modules ?? {}))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]);
  return [...new Set(modules.filter((directory) => directory !== undefined))];
}

/** The licences of the packages that have code in the bundles of `program`, as one text. Throws for a package without one. */
export async function licensesOf(program, bundles) {
  const packages = await Promise.all(packagesIn(bundles).map(licenseOf));
  const compiled = packages.flatMap(({ name }) => COMPILED[name] ?? []);
  const known = new Map(packages.map(({ name, licenseText }) => [name, licenseText]));
  const all = [...packages, ...compiled.map(({ textOf, ...each }) => ({ ...each, text: known.get(textOf) }))];
  const sections = all
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, version, license, note, text }) => {
      if (!text) throw new Error(`${name} is bundled, and its licence is not known`);
      const title = `${[name, version].filter(Boolean).join(' ')} (${license})`;
      return [title, '='.repeat(title.length), ...(note ? [note, ''] : []), text.trim()].join('\n');
    });
  return [`${program} contains the following packages.`, ...sections].join('\n\n').concat('\n');
}

async function licenseOf(directory) {
  const { name, version, license } = JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
  const files = (await readdir(directory)).filter((file) => /^(licen[cs]e|notice|copyrightnotice)/i.test(file));
  const textOf = async (names) =>
    (await Promise.all(names.toSorted().map((file) => readFile(path.join(directory, file), 'utf8')))).join('\n');
  // The notices are about this package alone.
  const licenseText = await textOf(files.filter((file) => /^licen[cs]e/i.test(file)));
  return { name, version, license, text: await textOf(files), licenseText };
}
