import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BUILT = 'dist/app';
const HASH = /-([\w-]{6}|[\w-]{8})(\.\w+)$/;
export const NEW_BUILD = 'bbbbbbbbbb';

/** What the hash of a file's name becomes in the new build. */
const renamed = (name: string) =>
  name.replace(HASH, (_, hash: string, ending: string) => `-${[...hash].toReversed().join('')}${ending}`);

/** The directory of a page's server. It has a copy of the build, over which a new build can be deployed. */
export class DeployedSite {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'deployed-'));
  private readonly oldAssets = readdirSync(`${BUILT}/assets`).filter((name) => !/\.(br|gz)$/.test(name));
  private readonly anyAsset = new RegExp(
    this.oldAssets.map((name) => name.replaceAll('.', String.raw`\.`)).join('|'),
    'g',
  );

  constructor() {
    cpSync('dist/headers.json', this.path('headers.json'));
    cpSync(BUILT, this.path('app'), { recursive: true });
  }

  /** The new build: the same page, with another name for each of its assets, so that a page of the old build finds none. */
  deploy(): void {
    this.deployAssets();
    this.deployIndex();
    this.deployVersion();
  }

  private deployVersion(): void {
    this.write('version.json', JSON.stringify({ version: '1.1.0', commit: 'c', buildId: NEW_BUILD, time: 't' }));
  }

  private deployAssets(): void {
    for (const name of this.oldAssets) {
      this.writeRenamed(`assets/${name}`, `assets/${renamed(name)}`);
      this.remove(`assets/${name}`);
    }
  }

  private deployIndex(): void {
    this.writeRenamed('index.html', 'index.html');
    const html = readFileSync(this.path('app/index.html'), 'utf8');
    this.write('index.html', html.replace(/(<meta name="build" content=")[^"]*/, `$11.1.0 ${NEW_BUILD}`));
  }

  private write(name: string, content: string): void {
    writeFileSync(this.path(`app/${name}`), content);
  }

  /** Removes a file and its compressed copies. */
  private remove(name: string): void {
    const { dir, base } = path.parse(this.path(`app/${name}`));
    for (const each of readdirSync(dir).filter((file) => file.startsWith(base))) rmSync(path.join(dir, each));
  }

  delete(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  private path(name: string): string {
    return path.join(this.directory, name);
  }

  private writeRenamed(from: string, to: string): void {
    const content = readFileSync(path.join(BUILT, from));
    if (!/\.(js|css|html)$/.test(from)) return writeFileSync(this.path(`app/${to}`), content);
    this.write(to, content.toString('utf8').replaceAll(this.anyAsset, renamed));
  }
}
