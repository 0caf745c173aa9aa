import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandHint } from '../../src/cli/words/command-hint.ts';
import { getUser } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { API, Terminal, TOKEN } from './terminal.ts';
import { answersWell, SNO } from './well-behaved-server.ts';

const COMMAND =
  /physio (?:login|logout|profile|account|doctor|device|plan|order|treatment|share|card|refund|feedback|completion|help)\b/g;

/** Extracts the commands that a text prints. A command ends at the next one or at the end of the line. */
function commandsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const starts = [...line.matchAll(COMMAND)].map(({ index }) => index);
    return starts
      .map((start, at) => line.slice(start, starts[at + 1]))
      .filter((command) => !command.endsWith(' --help')); // --help is the same for every profile
  });
}

describe('commandHint', () => {
  const of = (given: Parameters<typeof commandHint>[0]) => commandHint(given)`device show ${SNO}`;

  test('A hint repeats the profile, server and token file of the command line, and nothing else', () => {
    expect(of({})).toBe(`physio device show ${SNO}`);
    expect(of({ profile: 'other', api: API, tokenFile: 'token.txt' })).toBe(
      `physio device show ${SNO} --profile other --api ${API} --token-file token.txt`,
    );
  });

  test('A hint names no option twice: the message’s own option wins', () => {
    const hint = commandHint({ profile: 'other', api: API, tokenFile: 'token.txt' });
    expect(hint`login --profile NAME --token-file FILE`).toBe(
      `physio login --profile NAME --token-file FILE --api ${API}`,
    );
  });

  test('A hint to set a profile’s address repeats neither the wrong address nor the token file', () => {
    expect(commandHint({ profile: 'other', api: API, tokenFile: 'token.txt' })`profile set api URL`).toBe(
      'physio profile set api URL --profile other',
    );
  });

  test('A hint replaces a token from stdin by FILE', () => {
    expect(of({ tokenFile: '-' })).toBe(`physio device show ${SNO} --token-file FILE`);
  });

  test.each([
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'a3f5c9d2e8b14706a3f5c9d2e8b14706',
    'https://shop.example/?accessToken=canary-4711',
  ])('A hint never repeats a token that was given as a file name: %s', (tokenFile) =>
    expect(of({ tokenFile })).toBe(`physio device show ${SNO} --token-file FILE`),
  );

  test.each([
    'https://user:secret@cloud.example/api',
    'https://cloud.example/api?accessToken=canary-4711',
    'https://cloud.example/#accessToken=canary-4711',
  ])('A hint never repeats an address with more than a server and a path: %s', (api) =>
    expect(of({ api })).toBe(`physio device show ${SNO} --api URL`),
  );

  test('A POSIX shell parses a hint into the original words, whatever they are', () => {
    const word = fc
      .string({ unit: 'binary', minLength: 0, maxLength: 20 })
      .filter((text) => !/[\0\ud800-\udfff]/.test(text));
    fc.assert(
      fc.property(word, word, (number, file) => {
        const hint = commandHint({ tokenFile: `/${file}`, profile: '~me' })`order pay ${number}`;
        const shown = execFileSync('sh', ['-c', `physio() { printf '%s\\0' "$@"; }; ${hint}`], { encoding: 'utf8' })
          .split('\0')
          .slice(0, -1);
        expect(shown).toEqual(['order', 'pay', number, '--profile', '~me', '--token-file', `/${file}`]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('printed commands', () => {
  let terminal: Terminal;
  let given: string[];
  beforeAll(async () => {
    terminal = new Terminal();
    mkdirSync(path.join(terminal.home, 'my tokens'));
    writeFileSync(path.join(terminal.home, 'my tokens/other.txt'), TOKEN, { mode: 0o600 });
    await terminal.physio(['profile', 'set', 'version', '1', '--profile', 'other']);
    given = ['--profile', 'other', '--api', API, '--token-file', 'my tokens/other.txt'];
  });
  afterAll(() => terminal.close());

  test('A printed command repeats the given profile, server and token file', async () => {
    answersWell(terminal.http);
    const { stderr } = await terminal.physio(['order', 'show', 'L-100', ...given]);
    expect(commandsIn(stderr)).toEqual([
      `physio order pay L-100 --profile other --api ${API} --token-file 'my tokens/other.txt'`,
    ]);
  });

  test('After login, hints omit the token file unless PHYSIO_TOKEN outranks the stored token', async () => {
    terminal.http.reply(getUser, { nickname: 'A', assist: false });
    const login = async (env = {}) => commandsIn((await terminal.physio(['login', ...given], { env })).stderr);
    expect(await login()).toEqual(['physio device list --profile other']);
    expect(await login({ PHYSIO_TOKEN: 'of-somebody-else' })).toEqual([
      `physio device list --profile other --token-file 'my tokens/other.txt'`,
    ]);
  });

  test('A hint repeats --api only where the command would have another server without it', async () => {
    await terminal.physio(['profile', 'set', 'api', API, '--profile', 'shop']);
    terminal.http.reply(listDevices, []);
    const list = async (env: Record<string, string>) =>
      commandsIn(
        (
          await terminal.physio(['device', 'list', '--profile', 'shop', '--api', API], {
            env: { PHYSIO_TOKEN: TOKEN, ...env },
          })
        ).stderr,
      );
    expect(await list({})).toEqual(['physio device check SNO --profile shop']);
    expect(await list({ PHYSIO_API: 'https://other.example/api' })).toEqual([
      `physio device check SNO --profile shop --api ${API}`,
    ]);
  });

  test('The hint to sign in leaves out an address that the profile has', async () => {
    await terminal.physio(['profile', 'set', 'api', API, '--profile', 'shop']);
    const { stderr } = await terminal.physio(['device', 'list', '--profile', 'shop', '--api', API]);
    expect(commandsIn(stderr)).toEqual(['physio login --token-file FILE --profile shop']);
  });

  test('A hint after a login that failed names its profile only where the profile need not exist yet', async () => {
    terminal.http.reply(getUser, new Problem('network'));
    const argv = ['login', '--profile', 'fresh', '--api', API, '--token-file', 'my tokens/other.txt'];
    const { code, stderr } = await terminal.physio(argv);
    expect([code, commandsIn(stderr)]).toEqual([1, [`physio doctor --api ${API} --token-file 'my tokens/other.txt'`]]);
    const absent = await terminal.physio(['login', '--profile', 'fresh', '--api', API]);
    expect(absent.stderr).toContain(`physio login --token-file FILE --profile fresh --api ${API}`);
  });

  test('A hint does not repeat the environment, which applies to the next command as well', async () => {
    terminal.http.reply(listDevices, []);
    const { stderr } = await terminal.physio(['device', 'list'], {
      env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN, PHYSIO_PROFILE: 'other' },
    });
    expect(commandsIn(stderr)).toEqual(['physio device check SNO']);
  });
});
