import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aDevice, aPage, aReport, online } from '../helpers/wire.ts';
import { answersEveryRead } from './well-behaved-server.ts';
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
  writeFileSync(
    path.join(where, 'physio.config.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const shown = async () => (await physio('profile', 'show', '--json')).json() as Record<string, unknown>;

describe('a project file in an untrusted folder', () => {
  test('An untrusted project file cannot redirect a read to a write', async () => {
    project({ endpoints: { 'device.readLatest': { path: stopDevice } } });
    await physio('treatment', 'show', 'DEV0001');
    expect(terminal.http.sent.map(({ url }) => new URL(url).pathname)).not.toContain(stopDevice);
    expect(terminal.coreOptions?.configuration).not.toHaveProperty('endpoints');
  });

  test('A project file that is no JSON is named with the line and the reason', async () => {
    project('{\n  "api": "https://cloud.example/api",\n}');
    const { code, stderr } = await physio('device', 'list');
    const file = path.join(folder, 'physio.config.json');
    expect([code, stderr]).toEqual([
      2,
      `physio: ${file} is not valid JSON, line 3, column 1: a comma too many before }; fix or delete it\n`,
    ]);
  });

  test('An untrusted project file sets neither the payment link nor the idempotency header', async () => {
    project({ payLink: FOREIGN, idempotencyHeader: 'X-Own' });
    expect(await shown()).toMatchObject({ payLink: null, idempotencyHeader: null });
    await physio('account', 'show');
    expect(terminal.coreOptions?.configuration).toEqual({ apiBase: API, appKey: 'physio', version: '1.0.0' });
  });

  test('An untrusted project file sets api, appKey, version and profile', async () => {
    await physio('profile', 'set', 'version', '1', '--profile', 'shop');
    project({ api: 'https://project.example/api', appKey: 'k', version: '2', profile: 'shop' });
    const { json, stderr } = await terminal.physio(['profile', 'show', '--json']);
    expect(json()).toMatchObject({ profile: 'shop', api: 'https://project.example/api', appKey: 'k', version: '2' });
    expect(stderr).toBe('');
  });

  test('An untrusted project file causes one warning with the ignored fields, the file and the command to trust it', async () => {
    project({ api: API, endpoints: {}, payLink: FOREIGN });
    for (const argv of [
      ['account', 'show', '--quiet'],
      ['profile', 'show'],
      ['device', 'list', '--json'],
    ]) {
      const { stderr } = await physio(...argv);
      const lines = stderr.split('\n').filter((line) => line.includes('Ignored'));
      expect(lines).toEqual([expect.stringContaining(path.join(folder, 'physio.config.json'))]);
      expect(lines[0]).toContain('endpoints, payLink in ');
      expect(lines[0]).toContain(`physio profile trust ${folder}`);
    }
  });

  test('A setting of an untrusted project file that nothing reads is named, without advice to trust the folder', async () => {
    project({ api: API, colour: 'red', paylnk: FOREIGN });
    for (const command of ['account', 'profile']) {
      const { stderr } = await physio(command, 'show', '--quiet');
      expect(stderr).toBe(
        `physio: Unknown settings: colour, paylnk in ${path.join(folder, 'physio.config.json')}; fix the spelling or delete them\n`,
      );
    }
  });

  test('The warning about an untrusted project file contains no control sequences', async () => {
    project(JSON.stringify({ ['pay\u001b[2JLink\u202e']: 1 }));
    const { stderr } = await physio('account', 'show');
    expect(stderr).toContain('Unknown settings');
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toContain('\u202e');
  });

  test.each(['physio.config.json', '__proto__', 'constructor', '支付链接', 'API', 'apI', 'ｐayLink'])(
    'An untrusted project file sets nothing under the name %s',
    async (name) => {
      project(`{"${name}":"https://evil.example/{number}"}`);
      expect(await shown()).toMatchObject({ api: API, payLink: null });
    },
  );
});

describe('profile trust', () => {
  test('profile trust applies the whole project file from then on and says so', async () => {
    project({ payLink: FOREIGN, endpoints: { 'order.getLeaseOrder': { path: '/v2/detail' } } });
    const trusted = await physio('profile', 'trust');
    expect([trusted.code, trusted.stdout]).toEqual([0, `Trusted ${folder}.\n`]);
    expect(trusted.stderr).toContain('payLink, endpoints');
    expect(await shown()).toMatchObject({
      payLink: FOREIGN,
      projectFile: path.join(folder, 'physio.config.json'),
      trustedFolders: [folder],
    });
    const { stderr } = await physio('account', 'show');
    expect(stderr).not.toContain('Ignored');
    expect(terminal.coreOptions?.configuration).toMatchObject({
      endpoints: { 'order.getLeaseOrder': { path: '/v2/detail' } },
    });
  });

  test('profile trust does not say that a misspelled setting applies', async () => {
    project({ payLink: FOREIGN, timeout: 5, paylnk: FOREIGN });
    const { code, stderr } = await physio('profile', 'trust');
    expect([code, stderr.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/now apply: payLink$/),
        `physio: Unknown settings: timeout, paylnk in ${path.join(folder, 'physio.config.json')}; fix the spelling or delete them`,
        '',
      ],
    ]);
  });

  test('A trusted project file cannot redirect a read to a write', async () => {
    project({ endpoints: { 'device.readLatest': { path: '/ORDER/stop/device/' } } });
    await physio('profile', 'trust', folder);
    const { code, stderr } = await physio('treatment', 'show', 'DEV0001');
    expect([code, stderr]).toEqual([2, expect.stringContaining('endpoints.device.readLatest')]);
    expect(terminal.http.sent).toEqual([]);
  });

  test.each(['', 'physio.config.json'])(
    'profile trust refuses a folder if every user of the computer can write it or its project file: %j',
    async (name) => {
      project({ payLink: FOREIGN });
      chmodSync(path.join(folder, name), 0o777);
      const { code, stderr } = await physio('profile', 'trust');
      expect([code, stderr]).toEqual([2, expect.stringContaining(`chmod o-w ${path.join(folder, name)}`)]);
      expect((await shown()).trustedFolders).toEqual([]);
    },
  );

  test('A trusted folder that every user can write from some time on is not trusted any more', async () => {
    project({ payLink: FOREIGN });
    await physio('profile', 'trust');
    chmodSync(folder, 0o777);
    expect(await shown()).toMatchObject({ payLink: null });
    const { stderr } = await physio('profile', 'show');
    expect(stderr).toContain(`every user of this computer can write ${folder}. To apply them: chmod o-w ${folder}`);
    expect(stderr).not.toContain('not trusted');
    chmodSync(folder, 0o755);
    expect(await shown()).toMatchObject({ payLink: FOREIGN });
  });

  test('profile trust finds the folder from below it and by a relative name', async () => {
    project({ payLink: FOREIGN });
    mkdirSync(path.join(folder, 'deep/down'), { recursive: true });
    terminal.directory = path.join(folder, 'deep');
    expect((await physio('profile', 'trust', '..', '--json')).json()).toEqual({ folder, trusted: true });
    terminal.directory = path.join(folder, 'deep/down');
    expect(await shown()).toMatchObject({ payLink: FOREIGN });
    expect((await physio('profile', 'trust', '--json')).json()).toEqual({ folder, trusted: true });
    expect((await shown()).trustedFolders).toEqual([folder]);
  });

  test('profile trust --remove stops trusting a folder, also one that is gone', async () => {
    project({ payLink: FOREIGN });
    await physio('profile', 'trust');
    expect((await physio('profile', 'trust', '--remove', '--json')).json()).toEqual({ folder, trusted: false });
    expect(await shown()).toMatchObject({ payLink: null, trustedFolders: [] });
    await physio('profile', 'trust');
    terminal.directory = terminal.home;
    rmSync(folder, { recursive: true });
    expect((await physio('profile', 'trust', '--remove', folder)).code).toBe(0);
  });

  test('profile trust says if a folder was trusted already, or had not been', async () => {
    project({ payLink: FOREIGN });
    const said = async (...words: string[]) => (await physio('profile', 'trust', ...words)).stdout.split(' /')[0];
    expect([await said('--remove'), await said(), await said(), await said('--remove')]).toEqual([
      'Not trusted before:',
      'Trusted',
      'Already trusted',
      'No longer trusting',
    ]);
    expect((await shown()).trustedFolders).toEqual([]);
  });

  test('Trust does not follow a moved folder or a link in its place', async () => {
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

  test('Trust does not extend to a project file in a subfolder or to a link to a trusted file', async () => {
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

  test('profile list prints the trusted folders', async () => {
    project({});
    await physio('profile', 'trust');
    const { stderr } = await physio('profile', 'list');
    expect(stderr).toContain(`Trusted folder: ${folder}`);
  });

  test('profile trust requires a project file or an existing folder', async () => {
    expect(await physio('profile', 'trust')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('physio profile trust DIR'),
    });
    expect(await physio('profile', 'trust', 'nowhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere'),
    });
    project({});
    expect(await physio('profile', 'trust', 'physio.config.json')).toMatchObject({ code: 2 });
  });

  test('A project file cannot declare trusted folders', async () => {
    project({ trusted: [folder], payLink: FOREIGN });
    expect(await shown()).toMatchObject({ payLink: null, trustedFolders: [] });
  });

  test('profile trust keeps the rest of the user file', async () => {
    project({});
    await physio('profile', 'set', 'api', API);
    await physio('profile', 'trust');
    await physio('profile', 'set', 'appKey', 'k');
    const file = JSON.parse(readFileSync(path.join(terminal.home, '.config/physio/config.json'), 'utf8')) as object;
    expect(file).toEqual({ profile: 'default', profiles: { default: { api: API, appKey: 'k' } }, trusted: [folder] });
  });
});

describe('Unknown settings', () => {
  test('Unknown settings in the user file and a trusted project file are named, and the command continues', async () => {
    project({ paylink: FOREIGN, tables: { volts: [] } });
    await physio('profile', 'trust');
    await physio('profile', 'set', 'api', API);
    const userFile = path.join(terminal.home, '.config/physio/config.json');
    writeFileSync(userFile, readFileSync(userFile, 'utf8').replace('"api"', '"colour": "red",\n"api"'));
    const { code, stderr } = await physio('account', 'show');
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('Unknown'))).toEqual([
      expect.stringContaining(`colour in ${userFile}`),
      expect.stringContaining(`paylink, tables.volts in ${path.join(folder, 'physio.config.json')}`),
    ]);
  });
});

