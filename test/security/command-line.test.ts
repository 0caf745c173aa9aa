import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { ENDPOINTS, httpResponse, refused } from '../helpers/fake-server.ts';
import { hostileAnswers, placesOf } from '../helpers/hostile-answers.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from '../cli/terminal.ts';

const code = (...points: number[]) => String.fromCodePoint(...points);
/** A window title, a cleared screen, a colour in a one-byte sequence, a right-to-left override, a carriage return, NUL and backspace. */
const ESCAPES = `${code(0x1b)}]0;title${code(7)}${code(0x1b)}[2J${code(0x9b)}31m${code(0x202e)}over\rwritten${code(0)}${code(8)}`;
/** Control characters except the tab and the newline, and bidirectional overrides. */
const CONTROLS = new RegExp(
  `[${code(0)}-${code(8)}${code(0xb)}-${code(0x1f)}${code(0x7f)}-${code(0x9f)}${code(0x202a)}-${code(0x202e)}${code(0x2066)}-${code(0x2069)}]`,
);

const commands = [
  'account show',
  'device list',
  'device history',
  'device show DEV0001',
  'device check DEV0001',
  'device enter DEV0001',
  'plan list DEV0001',
  'order list --all',
  'order list --cards --operator x',
  'order show L-1',
  'order create DEV0001 --plan nonsense --yes',
  'treatment show DEV0001',
  'share list DEV0001',
  'card list',
  'refund list',
  'doctor --contract',
  'support DEV0001',
  'treatment start DEV0001 --mode bio --yes',
];

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.close());

describe('terminal output of server text', () => {
  test('The hostile responses contain escape sequences in every text field', () => {
    expect(ENDPOINTS.length).toBeGreaterThan(20);
    expect(placesOf([...hostileAnswers(ESCAPES).values()], ESCAPES)).toBeGreaterThan(70);
  });

  test.each(
    commands.flatMap(
      (typed) =>
        [
          [typed, ''],
          [typed, ' --json'],
          [typed, ' -o table'],
          [typed, ' -o tsv'],
        ] as const,
    ),
  )('physio %s%s prints no control sequences of a response', async (typed, form) => {
    for (const [endpoint, body] of hostileAnswers(ESCAPES)) terminal.http.reply(endpoint, httpResponse({ body }));
    const { stdout, stderr } = await terminal.physio(
      [...typed.split(' '), ...form.split(' ').filter(Boolean), '--timeout', '1', '--verbose'],
      SIGNED_IN,
    );
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(CONTROLS);
  });

  test.each(commands)('physio %s prints no control sequences of a refusal', async (typed) => {
    for (const endpoint of ENDPOINTS) terminal.http.reply(endpoint, refused(ESCAPES, ESCAPES));
    const { stdout, stderr } = await terminal.physio([...typed.split(' '), '--timeout', '1'], SIGNED_IN);
    expect(stdout + stderr).not.toMatch(CONTROLS);
  });
});

describe('stored files', () => {
  const config = () => path.join(terminal.home, '.config/physio');
  const login = () => terminal.physio(['login', '--api', API, '--token-file', '-'], { stdin: TOKEN });
  beforeEach(() => {
    terminal.http.reply(getUser, { nickname: 'A' });
    const before = process.umask(0);
    return () => void process.umask(before);
  });

  test('Stored files are private to their owner even with umask 0', async () => {
    expect((await login()).code).toBe(0);
    await terminal.physio(['profile', 'set', 'api', API]);
    const all = readdirSync(config(), { recursive: true, withFileTypes: true });
    expect(all.some((entry) => entry.isFile())).toBe(true);
    for (const entry of all) {
      const at = path.join(entry.parentPath, entry.name);
      expect([at, statSync(at).mode & 0o777]).toEqual([at, entry.isFile() ? 0o600 : 0o700]);
    }
  });

  test.each(['token', 'profile', 'configuration'])(
    'A stored file is not written through a symbolic link: %s',
    async (which) => {
      const elsewhere = path.join(terminal.home, 'elsewhere');
      mkdirSync(elsewhere, { mode: 0o700 });
      mkdirSync(path.join(config(), 'profiles'), { recursive: true, mode: 0o700 });
      for (const directory of ['.config', '.config/physio', '.config/physio/profiles'])
        chmodSync(path.join(terminal.home, directory), 0o700);
      const profile = path.join(config(), 'profiles/default');
      if (which === 'profile') symlinkSync(elsewhere, profile);
      if (which === 'token') {
        mkdirSync(profile, { mode: 0o700 });
        symlinkSync(path.join(elsewhere, 'taken'), path.join(profile, 'token'));
      }
      if (which === 'configuration') symlinkSync(path.join(elsewhere, 'taken'), path.join(config(), 'config.json'));
      const ended = which === 'configuration' ? await terminal.physio(['profile', 'set', 'api', API]) : await login();
      expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('is a link')]);
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  test.each([
    [0o602, 'others'],
    [0o620, 'their group'],
    [0o666, 'everybody'],
  ])('A user file of mode %o, which %s can write, is refused', async (mode) => {
    await terminal.physio(['profile', 'set', 'api', API]);
    const file = path.join(config(), 'config.json');
    chmodSync(file, mode);
    const { code: ended, stderr } = await terminal.physio(['account', 'show'], { env: { PHYSIO_TOKEN: TOKEN } });
    expect([ended, stderr]).toEqual([2, expect.stringContaining(`chmod 600 ${file}`)]);
    expect(terminal.http.requests(getUser)).toEqual([]);
    chmodSync(file, 0o644);
    expect((await terminal.physio(['account', 'show'], { env: { PHYSIO_TOKEN: TOKEN } })).code).toBe(0);
  });

  test('A user file that the system does not let the user read is not taken for a missing one', async () => {
    mkdirSync(config(), { recursive: true, mode: 0o700 });
    const file = path.join(config(), 'config.json');
    symlinkSync('config.json', file);
    const ended = await terminal.physio(['profile', 'list']);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(`Could not read ${file}: .*sudo -H`)]);
  });

  test.each([
    ['a link', 'is a link', (file: string) => symlinkSync(path.join(terminal.home, 'real'), file)],
    [
      'open to others',
      'token.txt is open to others; run: chmod 600 ',
      (file: string) => writeFileSync(file, TOKEN, { mode: 0o644 }),
    ],
  ])('A token file that is %s is refused', async (_what, says, prepare) => {
    writeFileSync(path.join(terminal.home, 'real'), TOKEN, { mode: 0o600 });
    prepare(path.join(terminal.home, 'token.txt'));
    const { code: ended, stderr } = await terminal.physio([
      'account',
      'show',
      '--api',
      API,
      '--token-file',
      'token.txt',
    ]);
    expect([ended, stderr]).toEqual([1, expect.stringContaining(says)]);
    expect(terminal.http.requests(getUser)).toEqual([]);
  });
});

