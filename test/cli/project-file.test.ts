import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { listDevices, readLatest } from '../../src/core/device/api.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { aDevice } from '../helpers/wire.ts';
import { answersEveryRead } from './every-read.ts';
import { API, SIGNED_IN, Terminal } from './terminal.ts';

const FOREIGN = 'https://pay.evil.example/{number}';

let terminal: Terminal;
let folder: string;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(getUser, { nickname: 'A' });
  terminal.http.reply(readLatest, { OnOff: false });
  terminal.http.reply(listDevices, [aDevice({ sno: 'DEV0001' })]);
  folder = path.join(realpathSync(terminal.home), 'checkout');
  mkdirSync(folder);
  terminal.directory = folder;
});
afterEach(() => terminal.close());

const project = (content: object | string, where = folder) =>
  writeFileSync(path.join(where, 'physio.config.json'), typeof content === 'string' ? content : JSON.stringify(content));
const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const shown = async () => (await physio('profile', 'show', '--json')).json() as Record<string, unknown>;

describe('a project file whose folder nobody has trusted', () => {
  test('cannot make a command that reads stop a device', async () => {
    project({ endpoints: { 'device.readLatest': { path: stopDevice } } });
    await physio('treatment', 'show', 'DEV0001');
    expect(terminal.http.sent.map(({ url }) => new URL(url).pathname)).not.toContain(stopDevice);
    expect(terminal.wanted?.configuration).not.toHaveProperty('endpoints');
  });

  test('sends no customer to a link of its own, and no key to a header of its own', async () => {
    project({ payLink: FOREIGN, idempotencyHeader: 'X-Own' });
    expect(await shown()).toMatchObject({ payLink: null, idempotencyHeader: null });
    await physio('account', 'show');
    expect(terminal.wanted?.configuration).toEqual({ apiBase: API, appKey: 'physio', version: '1.0.0' });
  });

  test('still chooses the API, the key, the version and the profile', async () => {
    await physio('profile', 'set', 'version', '1', '--profile', 'shop');
    project({ api: 'https://project.example/api', appKey: 'k', version: '2', profile: 'shop' });
    const { json, stderr } = await terminal.physio(['profile', 'show', '--json']);
    expect(json()).toMatchObject({ profile: 'shop', api: 'https://project.example/api', appKey: 'k', version: '2' });
    expect(stderr).toBe('');
  });

  test('is told of in one warning that names each ignored field, the file and the command that would trust it', async () => {
    project({ api: API, endpoints: {}, payLink: FOREIGN, colour: 'red' });
    for (const argv of [['account', 'show', '--quiet'], ['profile', 'show'], ['device', 'list', '--json']]) {
      const { stderr } = await physio(...argv);
      const lines = stderr.split('\n').filter((line) => line.includes('ignored'));
      expect(lines).toEqual([expect.stringContaining(path.join(folder, 'physio.config.json'))]);
      expect(lines[0]).toContain('endpoints, payLink, colour');
      expect(lines[0]).toContain(`physio profile trust ${folder}`);
    }
  });

  test('is told of without steering the terminal', async () => {
    project(JSON.stringify({ ['pay\u001b[2JLink\u202e']: 1 }));
    const { stderr } = await physio('account', 'show');
    expect(stderr).toContain('ignored');
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toContain('\u202e');
  });

  test.each(['physio.config.json', '__proto__', 'constructor', '支付链接', 'API', 'apI', 'ｐayLink'])('gives nothing under the name %s', async (name) => {
    project(`{"${name}":"https://evil.example/{number}"}`);
    expect(await shown()).toMatchObject({ api: API, payLink: null });
  });
});

