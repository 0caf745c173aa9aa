import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installationAt } from '../../src/cli/commands/version/build-info.ts';
import { Terminal } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.close());

describe('physio version', () => {
  test('physio version prints what --version prints', async () => {
    const { code, stdout, stderr } = await terminal.physio(['version']);
    expect([code, stdout, stderr]).toEqual([0, '9.9.9\n', '']);
    expect((await terminal.physio(['--version'])).stdout).toBe(stdout);
  });

  test('physio version --json says what was built and what it runs on; run from the sources, no commit is known', async () => {
    expect((await terminal.physio(['version', '--json'])).json()).toEqual({
      version: '9.9.9',
      commit: 'unknown',
      node: process.versions.node,
      platform: process.platform,
      arch: process.arch,
      installation: 'directory',
    });
  });

  test('physio version works with a damaged configuration', async () => {
    writeFileSync(path.join(terminal.home, 'physio.config.json'), 'broken');
    expect(await terminal.physio(['version', '--json', 'version'])).toMatchObject({
      code: 0,
      stdout: '{"version":"9.9.9"}\n',
    });
  });

  test.each([
    ['npm', '/usr/lib/node_modules/@physiolease/cli/chunks/show.js', '/'],
    ['npm', String.raw`C:\Users\王\AppData\Roaming\npm\node_modules\@physiolease\cli\physio.js`, '\\'],
    ['directory', '/home/me/node_modules.old/physio.js', '/'],
    ['directory', '/srv/physiolease/dist/cli/physio.js', '/'],
  ])('The installation is "%s" for the program in %s', (installation, file, separator) => {
    expect(installationAt(file, separator)).toBe(installation);
  });
});
