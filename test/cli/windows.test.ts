import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Renaming, renameWithRetries } from '../../src/adapters/node/files/rename.ts';
import { configDirectory, type System, homeDirectory } from '../../src/cli/settings/config-directory.ts';
import { withHome } from '../../src/cli/input/home-path.ts';
import { requireNewProfileName, requireProfileName } from '../../src/cli/settings/profile-name.ts';
import { shellWord } from '../../src/cli/words/text.ts';
import { getUser } from '../../src/core/account/api.ts';
import { API, Terminal } from './terminal.ts';
import { homedir } from 'node:os';

const windows = (...existing: string[]): System => ({
  platform: 'win32',
  path: path.win32,
  exists: (file) => existing.includes(file),
});
const linux: System = { platform: 'linux', path: path.posix, exists: () => false };

describe('the directory of profiles and tokens', () => {
  const home = String.raw`C:\Users\王芳`;
  const APPDATA = String.raw`C:\Users\王芳\AppData\Roaming`;

  test('On Windows the files are below APPDATA', () => {
    expect(configDirectory({ env: { APPDATA }, home }, windows())).toBe(String.raw`${APPDATA}\physio`);
  });

  test('XDG_CONFIG_HOME takes precedence over APPDATA, unless it is a relative path', () => {
    const env = { APPDATA, XDG_CONFIG_HOME: String.raw`D:\settings of physio` };
    expect(configDirectory({ env, home }, windows())).toBe(String.raw`D:\settings of physio\physio`);
    expect(configDirectory({ env: { ...env, XDG_CONFIG_HOME: 'settings' }, home }, windows())).toBe(
      String.raw`${APPDATA}\physio`,
    );
  });

  test('Without a usable APPDATA the files are in .config of the home directory', () => {
    const inHome = String.raw`${home}\.config\physio`;
    expect(configDirectory({ env: {}, home }, windows())).toBe(inHome);
    expect(configDirectory({ env: { APPDATA: '' }, home }, windows())).toBe(inHome);
  });

  test('A Windows user who has files in .config keeps them, unless there are files below APPDATA', () => {
    const inHome = String.raw`${home}\.config\physio`;
    const roaming = String.raw`${APPDATA}\physio`;
    expect(configDirectory({ env: { APPDATA }, home }, windows(inHome))).toBe(inHome);
    expect(configDirectory({ env: { APPDATA }, home }, windows(inHome, roaming))).toBe(roaming);
  });

  test('On other systems APPDATA means nothing', () => {
    expect(configDirectory({ env: { APPDATA: '/roaming' }, home: '/home/me' }, linux)).toBe('/home/me/.config/physio');
  });
});

describe('profile names', () => {
  test.each(['con', 'NUL', 'com1', 'Lpt9', 'con.txt', 'aux.shop.1', 'shop.'])(
    'No profile can be created with the name %s, which Windows does not allow',
    (name) => {
      expect(() => requireNewProfileName(name, [])).toThrow(/Windows/);
      expect(requireProfileName(name)).toBe(name);
    },
  );

  test.each(['console', 'common', 'com', 'lpt', 'nul-1', 'shop.con', 'a.b', '-', 'default'])(
    'A profile can be created with the name %s',
    (name) => expect(() => requireNewProfileName(name, ['other', 'default'])).not.toThrow(),
  );

  test.each(['', '.', '..', '.shop', 'a/b', 'a\\b', 'C:', 'a b', '店', 'x'.repeat(65)])(
    'No profile has the name %j',
    (name) => expect(() => requireProfileName(name)).toThrow('Invalid profile name'),
  );

  test('No profile can be created whose name differs from an existing one only in case', () => {
    expect(() => requireNewProfileName('SHOP', ['default', 'Shop'])).toThrow(/SHOP differs from the profile Shop/);
    expect(() => requireNewProfileName('shop', ['Shop', 'shop'])).toThrow();
  });
});

describe('physio with profile names that other systems confuse', () => {
  let terminal: Terminal;
  beforeEach(() => {
    terminal = new Terminal();
  });
  afterEach(() => terminal.close());
  const set = (name: string) => terminal.physio(['profile', 'set', 'appKey', 'x', '--profile', name]);

  test('profile set and login refuse to create such a profile before they send or store anything', async () => {
    expect((await set('Shop')).code).toBe(0);
    expect(await set('shop')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the profile Shop only in case'),
    });
    expect(await set('Default')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the profile default only'),
    });
    const words = ['login', '--profile', 'shop', '--api', API, '--token-file', '-'];
    expect(await terminal.physio(words, { stdin: 'token-4711' })).toMatchObject({ code: 2, stdout: '' });
    expect(terminal.http.requests(getUser)).toEqual([]);
    expect((await terminal.physio(['profile', 'list', '--json', 'name'])).json()).toEqual([{ name: 'Shop' }]);
  });

  test('profile rename refuses such a name, and the profile keeps its token', async () => {
    terminal.http.reply(getUser, { nickname: '小王', mobile: '13812345678', assist: false });
    const words = ['login', '--profile', 'Shop', '--api', API, '--token-file', '-'];
    expect((await terminal.physio(words, { stdin: 'token-4711' })).code).toBe(0);
    for (const name of ['shop', 'NUL', 'shop.'])
      expect(await terminal.physio(['profile', 'rename', 'Shop', name])).toMatchObject({ code: 2, stdout: '' });
    expect((await terminal.physio(['profile', 'list', '--json', 'name,signedIn'])).json()).toEqual([
      { name: 'Shop', signedIn: true },
    ]);
  });

  test('A profile that already has such a name keeps working', async () => {
    await set('one');
    const file = path.join(terminal.home, '.config/physio/config.json');
    const { profiles } = JSON.parse(readFileSync(file, 'utf8')) as { profiles: Record<string, unknown> };
    writeFileSync(file, JSON.stringify({ profiles: { ...profiles, One: {}, con: {} } }), { mode: 0o600 });
    for (const name of ['one', 'One', 'con']) {
      expect((await set(name)).code).toBe(0);
      expect((await terminal.physio(['profile', 'use', name])).code).toBe(0);
    }
  });
});