test('The name that the page has for its server is no setting of the command line, which would talk to another one', async () => {
  project({ apiBase: FOREIGN });
  await physio('profile', 'trust');
  await physio('profile', 'set', 'api', API);
  expect((await physio('account', 'show')).stderr).toMatch(/Unknown settings: apiBase in .*; fix the spelling/);
});

describe('doctor', () => {
  test('doctor lists unknown settings as notes', async () => {
    answersEveryRead(terminal, { nickname: 'A' });
    project({ colour: 'red' });
    await physio('profile', 'trust');
    const { lines } = await physio('doctor', '--json');
    const told = (lines() as { check: string; subject: string | null; result: string; detail: string }[]).filter(
      ({ check }) => check === 'configuration',
    );
    expect(told.map(({ subject, result }) => [subject, result])).toEqual([
      [null, 'good'],
      ['colour', 'note'],
    ]);
    expect(told[1]?.detail).toContain(path.join(folder, 'physio.config.json'));
  });
});

describe('tables', () => {
  const tables = {
    minutes: [10, 20, 180],
    voltage: [
      { code: 1, amount: 3000 },
      { code: 2, amount: 4000 },
    ],
  };

  test('doctor names each value of a preset that the tables lack, and what replaces it', async () => {
    answersEveryRead(terminal, { nickname: 'A' });
    project({ tables });
    await physio('profile', 'trust');
    const { lines } = await physio('doctor', '--json');
    const told = (lines() as { subject: string; result: string; detail: string }[]).filter(
      ({ subject }) => subject === 'tables',
    );
    expect(told).toHaveLength(7);
    expect(told[0]).toMatchObject({
      result: 'warning',
      detail: 'tables.minutes lacks 30 of the mode bio, which is replaced by 20',
    });
  });

  test('A table that is invalid leads to the file that it comes from', async () => {
    const minutes = ['x'];
    project({ tables: { minutes } });
    await physio('profile', 'trust');
    const { code, stderr } = await physio('treatment', 'show', 'DEV0001');
    expect([code, stderr]).toEqual([
      2,
      'physio: tables.minutes.0: expected number but received "x". To see where each value comes from: physio profile show\n',
    ]);
    const { stdout } = await physio('profile', 'show');
    expect(stdout).toContain('\ntables\tminutes  (project file)\n');
    expect(stdout).toContain(`\nproject file\t${path.join(folder, 'physio.config.json')}\n`);
  });

  test('treatment start sends the values that the tables offer, and names those that it replaced', async () => {
    terminal.http
      .reply(listCards, aPage())
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
      .reply(getDetail, online)
      .reply(readLatest, aReport({ onOff: 0 }))
      .reply(getUser, { assist: false });
    project({ tables });
    await physio('profile', 'trust');
    const { stderr, stdout } = await physio(
      'treatment',
      'start',
      'DEV0001',
      '--mode',
      'bio',
      '--minutes',
      '10',
      '--dry-run',
    );
    expect(stderr).toContain('tables.voltage lacks 6 of the mode bio, which is replaced by 2');
    expect(stderr).not.toContain('workMinutes');
    expect(stdout + stderr).toMatch(/"Voltage": ?2/);
  });

  test('treatment start refuses an option whose value the tables lack, and names those that they have', async () => {
    project({ tables });
    await physio('profile', 'trust');
    const { code, stderr } = await physio('treatment', 'start', 'DEV0001', '--mode', 'bio', '--voltage', '6');
    expect([code, terminal.http.requests(startDevice)]).toEqual([2, []]);
    expect(stderr).toContain('1 (3000 V), 2 (4000 V)');
  });
});

