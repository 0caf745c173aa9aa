import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { httpResponse } from '../helpers/fake-server.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(getUser, { nickname: '小王', mobile: '13812345678', assist: false });
  terminal.http.reply(listDevices, []);
});
afterEach(() => terminal.close());

function tokenFile(mode = 0o600, text = `${TOKEN}\n`): string {
  const file = path.join(terminal.home, 'token.txt');
  writeFileSync(file, text, { mode });
  chmodSync(file, mode);
  return file;
}

const keptToken = () => path.join(terminal.home, '.config/physio/profiles/default/token');
const login = () => terminal.physio(['login', '--api', API, '--token-file', tokenFile()]);

describe('login and logout', () => {
  test.each([
    ['PHYSIO_TOKEN', ['account', 'show'], SIGNED_IN, 'It came from PHYSIO_TOKEN: replace it there.'],
    [
      'a file',
      ['account', 'show', '--api', API, '--token-file', '~/token.txt'],
      {},
      'It came from ~/token.txt: replace it there.',
    ],
    [
      'the prompt',
      ['login', '--api', API],
      { types: TOKEN },
      `Nothing was stored. Copy the whole token or entry link, and try again: physio login --api ${API}`,
    ],
    [
      'the prompt, while PHYSIO_TOKEN is set',
      ['login'],
      { ...SIGNED_IN, types: TOKEN },
      'Nothing was stored. Copy the whole token or entry link, and try again: physio login',
    ],
  ])('A rejected token from %s is to be replaced where it came from', async (_, argv, typed, advice) => {
    tokenFile();
    terminal.http.reply(getUser, httpResponse({ status: 401 }));
    const { code, stderr } = await terminal.physio(argv, typed);
    expect([code, stderr.trimEnd()]).toEqual([
      4,
      expect.stringMatching(/The token is invalid or expired: https:\/\/cloud\.example\/api, profile default\. /),
    ]);
    expect(stderr).toContain(`profile default. ${advice}`);
  });

  test('Nothing is left of a new profile whose first sign-in failed', async () => {
    terminal.http.reply(getUser, httpResponse({ status: 401 }));
    const words = ['--profile', 'new', '--api', API, '--token-file', tokenFile()];
    expect((await terminal.physio(['login', ...words])).code).toBe(4);
    expect(existsSync(path.join(terminal.home, '.config'))).toBe(false);
  });

  test('A rejected token of the profile leads to login', async () => {
    await login();
    terminal.http.reply(getUser, httpResponse({ status: 401 }));
    const { code, stderr } = await terminal.physio(['account', 'show']);
    expect([code, stderr]).toEqual([
      4,
      'physio: The token is invalid or expired: https://cloud.example/api, profile default. Sign in again: physio login --token-file FILE\n',
    ]);
  });

  test('login verifies the token and stores it privately', async () => {
    const { code, stdout } = await login();
    expect(code).toBe(0);
    expect(stdout).toContain('小王 (138****5678)');
    expect(statSync(keptToken()).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(keptToken())).mode & 0o777).toBe(0o700);
    expect((await terminal.physio(['device', 'list', '--json'])).code).toBe(0);
    expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe(TOKEN);
  });

  test('login says whose sign-in of the profile it replaced, and on which server, but not when the same person signs in again', async () => {
    expect([(await login()).stderr, (await login()).stderr]).not.toContainEqual(expect.stringContaining('Before'));
    const says = (whose: string) =>
      `Before, profile default was signed in ${whose}. To keep both, sign in under another name: physio login --profile NAME\n`;
    terminal.http.reply(getUser, { nickname: '小李', mobile: '13912340000', assist: false });
    expect((await login()).stderr).toContain(says('as 138****5678 at cloud.example'));
    const other = ['login', '--api', 'https://other.example/api', '--token-file', tokenFile()];
    expect((await terminal.physio(other)).stderr).toContain(says('as 139****0000 at cloud.example'));
  });

  test('login stores nothing when the server rejects the token', async () => {
    terminal.http.reply(getUser, httpResponse({ status: 401, body: '' }));
    expect((await login()).code).toBe(4);
    expect(existsSync(keptToken())).toBe(false);
  });

  test('login refuses a token file that others can read, and prints the chmod command', async () => {
    const { code, stderr } = await terminal.physio(['login', '--api', API, '--token-file', tokenFile(0o644)]);
    expect(code).toBe(1);
    expect(stderr).toContain('chmod 600');
    expect(terminal.http.sent).toEqual([]);
  });

  test('The chmod command for a token file quotes its name for a shell', async () => {
    const file = path.join(terminal.home, "it's mine");
    writeFileSync(file, 'token', { mode: 0o644 });
    const { stderr } = await terminal.physio(['login', '--api', API, '--token-file', file]);
    execFileSync('sh', ['-c', /run: (chmod .*)/.exec(stderr)?.[1] ?? 'false']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('login refuses a token file that is a link', async () => {
    const link = path.join(terminal.home, 'link');
    symlinkSync(tokenFile(), link);
    const { code, stderr } = await terminal.physio(['login', '--api', API, '--token-file', link]);
    expect(code).toBe(1);
    expect(stderr).toContain('is a link; use the original instead');
  });

  test('login tells a user who pipes the token through /dev how to pipe it', async () => {
    const { code, stderr } = await terminal.physio(['login', '--api', API, '--token-file', '/dev/stdin']);
    expect([code, stderr]).toEqual([1, 'physio: /dev/stdin is a link; to pipe a token in: --token-file -\n']);
  });

  test('login does not advise to delete a directory that was given as a token file', async () => {
    const { code, stderr } = await terminal.physio(['login', '--api', API, '--token-file', terminal.home]);
    expect([code, stderr]).toEqual([1, `physio: ${terminal.home} is not a regular file; use a regular file instead\n`]);
  });

  test('A stored token is not sent to another server, whatever names that server', async () => {
    await login();
    const sent = terminal.http.sent.length;
    writeFileSync(
      path.join(terminal.home, 'physio.config.json'),
      JSON.stringify({ api: 'https://elsewhere.example/api' }),
    );
    const { code, stderr } = await terminal.physio(['device', 'list']);
    expect(code).toBe(4);
    expect(stderr).toContain('elsewhere.example');
    expect(terminal.http.sent.length).toBe(sent);
  });

  test('logout deletes the token and the session data', async () => {
    await login();
    const { json } = await terminal.physio(['logout', '--json']);
    expect(json()).toEqual({ profile: 'default', wasSignedIn: true });
    const left = readdirSync(path.dirname(keptToken()), { recursive: true, withFileTypes: true });
    expect(left.filter((each) => !each.isDirectory())).toEqual([]);
    expect((await terminal.physio(['device', 'list'])).code).toBe(4);
  });
});

describe('settings', () => {
  const shown = async (argv: string[] = [], env: Record<string, string> = {}) =>
    (await terminal.physio(['profile', 'show', '--json', 'api,sources', ...argv], { env })).json() as {
      api: string;
      sources: { api: string };
    };
  const said = ({ api, sources }: { api: string; sources: { api: string } }) => [api, sources.api];

  test('The sources of a setting are, by precedence, the flag, the environment, the project file and the user file', async () => {
    await terminal.physio(['profile', 'set', 'api', 'https://user.example']);
    expect(said(await shown())).toEqual(['https://user.example', 'user file']);
    writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ api: 'https://project.example' }));
    terminal.directory = path.join(terminal.home, 'deep/down');
    mkdirSync(terminal.directory, { recursive: true });
    expect(said(await shown())).toEqual(['https://project.example', 'project file']);
    const env = { PHYSIO_API: 'https://env.example' };
    expect(said(await shown([], env))).toEqual(['https://env.example', 'environment']);
    expect(said(await shown(['--api', 'https://flag.example'], env))).toEqual(['https://flag.example', 'flag']);
  });

  test('Each profile has its own settings', async () => {
    await terminal.physio(['profile', 'set', 'api', 'https://one.example', '--profile', 'one']);
    await terminal.physio(['profile', 'set', 'api', 'https://two.example'], { env: { PHYSIO_PROFILE: 'two' } });
    await terminal.physio(['profile', 'use', 'two']);
    const listed = (await terminal.physio(['profile', 'list', '--json', 'name,api,inUse'])).json();
    expect(listed).toEqual([
      { name: 'one', api: 'https://one.example', inUse: false },
      { name: 'two', api: 'https://two.example', inUse: true },
    ]);
    expect((await shown(['--profile', 'one'])).api).toBe('https://one.example');
  });

  test('profile set refuses unknown keys and invalid values, and profile show a damaged project file', async () => {
    expect((await terminal.physio(['profile', 'set', 'colour', 'red'])).code).toBe(2);
    for (const link of [
      'javascript:{number}',
      'https://pay.example/',
      'https://pay.example/{number}/{colour}',
      'https://pay.example/{number}?token=1',
    ])
      expect(await terminal.physio(['profile', 'set', 'payLink', link])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('payLink'),
      });
    expect(await terminal.physio(['profile', 'set', 'idempotencyHeader', 'a b'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a header name'),
    });
    expect((await terminal.physio(['profile', 'use', '../other'])).code).toBe(2);
    writeFileSync(path.join(terminal.home, 'physio.config.json'), '{');
    const { code, stderr } = await terminal.physio(['profile', 'show']);
    expect(code).toBe(2);
    expect(stderr).toContain('physio.config.json');
  });

  test('A command without an API address exits with 2', async () => {
    const { code, stderr } = await terminal.physio(['device', 'list'], { env: { PHYSIO_TOKEN: TOKEN } });
    expect(code).toBe(2);
    expect(stderr).toContain('--api');
  });
});

describe('secrets', () => {
  test('The token is in no output, even when the server repeats it', async () => {
    terminal.http.reply(listDevices, httpResponse({ body: { code: '500', message: `bad token ${TOKEN}` } }));
    const told = await terminal.physio(['device', 'list', '--verbose'], SIGNED_IN);
    expect(told.code).toBe(1);
    expect(told.stderr).toContain(`POST /api${listDevices.path} 200 500`);
    expect(told.stderr).toContain('bad token [token]');
    expect(told.stdout + told.stderr).not.toContain(TOKEN);
  });
});