describe('trusting a folder', () => {
  test('lets its whole project file count, says so, and outlives the command', async () => {
    project({ payLink: FOREIGN, endpoints: { 'order.getLeaseOrder': { path: '/v2/detail' } } });
    const trusted = await physio('profile', 'trust');
    expect([trusted.code, trusted.stdout]).toEqual([0, `${folder} is trusted.\n`]);
    expect(trusted.stderr).toContain('payLink, endpoints');
    expect(await shown()).toMatchObject({ payLink: FOREIGN, projectFile: path.join(folder, 'physio.config.json'), trustedFolders: [folder] });
    const { stderr } = await physio('account', 'show');
    expect(stderr).not.toContain('ignored');
    expect(terminal.wanted?.configuration).toMatchObject({ endpoints: { 'order.getLeaseOrder': { path: '/v2/detail' } } });
  });

  test('does not let a read be sent where a write is reached', async () => {
    project({ endpoints: { 'device.readLatest': { path: '/ORDER/stop/device/' } } });
    await physio('profile', 'trust', folder);
    const { code, stderr } = await physio('treatment', 'show', 'DEV0001');
    expect([code, stderr]).toEqual([1, expect.stringContaining('endpoints.device.readLatest')]);
    expect(terminal.http.sent).toEqual([]);
  });

  test('names the folder by its own path, from below it and by a relative name', async () => {
    project({ payLink: FOREIGN });
    mkdirSync(path.join(folder, 'deep/down'), { recursive: true });
    terminal.directory = path.join(folder, 'deep');
    expect((await physio('profile', 'trust', '..', '--json')).json()).toEqual({ folder, trusted: true });
    terminal.directory = path.join(folder, 'deep/down');
    expect(await shown()).toMatchObject({ payLink: FOREIGN });
    expect((await physio('profile', 'trust', '--json')).json()).toEqual({ folder, trusted: true });
    expect((await shown()).trustedFolders).toEqual([folder]);
  });

  test('is taken back by --remove, also of a folder that is gone', async () => {
    project({ payLink: FOREIGN });
    await physio('profile', 'trust');
    expect((await physio('profile', 'trust', '--remove', '--json')).json()).toEqual({ folder, trusted: false });
    expect(await shown()).toMatchObject({ payLink: null, trustedFolders: [] });
    await physio('profile', 'trust');
    terminal.directory = terminal.home;
    rmSync(folder, { recursive: true });
    expect((await physio('profile', 'trust', '--remove', folder)).code).toBe(0);
    expect((await shown()).trustedFolders).toEqual([]);
  });

  test('does not follow a folder that is moved, nor a link that takes its place', async () => {
    project({ payLink: FOREIGN });
    await physio('profile', 'trust');
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    terminal.directory = moved;
    expect(await shown()).toMatchObject({ payLink: null });
    symlinkSync(moved, folder);
    terminal.directory = folder;
    expect(await shown()).toMatchObject({ payLink: null });
  });

  test('does not extend to a folder below it that has a project file of its own, nor to one that links to a trusted file', async () => {
    project({ payLink: FOREIGN });
    await physio('profile', 'trust');
    const below = path.join(folder, 'node_modules/package');
    mkdirSync(below, { recursive: true });
    project({ payLink: FOREIGN }, below);
    terminal.directory = below;
    expect(await shown()).toMatchObject({ payLink: null });
    const beside = path.join(terminal.home, 'beside');
    mkdirSync(beside);
    symlinkSync(path.join(folder, 'physio.config.json'), path.join(beside, 'physio.config.json'));
    terminal.directory = beside;
    expect(await shown()).toMatchObject({ payLink: null });
  });

  test('is listed beside the profiles', async () => {
    project({});
    await physio('profile', 'trust');
    const { stderr } = await physio('profile', 'list');
    expect(stderr).toContain(`Trusted folder: ${folder}`);
  });

  test('asks for a folder where there is no project file, and for one that exists', async () => {
    expect(await physio('profile', 'trust')).toMatchObject({ code: 2, stderr: expect.stringContaining('physio profile trust DIR') });
    expect(await physio('profile', 'trust', 'nowhere')).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere') });
    project({});
    expect(await physio('profile', 'trust', 'physio.config.json')).toMatchObject({ code: 2 });
  });

  test('is the user file’s alone: a project file that names trusted folders trusts nobody', async () => {
    project({ trusted: [folder], payLink: FOREIGN });
    expect(await shown()).toMatchObject({ payLink: null, trustedFolders: [] });
  });

  test('keeps what else the user file holds', async () => {
    project({});
    await physio('profile', 'set', 'api', API);
    await physio('profile', 'trust');
    await physio('profile', 'set', 'appKey', 'k');
    const file = JSON.parse(readFileSync(path.join(terminal.home, '.config/physio/config.json'), 'utf8')) as object;
    expect(file).toEqual({ profile: 'default', profiles: { default: { api: API, appKey: 'k' } }, trusted: [folder] });
  });
});

