import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser, updatePhone } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { API, Terminal, TOKEN } from './terminal.ts';

const SECRETS = { openid: 'o-canary-openid', mobile: '13812345678', signature: 'canary-signature' };
const linkOf = (server: string) =>
  `${server}/h5/?${new URLSearchParams({ accessToken: TOKEN, ...SECRETS, appId: 'wx1', timestamp: '1767225600', nonceStr: 'n', pageType: 'device' }).toString()}`;
const LINK = linkOf('https://cloud.example');

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http.reply(getUser, { nickname: '小王', mobile: '13812345678', assist: false });
});
afterEach(() => terminal.close());

const kept = () => path.join(terminal.home, '.config/physio/profiles/default/token');
const file = (text: string) => {
  const at = path.join(terminal.home, 'given.txt');
  writeFileSync(at, text, { mode: 0o600 });
  return at;
};

const loginOnStdin = (text: string) => terminal.physio(['login', '--api', API, '--token-file', '-'], { stdin: text });

/** The three ways to pass a token to `physio login`. */
const WAYS: Record<string, (text: string) => ReturnType<Terminal['physio']>> = {
  'in a file': (text) => terminal.physio(['login', '--api', API, '--token-file', file(text)]),
  'on stdin': loginOnStdin,
  'pasted at the prompt': (text) => terminal.physio(['login', '--api', API, '--token-file', '-'], { types: text }),
};

describe.each(Object.entries(WAYS))('a token %s', (_how, login) => {
  test('login accepts the entry link from WeChat and shows and stores nothing of it but the token', async () => {
    const { code, stdout, stderr } = await login(LINK);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Signed in as 小王')]);
    expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe(TOKEN);
    for (const secret of [TOKEN, ...Object.values(SECRETS)]) expect(stdout + stderr).not.toContain(secret);
    expect(readFileSync(kept(), 'utf8')).toContain(TOKEN);
    for (const secret of Object.values(SECRETS)) expect(readFileSync(kept(), 'utf8')).not.toContain(secret);
  });

  test('login sends nothing for a link of another server, and names both servers', async () => {
    const { code, stdout, stderr } = await login(linkOf('https://another.example'));
    expect([code, stderr]).toEqual([2, expect.stringMatching(/another\.example.*cloud\.example.*--api URL/)]);
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(terminal.http.sent).toEqual([]);
    expect(existsSync(kept())).toBe(false);
  });
});

