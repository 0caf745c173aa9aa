import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_EFFECTS } from '../../sandbox/world/effects.ts';
import { runPhysio } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';
import { codePicture } from '../ports/code-picture.ts';
import { afterThisTest } from './failure-record.ts';

interface Packed {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

const MAX_BYTES = 600_000;
const MIN_VALUE_LENGTH = 12;

let home: string;
let packed: Packed;
/** The directory of the installed package, and the installed program. */
let installed: string;
let physio: string;

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'physio '));
  const npm = (words: string[], cwd: string) =>
    execFileSync('npm', [...words, '--cache', path.join(home, 'cache')], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', home], path.resolve('dist/cli'))) as [Packed];
  const prefix = path.join(home, '安装 dir');
  const options = ['--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund'];
  npm(['install', ...options, path.join(home, packed.filename)], home);
  installed = path.join(prefix, 'lib/node_modules/@physiolease/cli');
  physio = path.join(prefix, 'bin/physio');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const textsIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).isFile() && !file.endsWith('.br'))
    .map((file) => readFileSync(file, 'utf8'));

describe('the package of the command line', () => {
  test('The package is at most 600 kB and has no dependency', () => {
    expect(packed.size).toBeLessThanOrEqual(MAX_BYTES);
    const description = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(Object.keys(description).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
    const { version, engines, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
    expect(description).toMatchObject({ version, engines, license, private: true, bin: { physio: 'physio.js' } });
    expect(existsSync(path.join(installed, 'node_modules'))).toBe(false);
  });

  test('The package contains the program, its image decoder, its man page, a README and the licences, and nothing else', () => {
    const kinds = packed.files.map((file) => file.path.replace(/^chunks\/[\w.-]+-[\w-]{8}\.js$/, 'chunks/*'));
    expect([...new Set(kinds)].toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD_PARTY_LICENSES',
      'chunks/*',
      'package.json',
      'physio.1',
      'physio.js',
      'zxing_reader.wasm.br',
    ]);
  });

  test('The package names no source map, no path of the machine that built it, and no value of its environment', () => {
    const text = textsIn(installed).join('\n');
    expect(text).not.toMatch(/sourceMappingURL/);
    const paths = [process.cwd(), homedir(), tmpdir()].filter((each) => each.length > 1);
    expect(paths.filter((each) => text.includes(`${each}/`))).toEqual([]);
    const values = Object.entries(process.env).filter(
      ([name, value = '']) =>
        !name.startsWith('npm_package_') && value.length >= MIN_VALUE_LENGTH && text.includes(value),
    );
    expect(values.map(([name]) => name)).toEqual([]);
  });

  test('The package requires only modules of Node and its own files', () => {
    const text = textsIn(installed).join('\n');
    const required = Array.from(
      text.matchAll(/\b(?:require|import)\(([`"'])([^`"']+)\1\)/g),
      ([, , name = '']) => name,
    );
    expect(required).toContain('node:fs');
    expect(required.filter((name) => !isBuiltin(name) && !/^\.\.?\/(chunks\/)?[\w.-]+$/.test(name))).toEqual([]);
  });

  test('The licence of every package inside is included', () => {
    const text = readFileSync(path.join(installed, 'THIRD_PARTY_LICENSES'), 'utf8');
    const named = Array.from(text.matchAll(/^(\S+)(?: [\d.]+)? \((.+)\)\n=+$/gm), ([, name = '', license = '']) => ({
      name,
      license,
    }));
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(named.map(({ name }) => name).filter((name) => name in dependencies)).toEqual(
      expect.arrayContaining(['commander', 'cross-fetch', 'uqr', 'valibot', 'ws', 'zxing-wasm']),
    );
    expect(named.map(({ name }) => name)).toContain('zxing-cpp');
    expect(named.filter(({ license }) => !['MIT', 'Apache-2.0'].includes(license))).toEqual([]);
    expect(text.match(/Permission is hereby granted/g)?.length).toBe(
      named.filter(({ license }) => license === 'MIT').length,
    );
    expect(text).not.toContain('mobx-react');
  });

  test('The README of the package names only commands that exist, and no file of the project', async () => {
    const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
    expect(readme).not.toMatch(/\b(?:src|docs|dist|scripts|test|deploy)\//);
    expect(readme).toContain(packed.filename);
    const commands = Array.from(readme.matchAll(/^\| `physio ([a-z]+(?: [a-z]+)?)/gm), ([, words = '']) => words);
    expect(commands).toHaveLength(10);
    for (const command of commands)
      expect(execFileSync(physio, [...command.split(' '), '--help'], { encoding: 'utf8' })).toMatch(
        new RegExp(`Usage:\\s+physio ${command}\\s`),
      );
  });
});

describe('the installed command line', () => {
  test('npm installs the man page where man finds it', () => {
    const page = readFileSync(path.join(installed, '../../../../share/man/man1/physio.1'), 'utf8');
    expect(page).toContain('physio device check');
  });

  test('A user rents by duration and is treated, with the installed program', async () => {
    const world = await World.start();
    afterThisTest(() => world.close());
    const { accessToken } = await world.user('ordinary');
    const env = { PHYSIO_API: `${world.url}/api`, PHYSIO_TOKEN: accessToken };
    const types = async (typed: string, hear?: (said: string) => unknown) => {
      const ran = await runPhysio(typed.split(' '), { home, env, program: [physio], hear });
      expect([typed, ran.code, ran.said]).toEqual([typed, 0, ran.said]);
      return ran.data;
    };
    const [plan] = (await types('plan list PL10001 --by duration')) as unknown as { id: string }[];
    const ordered = await types(`order create PL10001 --plan ${plan?.id ?? ''} --by duration --yes`);
    const number = String(ordered['number']);
    await types(`order pay ${number} --yes`, (said) => said.includes('Pay ') && world.pays(number));
    await types('treatment start PL10001 --mode bio --yes');
    await types('device wait PL10001 --for running');
    await world.passes(120_000);
    await types('treatment stop PL10001 --yes');
    const effects = { ...NO_EFFECTS, ordersCreated: 1, charges: 1, starts: 1, stops: 1 };
    expect(await world.effects()).toEqual(effects);
  });

  test('The installed program reads a code from an image, completes a word and says how it was installed', async () => {
    const world = await World.start();
    afterThisTest(() => world.close());
    const { accessToken } = await world.user('leaser');
    const image = path.join(home, 'code of 设备.png');
    writeFileSync(image, await codePicture('https://shop.example/?sno=PL10003'));
    const link = path.join(home, 'physio link');
    symlinkSync(physio, link);
    const env = { PATH: process.env['PATH'], HOME: home, PHYSIO_API: `${world.url}/api`, PHYSIO_TOKEN: accessToken };
    const outputOf = async (...words: string[]) => (await promisify(execFile)(link, words, { cwd: home, env })).stdout;
    expect(JSON.parse(await outputOf('device', 'enter', '--image', image, '--json', 'sno,outcome'))).toEqual({
      sno: 'PL10003',
      outcome: 'mode-menu',
    });
    expect(JSON.parse(await outputOf('version', '--json'))).toMatchObject({
      installation: 'npm',
      commit: expect.stringMatching(/^([0-9a-f]{40}(-dirty)?|unknown)$/),
    });
    expect(await outputOf('doctor', '--device', 'PL10003')).toMatch(/ok\s+channel/);
    expect(await outputOf('__complete', '--', 'treat')).toMatch(/^treatment\t/);
  });
});