describe('a setting that nothing reads', () => {
  test('is named, in the user file and in a trusted project file, and the command goes on', async () => {
    project({ paylink: FOREIGN, tables: { volts: [] } });
    await physio('profile', 'trust');
    await physio('profile', 'set', 'api', API);
    const userFile = path.join(terminal.home, '.config/physio/config.json');
    writeFileSync(userFile, readFileSync(userFile, 'utf8').replace('"api"', '"colour": "red",\n"api"'));
    const { code, stderr } = await physio('account', 'show');
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('unknown'))).toEqual([
      expect.stringContaining(`colour in ${userFile}`),
      expect.stringContaining(`paylink, tables.volts in ${path.join(folder, 'physio.config.json')}`),
    ]);
  });
});

describe('doctor', () => {
  test('names the settings that nothing reads, and finds nothing bad in them', async () => {
    answersEveryRead(terminal, { nickname: 'A' });
    project({ colour: 'red' });
    await physio('profile', 'trust');
    const { lines } = await physio('doctor', '--json');
    const told = (lines() as { check: string; subject: string | null; result: string; detail: string }[]).filter(({ check }) => check === 'configuration');
    expect(told.map(({ subject, result }) => [subject, result])).toEqual([[null, 'good'], ['colour', 'note']]);
    expect(told[1]?.detail).toContain(path.join(folder, 'physio.config.json'));
  });
});

describe('the names of ignored settings', () => {
  test('never fill the terminal, however many and long they are', async () => {
    project(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${'x'.repeat(500)}`, 1])));
    const { stderr } = await physio('account', 'show');
    expect(stderr.length).toBeLessThan(2_000);
    expect(stderr).toContain('488 more');
  });

  test('come with a command that a shell takes as one word, whatever the folder is called', async () => {
    const strange = path.join(folder, "a';touch $(x) b");
    mkdirSync(strange);
    project({ payLink: FOREIGN }, strange);
    terminal.directory = strange;
    const { stderr } = await physio('account', 'show');
    expect(stderr).toContain(`physio profile trust '${folder}/a'\\'';touch $(x) b'`);
  });
});

describe('a project file that is no configuration', () => {
  test.each([
    ['is broken', '{', 'JSON'],
    ['holds a list', '[]', 'JSON object'],
    ['names the API by something else than text', '{"api":["https://evil.example"]}', 'api'],
    ['names the profile by a number', '{"profile":7}', 'profile'],
    ['is larger than any configuration', `{"a":"${'x'.repeat(1_100_000)}"}`, 'too large'],
  ])('is refused and named where it %s', async (_, text, says) => {
    project(text);
    const { code, stderr } = await physio('account', 'show');
    expect(code).toBe(1);
    expect(stderr).toContain('physio.config.json');
    expect(stderr).toContain(says);
    expect(terminal.http.sent).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('is refused where it is a pipe, which nobody waits for', async () => {
    execFileSync('mkfifo', [path.join(folder, 'physio.config.json')]);
    expect(await physio('account', 'show')).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a file') });
  });

  test('is refused where it is a folder', async () => {
    mkdirSync(path.join(folder, 'physio.config.json'));
    expect(await physio('account', 'show')).toMatchObject({ code: 1, stderr: expect.stringContaining('physio.config.json') });
  });
});