describe('names of ignored settings', () => {
  test('The warning about ignored settings stays short, however many and long their names are', async () => {
    project(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${'x'.repeat(500)}`, 1])));
    const { stderr } = await physio('account', 'show');
    expect(stderr.length).toBeLessThan(2_000);
    expect(stderr).toContain('488 more');
  });

  test('The warning about ignored settings quotes the folder for a shell', async () => {
    const strange = path.join(folder, "a';touch $(x) b");
    mkdirSync(strange);
    project({ payLink: FOREIGN }, strange);
    terminal.directory = strange;
    const { stderr } = await physio('account', 'show');
    expect(stderr).toContain(`physio profile trust '${folder}/a'\\'';touch $(x) b'`);
  });
});

describe('an invalid project file', () => {
  test.each([
    ['is broken', '{', 'JSON'],
    ['contains a list', '[]', 'JSON object'],
    ['has an api that is not a string', '{"api":["https://evil.example"]}', 'api'],
    ['has a profile that is a number', '{"profile":7}', 'profile'],
    ['contains a token', '{"token":"x"}', 'contains a token'],
    ['is larger than any configuration', `{"a":"${'x'.repeat(1_100_000)}"}`, 'too large'],
  ])('A project file is refused and named when it %s', async (_, text, says) => {
    project(text);
    const { code, stderr } = await physio('account', 'show');
    expect(code).toBe(2);
    expect(stderr).toContain('physio.config.json');
    expect(stderr).toContain(says);
    expect(terminal.http.sent).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('A project file that is a pipe is refused without waiting', async () => {
    execFileSync('mkfifo', [path.join(folder, 'physio.config.json')]);
    expect(await physio('account', 'show')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a file'),
    });
  });
});