test.each([
  ['nothing', '', 'is empty'],
  ['words', 'my token please 4711', 'spaces or line breaks'],
  ['two lines', `${TOKEN}\nsecond-line`, 'spaces or line breaks'],
  ['a header', `Authorization: ${TOKEN}`, 'spaces or line breaks'],
  ['an order number', 'ZL20260101000017', 'an order, device or phone number'],
  ['a device number', 'PL10001', 'an order, device or phone number'],
  ['a phone number', '13812345678', 'an order, device or phone number'],
  ['a page', '<html><body>Login</body></html>', 'one word of ASCII letters'],
  ['JSON', `{"accessToken":"${TOKEN}"}`, 'one word of ASCII letters'],
  ['quotes around it', `"${TOKEN}"`, 'without quotes'],
  ['quotes around a link', `'${LINK}'`, 'without quotes'],
  ['a link without https://', `cloud.example/h5/?accessToken=${TOKEN}&openid=o1`, 'part of a link'],
  ['the end of a link', `accessToken=${TOKEN}`, 'part of a link'],
  ['another script', '令牌canary4711', 'one word of ASCII letters'],
  ['a link without a token', 'https://cloud.example/h5/?sno=PL10001', 'a link without an access token'],
  [
    'a link with the token after a hash',
    `https://cloud.example/#accessToken=${TOKEN}`,
    'a link without an access token',
  ],
  ['a broken link', 'https://', 'a link without an access token'],
  ['9,000 characters', 'x'.repeat(9_000), 'too long'],
])('login refuses %s as a token before anything is sent, without repeating it', async (_what, text, says) => {
  const { code, stdout, stderr } = await loginOnStdin(text);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  if (text !== '') expect(stdout + stderr).not.toContain(text);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(terminal.http.sent).toEqual([]);
});
test('login accepts any token of ASCII letters, digits and symbols, alone and in a link', async () => {
  const unit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=:|');
  const token = fc.string({ unit, minLength: 25, maxLength: 80 }).filter((text) => !/^https?:\/\//i.test(text));
  await fc.assert(
    fc.asyncProperty(token, async (each) => {
      for (const text of [
        each,
        ` ${each}\r\n`,
        `https://cloud.example/?pageType=device&accessToken=${encodeURIComponent(each)}`,
      ]) {
        expect((await loginOnStdin(text)).code).toBe(0);
        expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe(each);
      }
    }),
    { numRuns: 25 },
  );
});

test('login does not repeat a token that was given as a file name', async () => {
  for (const given of ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'a3f5c9d2e8b14706a3f5c9d2e8b14706', LINK]) {
    const { code, stdout, stderr } = await terminal.physio(['login', '--api', API, '--token-file', given]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--token-file takes a file name')]);
    expect(stdout + stderr).not.toContain(given);
  }
});

test('login reports a missing API address before it asks for the token', async () => {
  const { code, stderr } = await terminal.physio(['login', '--token-file', '-'], { types: TOKEN });
  expect([code, stderr]).toEqual([2, expect.stringContaining('No API address is configured')]);
  expect(stderr).not.toContain('Access token');
});

test('login says that commands go on with PHYSIO_TOKEN, which may be somebody else’s', async () => {
  const { code, stdout, stderr } = await terminal.physio(['login', '--api', API], {
    types: TOKEN,
    env: { PHYSIO_TOKEN: 'token-of-somebody-else' },
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('Signed in as 小王')]);
  expect(stderr).toContain('PHYSIO_TOKEN is still set and is used by all commands.');
});

test('PHYSIO_TOKEN accepts an entry link of its own server only', async () => {
  terminal.http.reply(listDevices, []);
  expect((await terminal.physio(['device', 'list'], { env: { PHYSIO_API: API, PHYSIO_TOKEN: LINK } })).code).toBe(0);
  expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe(TOKEN);
  const { code } = await terminal.physio(['device', 'list'], {
    env: { PHYSIO_API: API, PHYSIO_TOKEN: linkOf('https://another.example') },
  });
  expect([code, terminal.http.sent.length]).toEqual([2, 1]);
});

test('A stored token is sent to its own server without a warning, by every command', async () => {
  await WAYS['in a file']?.(TOKEN);
  writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ api: API }));
  terminal.http.reply(updatePhone, null);
  for (const line of ['account show', 'account bind 13812345678 1234'])
    expect([line, await terminal.physio(line.split(' '))]).toEqual([
      line,
      expect.objectContaining({ code: 0, stderr: '' }),
    ]);
});

test('A token on stdin is read once, even by a command that needs it twice', async () => {
  terminal.http.reply(updatePhone, null);
  for (const line of ['account show', 'account bind 13812345678 1234']) {
    expect(
      (await terminal.physio([...line.split(' '), '--api', API, '--token-file', '-'], { stdin: TOKEN })).code,
    ).toBe(0);
    expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe(TOKEN);
  }
});

const CTRL_D = '\u0004';
const pastedLink = (server: string) => `${server}/h5/?accessToken=${TOKEN}&openid=o-canary`;

const stored = () => JSON.parse(readFileSync(kept(), 'utf8')) as { token: string; api: string };
const profileApi = async () =>
  ((await terminal.physio(['profile', 'list', '--json', 'api'])).json() as { api?: string }[])[0]?.api;

test('login on a terminal prompts for the token without --token-file, and names the server that will receive it', async () => {
  const { code, stdout, stderr } = await terminal.physio(['login', '--api', API], { types: [TOKEN] });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('Access token or entry link for cloud.example (input is hidden): '),
  ]);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(stored()).toMatchObject({ token: TOKEN, api: API });
});

test('login accepts the address of a pasted link only after the user has confirmed it', async () => {
  const { code, stdout, stderr } = await terminal.physio(['login'], {
    types: [pastedLink('https://cloud.example'), ''],
  });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('The link is for cloud.example. API address [https://cloud.example/api]: '),
  ]);
  expect(stdout + stderr).not.toContain(TOKEN);
  expect(stored()).toMatchObject({ token: TOKEN, api: API });
  expect(await profileApi()).toBe(API);
  expect(terminal.http.sent.map(({ url }) => new URL(url).host)).toEqual(['cloud.example']);
});