describe('the destination of the token', () => {
  const project = (text: string) => writeFileSync(path.join(terminal.home, 'physio.config.json'), text);
  beforeEach(() => void terminal.http.reply(getUser, { nickname: 'A' }));

  test('A warning names the server if a project file has chosen it, even with --quiet', async () => {
    project(JSON.stringify({ api: 'https://project.example/api' }));
    const {
      code: ended,
      stderr,
      stdout,
    } = await terminal.physio(['account', 'show', '--json', '--quiet'], { env: { PHYSIO_TOKEN: TOKEN } });
    expect(ended).toBe(0);
    expect(stderr).toContain('Sending the token to https://project.example/api, the address in ');
    expect(stderr).toContain('physio.config.json');
    expect(stderr + stdout).not.toContain(TOKEN);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  test.each([
    [['--api', API], {}],
    [[], { PHYSIO_API: API }],
  ] as const)('No warning is printed if the caller has chosen the server with %j %j', async (argv, env) => {
    project(JSON.stringify({ api: 'https://project.example/api' }));
    const { stderr } = await terminal.physio(['account', 'show', ...argv], { env: { PHYSIO_TOKEN: TOKEN, ...env } });
    expect(stderr).not.toContain('Sending the token');
    expect(terminal.coreOptions?.configuration).toMatchObject({ apiBase: API });
  });

  test('A warning names the server if the user signs in at the server of a project file', async () => {
    project(JSON.stringify({ api: 'https://project.example/api' }));
    expect((await terminal.physio(['login', '--token-file', '-'], { stdin: TOKEN })).stderr).toContain(
      'Sending the token to https://project.example/api',
    );
  });

  test('A project file cannot choose the server by prototype pollution', async () => {
    project('{"__proto__":{"api":"https://project.example/api","profile":"other"}}');
    const { code: ended, stderr } = await terminal.physio(['account', 'show'], { env: { PHYSIO_TOKEN: TOKEN } });
    expect([ended, stderr]).toEqual([2, expect.stringContaining('No API address is configured')]);
    expect(({} as Record<string, unknown>)['api']).toBeUndefined();
  });

  test.each([
    'http://api.example',
    'http://10.0.0.1/api',
    'http://127.0.0.1.example/',
    'http://localhost.example/',
    'https://a:b@api.example',
    'ftp://api.example',
    '//api.example',
    'javascript:1',
  ])('The token is never sent to %s', async (api) => {
    const { code: ended, stderr } = await terminal.physio(['account', 'show'], {
      env: { PHYSIO_TOKEN: TOKEN, PHYSIO_API: api },
    });
    expect([ended, stderr]).toEqual([2, expect.stringContaining('Invalid API address')]);
  });

  test.each(['http://localhost:5180/api', 'http://127.0.0.1/api', 'http://[::1]:5180/api'])(
    'The token may be sent to this machine over plain http: %s',
    async (api) => {
      expect((await terminal.physio(['account', 'show'], { env: { PHYSIO_TOKEN: TOKEN, PHYSIO_API: api } })).code).toBe(
        0,
      );
    },
  );

  test.each(['constructor', 'toString'])(
    'A profile named %s inherits no values and changes no other profile',
    async (name) => {
      const { code } = await terminal.physio(['profile', 'set', 'appKey', 'mine', '--profile', name]);
      expect(code).toBe(name === '__proto__' ? 2 : 0);
      const { stdout } = await terminal.physio(['profile', 'show', '--json', 'appKey'], {
        env: { PHYSIO_PROFILE: 'default' },
      });
      expect(stdout).not.toContain('mine');
      expect(({} as Record<string, unknown>)['appKey']).toBeUndefined();
    },
  );

  test('A profile named __proto__ is refused, because the user file could not hold it', async () => {
    const { code, stderr } = await terminal.physio(['profile', 'set', 'appKey', 'mine', '--profile', '__proto__']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Invalid profile name')]);
    expect(({} as Record<string, unknown>)['appKey']).toBeUndefined();
  });
});
