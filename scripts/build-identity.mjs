// Names the built page: its build id in index.html and version.json, and its source maps in a folder named after the id.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ID_LENGTH = 10;
const META = /\n *<meta name="build" content="[^"]*" \/>/;

/** Derived from the other files, written for this deployment, or not served: no part of the build id. */
const isIdentified = (name) => !/\.(br|gz|map)$|^(app-config|version)\.json$/.test(name);

/** The commit that is built, with `-dirty` after it if files differ from it. Undefined outside a git checkout of the project. */
export function builtCommit(root) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    return git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*');
  } catch {
    return undefined;
  }
}

/** A hash of the page's files. It contains no time, version or commit: the same sources have the same id. */
export async function buildIdOf(directory) {
  const names = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter(isIdentified)
    .toSorted();
  const hash = createHash('sha256');
  for (const name of names) {
    const content = await readFile(path.join(directory, name));
    const identified = name === 'index.html' ? content.toString('utf8').replace(META, '') : content;
    hash.update(`${name}\n`).update(createHash('sha256').update(identified).digest());
  }
  return hash.digest('hex').slice(0, ID_LENGTH);
}

/** Writes the build id into index.html and version.json. Returns it. */
export async function identifyBuild(directory, { version, commit, time }) {
  const buildId = await buildIdOf(directory);
  const page = path.join(directory, 'index.html');
  const html = await readFile(page, 'utf8');
  const meta = `\n    <meta name="build" content="${version} ${buildId}" />`;
  await writeFile(page, html.replace(META, '').replace(/(<meta charset="[^"]*" \/>)/, `$1${meta}`));
  await writeFile(
    path.join(directory, 'version.json'),
    `${JSON.stringify({ version, commit, buildId, time }, null, 2)}\n`,
  );
  return buildId;
}

/** Moves the source maps of the page's assets into a folder of their own, in place of those of the last build. */
export async function moveSourceMaps(assets, maps, buildId) {
  await rm(maps, { recursive: true, force: true });
  await mkdir(path.join(maps, buildId), { recursive: true });
  for (const name of (await readdir(assets)).filter((each) => each.endsWith('.map'))) {
    await cp(path.join(assets, name), path.join(maps, buildId, name));
    await rm(path.join(assets, name));
  }
}