describe('renaming a file that another program has open', () => {
  const failure = (code: string) => Object.assign(new Error(code), { code });
  function failing(times: number, code: string, platform: NodeJS.Platform = 'win32') {
    const pauses: number[] = [];
    let tries = 0;
    const renaming: Renaming = {
      platform,
      rename: () => {
        tries += 1;
        if (tries <= times) throw failure(code);
      },
      pause: (ms) => pauses.push(ms),
    };
    return { renaming, pauses, tries: () => tries };
  }

  test.each(['EPERM', 'EACCES', 'EBUSY'])('On Windows a rename that fails with %s is retried', (code) => {
    const { renaming, pauses, tries } = failing(3, code);
    renameWithRetries('a', 'b', renaming);
    expect([tries(), pauses]).toEqual([4, [10, 20, 40]]);
  });

  test('The last failure is thrown within a second', () => {
    const { renaming, pauses } = failing(Infinity, 'EPERM');
    expect(() => renameWithRetries('a', 'b', renaming)).toThrow('EPERM');
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1_000);
  });

  test.each([
    ['EPERM', 'linux'],
    ['ENOENT', 'win32'],
  ] as const)('A rename that fails with %s on %s is not retried', (code, platform) => {
    const { renaming, tries } = failing(1, code, platform);
    expect(() => renameWithRetries('a', 'b', renaming)).toThrow(code);
    expect(tries()).toBe(1);
  });
});

describe('files written on Windows', () => {
  let terminal: Terminal;
  beforeEach(() => {
    terminal = new Terminal();
    terminal.http.reply(getUser, { nickname: '小王', mobile: '13812345678', assist: false });
  });
  afterEach(() => terminal.close());

  test.each([
    ['UTF-16, as PowerShell writes with >', Buffer.from('\ufefftoken-4711\r\n', 'utf16le')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufefftoken-4711\r\n')],
  ])('A token file in %s signs in', async (_, content) => {
    writeFileSync(path.join(terminal.home, 'token.txt'), content, { mode: 0o600 });
    const words = ['login', '--api', API, '--token-file', '~/token.txt'];
    expect(await terminal.physio(words)).toMatchObject({ code: 0 });
    expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe('token-4711');
  });

  test('A script is run without the carriage return that ends each of its lines', async () => {
    await terminal.physio(['profile', 'set', 'api', API, '--profile', 'shop\r']);
    const env = { PHYSIO_PROFILE: 'shop\r' };
    const lines = [['profile', 'show\r'], ['profile', 'show', '-o', 'json\r'], ['profile', 'show', '\r'], ['-V\r']];
    for (const line of lines) expect(await terminal.physio(line, { env })).toMatchObject({ code: 0, stderr: '' });
  });

  test('A configuration file with a byte order mark is read', async () => {
    writeFileSync(path.join(terminal.home, 'physio.config.json'), '\ufeff{"api":"https://a.example"}');
    const shown = (await terminal.physio(['profile', 'show', '--json', 'api'])).json();
    expect(shown).toEqual({ api: 'https://a.example' });
  });
});

describe('paths and words of Windows shells', () => {
  test.each([
    ['~', 'C:\\Users\\me'],
    ['~/token.txt', 'C:\\Users\\me\\token.txt'],
    ['~\\my token.txt', 'C:\\Users\\me\\my token.txt'],
    ['~other/token.txt', '~other/token.txt'],
    ['token~1.txt', 'token~1.txt'],
  ])('On Windows the path %s means %s', (text, meant) => {
    expect(withHome(text, { home: 'C:\\Users\\me' }, path.win32)).toBe(meant);
  });

  test('On other systems a backslash is part of a name', () => {
    expect(withHome('~\\x', { home: '/home/me' }, path.posix)).toBe('~\\x');
    expect(withHome('~/x', { home: '/home/me' }, path.posix)).toBe('/home/me/x');
  });

  test.each([
    ['shop-1', 'shop-1'],
    ['https://api.example.com/api', 'https://api.example.com/api'],
    ['C:\\my token.txt', '"C:\\my token.txt"'],
    ['C:\\my dir\\', '"C:\\my dir\\\\"'],
    ['a,b', '"a,b"'],
    ["it's", '"it\'s"'],
    ['$HOME 50%', "'$HOME 50%'"],
    ['`whoami`', "'`whoami`'"],
    ['say "no"', '\'say "no"\''],
    ['', '""'],
  ])('A hint on Windows quotes %j as %s', (text, word) => expect(shellWord(text, 'win32')).toBe(word));
});

const unknown = () => {
  throw new Error('uv_os_homedir returned ENOENT');
};

describe('the home directory', () => {
  test('The home directory is the one that the system names', () => expect(homeDirectory()).toBe(homedir()));

  test('An empty or relative HOME is replaced by the home directory in the list of users', () => {
    expect(homeDirectory([() => '', () => '/home/me'])).toBe('/home/me');
    expect(homeDirectory([() => 'me', () => '/home/me'])).toBe('/home/me');
  });

  test('A user whom the system does not know has a home directory that does not exist', () => {
    expect(homeDirectory([unknown, unknown])).toBe('/nonexistent');
  });
});
