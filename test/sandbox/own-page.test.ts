import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sourceOf } from '../../sandbox/control/source.ts';
import { sandbox } from './callers.ts';

type Words = { [name: string]: Words } | string | ((...facts: never[]) => unknown) | string[];

const module = <Exports>(modules: Record<string, unknown>) => Object.assign({}, ...Object.values(modules)) as Exports;
const { en, zh } = module<{ en: Words; zh: Words }>(
  import.meta.glob('../../sandbox/control/page/words/*.js', { eager: true }),
);
/** Requests the path unchanged, without resolving its dots. */
const statusOf = (at: string, raw: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(at);
    request({ host, port, path: raw }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

/** The names of all texts, with their kind. */
const shapeOf = (words: Words, name = ''): string[] =>
  typeof words === 'object' && !Array.isArray(words)
    ? Object.entries(words).flatMap(([inner, value]) => shapeOf(value, `${name}.${inner}`))
    : [`${name} ${Array.isArray(words) ? words.length : typeof words}`];

describe('the page of the sandbox', () => {
  test('The page of the sandbox loads only its own files, and nobody can frame it', async () => {
    const { at } = await sandbox();
    const { headers } = await fetch(`${at}/__sandbox/`);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy?.join()).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('The page of the sandbox has the same texts in English and in Chinese', () => {
    /* The English page translates the server’s own words for the status of an order; the Chinese page shows them. */
    const ownWords = (name: string) => !name.startsWith('.orderStatuses.');
    expect(shapeOf(en).filter(ownWords)).toEqual(shapeOf(zh).filter(ownWords));
  });
});

describe('the source files that the story links to', () => {
  test.each([
    'package.json',
    '../package.json',
    'src/../package.json',
    'src/%2e%2e/package.json',
    'src/..%2fpackage.json',
    'src/..\\package.json',
    'src//../package.json',
    'src/./main.tsx',
    'src/.hidden',
    '/etc/passwd',
    'src/',
    'src',
    'src/core',
    'docs/no-such-file.md',
    'sandbox/main.ts%00',
    'dist/headers.json',
    'node_modules/react/package.json',
  ])('No file is served for the source address %s', async (name) => {
    const { at } = await sandbox();
    expect(await statusOf(at, `/__sandbox/source/${name}`)).toBe(404);
    expect(await sourceOf(name)).toBeUndefined();
  });

  test('A symbolic link out of the folder of sources is not followed', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'sources-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(path.join(root, 'src'));
    await writeFile(path.join(root, 'secret.txt'), 'secret');
    await writeFile(path.join(root, 'src/open.ts'), 'open');
    await symlink(path.join(root, 'secret.txt'), path.join(root, 'src/way-out.ts'));
    await symlink(root, path.join(root, 'src/up'));
    expect(await sourceOf('src/open.ts', root)).toBe('open');
    expect(await sourceOf('src/way-out.ts', root)).toBeUndefined();
    expect(await sourceOf('src/up/secret.txt', root)).toBeUndefined();
  });
});

describe('what a device received', () => {
  const beside = async ({ state }: Awaited<ReturnType<typeof sandbox>>) => {
    const device = (await state()).devices.find(({ sno }) => sno === 'PL10005');
    if (!device) throw new Error('no device PL10005');
    return device;
  };

  test('The state tells what the device does from what it last reported, and lists what it received', async () => {
    const world = await sandbox();
    await world.control('device/PL10005', { online: false });
    await world.passes(10 * 60_000);
    expect(await beside(world)).toMatchObject({ actual: { UseTime: 15, OnOff: 1 }, attrs: { UseTime: 5, OnOff: 1 } });
    await world.passes(60 * 60_000);
    expect(await beside(world)).toMatchObject({ actual: { UseTime: 30, OnOff: 0 }, attrs: { UseTime: 5, OnOff: 1 } });
    await world.control('device/PL10005', { online: true });
    const { actual, attrs, log } = await beside(world);
    expect(attrs).toEqual(actual);
    expect(log.map(({ what }) => what)).toEqual(['online', 'ended', 'offline', 'started']);
  });
});