test('login stores another path that the user types for the server of the link', async () => {
  const typed = 'https://cloud.example/v2/';
  terminal.http.answers(`/v2${getUser.path}`, { body: { code: '200', data: { nickname: '小王', assist: false } } });
  const { code } = await terminal.physio(['login'], { types: [pastedLink('https://cloud.example'), typed] });
  expect([code, stored().api, await profileApi()]).toEqual([0, 'https://cloud.example/v2', 'https://cloud.example/v2']);
});

test('login asks for the address of a bare token', async () => {
  const { code, stderr } = await terminal.physio(['login'], { types: [TOKEN, API] });
  expect([code, stderr]).toEqual([0, expect.stringContaining('API address of the server that issued the token: ')]);
  expect(stored()).toMatchObject({ token: TOKEN, api: API });
});

test.each([
  ['Ctrl-D at the hidden prompt', [CTRL_D], 3, 'No answer was given: nothing was done.'],
  [
    'Ctrl-D at the address of a link',
    [pastedLink('https://cloud.example'), CTRL_D],
    3,
    'No answer was given: nothing was done.',
  ],
  ['Ctrl-D at the address of a token', [TOKEN, CTRL_D], 3, 'No answer was given: nothing was done.'],
  ['an empty token', [''], 2, 'The input is empty'],
  ['an empty address for a bare token', [TOKEN, ''], 2, 'No API address was entered; nothing was sent'],
  ['a host without https://', [TOKEN, 'cloud.example'], 2, 'enter a full URL starting with https://'],
  ['a plain http address', [TOKEN, 'http://cloud.example/api'], 2, 'plain http is only accepted for this machine'],
  ['a link of a plain http server', [pastedLink('http://cloud.example'), ''], 2, 'plain http is only accepted'],
  ['an address with a query', [TOKEN, pastedLink('https://cloud.example')], 2, 'must not contain a query'],
  [
    'the address of another server than the link',
    [pastedLink('https://cloud.example'), 'https://another.example/api'],
    2,
    'another.example',
  ],
  ['a link in quotes', [`"${pastedLink('https://cloud.example')}"`], 2, 'without quotes'],
  [
    'a link with two tokens',
    [`${pastedLink('https://cloud.example')}&accessToken=another-canary-4712`],
    2,
    'holds a link with two access tokens',
  ],
  ['a link with a line break', [pastedLink('https://cloud.example').replace('&', '\n&')], 2, 'spaces or line breaks'],
  ['a link with a space', [pastedLink('https://cloud.example').replace('&', ' &')], 2, 'spaces or line breaks'],
])('login sends and stores nothing after %s', async (_what, types, code, says) => {
  const ended = await terminal.physio(['login'], { types });
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(says)]);
  expect(terminal.http.sent).toEqual([]);
  expect(existsSync(kept())).toBe(false);
  expect(existsSync(path.join(terminal.home, '.config/physio/config.json'))).toBe(false);
});

test('Ctrl-C at the hidden prompt ends login with 130 and stores nothing', async () => {
  const interruption = new AbortController();
  const running = terminal.physio(['login'], { types: [], interruption });
  await expect.poll(() => terminal.stderrSoFar()).toContain('input is hidden');
  interruption.abort({ signal: 'SIGINT' });
  expect((await running).code).toBe(130);
  expect(existsSync(kept())).toBe(false);
});

test('login refuses a link for another server than that of the profile, which it never overrides', async () => {
  await terminal.physio(['profile', 'set', 'api', API]);
  const { code, stderr } = await terminal.physio(['login'], { types: [pastedLink('https://another.example')] });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/another\.example.*cloud\.example.*--api URL/)]);
  expect([terminal.http.sent, await profileApi()]).toEqual([[], API]);
});

test('login prompts with the server that a project file names, before the token is pasted', async () => {
  writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ api: API }));
  const { stderr } = await terminal.physio(['login'], { types: [CTRL_D] });
  expect(stderr).toContain('Access token or entry link for cloud.example (input is hidden): ');
});

test.each([
  ['off a terminal', ['login', '--api', API], undefined],
  ['with --no-input', ['login', '--api', API, '--no-input'], []],
])('login %s prompts for nothing and names --token-file', async (_where, argv, types) => {
  const { code, stderr } = await terminal.physio(argv, { stdin: TOKEN, types });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Pass the token in a private file, or - for stdin: physio login --token-file FILE'),
  ]);
  expect(stderr).not.toContain('input is hidden');
});
